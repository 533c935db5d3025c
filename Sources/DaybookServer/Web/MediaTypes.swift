/// The types of the browser app's files.
enum MediaTypes {
    /// The media type of a file by its extension. An unknown extension means plain bytes.
    static func type(of name: String) -> String {
        let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[end] ?? "application/octet-stream"
    }

    private static let types = [
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "webmanifest": "application/manifest+json",
        "wasm": "application/wasm",
        "svg": "image/svg+xml",
        "png": "image/png",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "webp": "image/webp",
        "gif": "image/gif",
        "ico": "image/x-icon",
        "woff2": "font/woff2",
        "txt": "text/plain; charset=utf-8",
    ]
}
