import HTTPTypes

/// Headers that tell browsers to do with our answers only what Daybook needs.
enum SecurityHeaders {
    /// What the page may load: its own files, its own pictures, WebAssembly; nothing inline, nothing from elsewhere,
    /// and text becomes elements in the one place that the page names.
    static let contentSecurityPolicy = policy(scripts: "'self' 'wasm-unsafe-eval'")

    /// The same for a browser that does not know `wasm-unsafe-eval` and runs WebAssembly under `unsafe-eval` alone.
    static let olderContentSecurityPolicy = policy(scripts: "'self' 'unsafe-eval' 'wasm-unsafe-eval'")

    /// Whether a browser is a Safari before version 16, by its `User-Agent`. Daybook runs on those from iOS 13 on (D2).
    ///
    /// Source: WebKit bug 235408, which brought `wasm-unsafe-eval`.
    static func isOlderSafari(_ userAgent: String?) -> Bool {
        guard let userAgent, userAgent.contains("AppleWebKit"), let version = userAgent.firstRange(of: "Version/"),
            let major = Int(userAgent[version.upperBound...].prefix { $0.isNumber })
        else { return false }
        return major < 16
    }

    private static func policy(scripts: String) -> String {
        [
            "default-src 'none'",
            "script-src \(scripts)",
            "require-trusted-types-for 'script'",
            "trusted-types daybook",
            "style-src 'self'",
            "img-src 'self' blob: data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// For every answer.
    static let all: [HTTPField] = fields([
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ])

    /// For every answer over TLS: this host by TLS alone for a year (RFC 6797).
    static let strictTransport = HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")

    /// The header that carries the policy.
    static let policyName = HTTPField.Name("Content-Security-Policy")

    /// For pages and their files besides.
    static let page: [HTTPField] = all + fields([("Content-Security-Policy", contentSecurityPolicy)])

    private static func fields(_ pairs: [(String, String)]) -> [HTTPField] {
        pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
}
