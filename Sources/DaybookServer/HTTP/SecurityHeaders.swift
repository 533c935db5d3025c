import HTTPTypes
import Hummingbird

/// Headers that restrict what browsers do with the answers to what Daybook needs.
enum SecurityHeaders {
    /// The policy of the web app: it loads its own files, its own pictures and WebAssembly, but no inline scripts and
    /// nothing from other origins. Text becomes elements only in the one place that the policy names.
    static let contentSecurityPolicy = WebPolicy(samples: nil).current

    /// The policy for a browser that does not know `wasm-unsafe-eval` and allows WebAssembly only with `unsafe-eval`.
    static let olderContentSecurityPolicy = WebPolicy(samples: nil).older

    /// The two policies of one server's web app.
    struct WebPolicy: Equatable, Sendable {
        let current: String
        let older: String

        /// `samples` is the origin from which the first to-dos are fetched, if it is another origin (I1).
        init(samples: String?) {
            current = policy(scripts: "'self' 'wasm-unsafe-eval'", samples: samples)
            older = policy(scripts: "'self' 'unsafe-eval' 'wasm-unsafe-eval'", samples: samples)
        }
    }

    /// Whether a browser is a Safari before version 16, by its `User-Agent`. Daybook supports Safari from iOS 13 on
    /// (D2).
    ///
    /// Source: WebKit bug 235408, which added `wasm-unsafe-eval`.
    static func isOlderSafari(_ userAgent: String?) -> Bool {
        guard let userAgent, userAgent.utf8.count <= HTTPFields.longestValue, userAgent.contains("AppleWebKit"),
            let version = userAgent.firstRange(of: "Version/"),
            let major = Int(userAgent[version.upperBound...].prefix { $0.isNumber })
        else { return false }
        return major < 16
    }

    private static func policy(scripts: String, samples: String?) -> String {
        [
            "default-src 'none'",
            "script-src \(scripts)",
            "require-trusted-types-for 'script'",
            "trusted-types daybook",
            "style-src 'self'",
            "img-src 'self' blob: data:",
            "connect-src 'self'" + (samples.map { " " + $0 } ?? ""),
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// The headers of all answers: the browser uses the declared type only, other sites cannot use the answer,
    /// and other sites do not learn its address.
    private static let common: [HTTPField] = fields([
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ])

    /// The headers of answers that are not part of the web app: shown as a document, they load nothing and no website frames
    /// them.
    static let all: [HTTPField] =
        common + fields([("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")])

    /// Features of browsers that Daybook never uses, switched off for all code of the web app.
    ///
    /// Photos come through a file field, which passes on the file that the person picked or took and needs no `camera`.
    /// The list has only names that Chromium knows on every desktop; for any other name it writes a warning to the
    /// console of each document. `bluetooth` and `web-share` depend on features that Chromium has on some systems and not
    /// on Linux (permissions_policy_features.json5, `depends_on`). docs/decisions has more.
    static let permissionsPolicy = [
        "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen",
        "gamepad",
        "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi",
        "payment", "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb",
        "window-management", "xr-spatial-tracking",
    ].map { $0 + "=()" }.joined(separator: ", ")

    /// For every answer over TLS: browsers use only TLS for this host for a year (RFC 6797).
    static let strictTransport = HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")

    /// The header with the policy.
    static let policyName = HTTPField.Name("Content-Security-Policy")

    /// The headers of the web app's document and its files. They ask for the phone's model, which the list of sessions
    /// shows.
    static func web(_ policy: WebPolicy) -> [HTTPField] {
        common
            + fields([
                ("Content-Security-Policy", policy.current), ("Permissions-Policy", permissionsPolicy),
                ("Accept-CH", "Sec-CH-UA-Model"),
            ])
    }

    /// Adds missing headers to an answer, so that new routes need not set them. An answer that is not part of the web app
    /// may hold personal data, so caches must not store it.
    static func complete(_ headers: inout HTTPFields, isSecure: Bool) {
        if !headers.contains(.xContentTypeOptions) {
            for field in all { headers[field.name] = field.value }
        }
        if !headers.contains(.cacheControl) { headers[.cacheControl] = "no-store" }
        if isSecure { headers.append(strictTransport) }
    }

    private static func fields(_ pairs: [(String, String)]) -> [HTTPField] {
        pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
}
