import HTTPTypes

/// The Accept-Encoding header (RFC 9110, section 12.5.3).
enum AcceptEncoding {
    /// Whether a coding is named and not refused with `q=0`. A header that is too long counts as absent
    /// (``HTTPFields/longestValue``).
    static func takes(_ coding: String, _ header: String) -> Bool {
        guard header.utf8.count <= HTTPFields.longestValue else { return false }
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";").map { String($0).trimmingSpaces().lowercased() }
            guard parts.first == coding else { continue }
            guard let quality = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return true }
            return (Double(quality.dropFirst(2)) ?? 0) > 0
        }
        return false
    }
}
