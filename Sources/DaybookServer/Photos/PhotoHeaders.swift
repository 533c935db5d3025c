import DaybookStore
import HTTPTypes

/// The headers of an answer with a photo.
///
/// A photo's file may contain more than a picture. Its type is the one that the server has detected and no other
/// (`nosniff`). A browser that opens it as a document may load nothing and run nothing for it.
enum PhotoHeaders {
    /// The address of a photo is the hash of its content, so a browser requests it once. Only the browser may store it.
    static let cacheControl = "private, max-age=31536000, immutable"

    /// All headers of an answer with a photo.
    static func fields(_ photo: StoredPhoto, _ tag: String) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: photo.facts.type.rawValue, .eTag: tag, .cacheControl: cacheControl, .acceptRanges: "bytes",
            .contentDisposition: "inline; filename=\"\(name(photo))\"",
        ]
        for field in SecurityHeaders.all { fields.append(field) }
        if let name = SecurityHeaders.policyName { fields[name] = "default-src 'none'; sandbox" }
        return fields
    }

    /// The name that a browser gives the file when it is saved.
    private static func name(_ photo: StoredPhoto) -> String {
        "\(photo.facts.sha256.description.prefix(16)).\(photo.facts.type.fileExtension)"
    }
}
