import DaybookStore
import HTTPTypes

/// What goes with a photo's bytes.
///
/// Whoever made them may have put more into them than a picture. They are of the type that we read and no other
/// (`nosniff`), and should a browser be led to them as to a page, it may load nothing and run nothing in it.
enum PhotoHeaders {
    /// Its address is its content: what came once need never be asked for again. Nobody but the browser keeps it.
    static let cacheControl = "private, max-age=31536000, immutable"

    /// All headers of an answer that brings a photo.
    static func fields(_ photo: StoredPhoto, _ tag: String) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: photo.facts.type.rawValue, .eTag: tag, .cacheControl: cacheControl, .acceptRanges: "bytes",
            .contentDisposition: "inline; filename=\"\(name(photo))\"",
        ]
        for field in SecurityHeaders.all { fields.append(field) }
        if let name = SecurityHeaders.policyName { fields[name] = "default-src 'none'; sandbox" }
        return fields
    }

    /// What a browser calls it when it is saved.
    private static func name(_ photo: StoredPhoto) -> String {
        "\(photo.facts.sha256.description.prefix(16)).\(photo.facts.type.fileExtension)"
    }
}
