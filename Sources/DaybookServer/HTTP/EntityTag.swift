import HTTPTypes

/// Entity tags in conditions of requests (RFC 9110, section 13.1).
enum EntityTag {
    /// Whether an `If-None-Match` names a tag. Compares weakly, as section 13.1.2 requires. A header that is too long
    /// counts as absent (``HTTPFields/longestValue``).
    static func isNamed(_ tag: String, in header: String?) -> Bool {
        guard let header, header.utf8.count <= HTTPFields.longestValue else { return false }
        return header.split(separator: ",").contains { item in
            let text = String(item).trimmingSpaces()
            return text == "*" || text == tag || text == "W/" + tag
        }
    }

    /// Whether `If-Range` allows a range: it is missing, or names the tag. Compares strongly (13.1.5).
    static func allowsRange(_ tag: String, _ header: String?) -> Bool {
        header.map { $0.trimmingSpaces() == tag } ?? true
    }
}
