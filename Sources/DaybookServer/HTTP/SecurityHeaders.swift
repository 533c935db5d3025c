import HTTPTypes

/// Headers that tell browsers to do with our answers only what Daybook needs.
enum SecurityHeaders {
    /// What the page may load: its own files, its own pictures, WebAssembly; nothing inline, nothing from elsewhere.
    static let contentSecurityPolicy = [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// For every answer.
    static let all: [HTTPField] = fields([
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ])

    /// For pages and their files besides.
    static let page: [HTTPField] = all + fields([("Content-Security-Policy", contentSecurityPolicy)])

    private static func fields(_ pairs: [(String, String)]) -> [HTTPField] {
        pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
}
