import HTTPTypes

/// The name of a device that its person did not name: "Chrome on Android phone Pixel 8", "Daybook app on iPhone".
///
/// It comes from `User-Agent` and, if a browser sends it over TLS, from the model in `Sec-CH-UA-Model` (User-Agent
/// Client Hints).
enum DeviceName {
    private static let programCharacters = 40
    private static let modelCharacters = 32
    private static let modelName = HTTPField.Name("Sec-CH-UA-Model")
    /// The web app sends it from where it is installed as an app.
    private static let appName = HTTPField.Name("Daybook-App")

    /// Products in `User-Agent` that identify browsers. A product that other browsers also name comes last.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]

    /// Names of systems. A phone system's name comes before that of the system it is based on.
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]

    /// The name from the headers of a request.
    static func of(_ headers: HTTPFields) -> String? {
        let isApp = appName.flatMap { headers[$0] } != nil
        return of(headers[.userAgent], model: modelName.flatMap { headers[$0] }, isApp: isApp)
    }

    /// The name; nil when the headers do not name the device. `model` is a string in quotation marks (RFC 8941).
    /// `isApp`: Daybook is installed on the device, so the browser's name matters little.
    static func of(_ userAgent: String?, model: String? = nil, isApp: Bool = false) -> String? {
        // No browser's header is longer; a longer one may be an attempt to cost time.
        guard let userAgent, userAgent.utf8.count <= 512 else { return nil }
        guard userAgent.hasPrefix("Mozilla/") else { return program(userAgent) }
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        var system = systems.first { userAgent.contains($0.0) }?.1
        if system == "Android" { system = android(userAgent, model) }
        switch (isApp ? "Daybook app" : browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let one?, nil), (nil, let one?): return one
        case (nil, nil): return nil
        }
    }

    /// "Android phone Pixel 8". A browser that hides the model writes `K` in its place.
    private static func android(_ userAgent: String, _ hint: String?) -> String {
        let kind = userAgent.contains("Mobile") ? "Android phone" : "Android tablet"
        let hinted = hint.map { $0.filter { $0 != "\"" } }.flatMap(readable)
        guard let model = hinted ?? written(in: userAgent).flatMap(readable) else { return kind }
        return "\(kind) \(model)"
    }

    /// The model that follows the version of Android: `(Linux; Android 14; SM-S921B)`.
    private static func written(in userAgent: String) -> String? {
        let parts = userAgent.prefix { $0 != ")" }.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let place = parts.firstIndex(where: { $0.hasPrefix("Android ") }), place + 1 < parts.count else {
            return nil
        }
        // Older browsers append the build to the model.
        let model = parts[place + 1].split(separator: " Build/", maxSplits: 1).first.map { String($0) }
        // Firefox sends "Mobile" or "Tablet", and the version of its engine, instead of the model.
        guard let model, !["K", "Mobile", "Tablet"].contains(model), !model.hasPrefix("rv:") else { return nil }
        return model
    }

    /// A model with plain characters and an acceptable length.
    private static func readable(_ model: String) -> String? {
        let isPlain = model.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -_.+()".contains($0)) }
        let isClosed = model.count { $0 == "(" } == model.count { $0 == ")" }
        return isPlain && isClosed && (1...modelCharacters).contains(model.count) ? model : nil
    }

    /// A program's first product token, without its version (RFC 9110, section 10.1.5).
    private static func program(_ userAgent: String) -> String? {
        let token = userAgent.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        return (1...programCharacters).contains(token.count) ? String(token) : nil
    }
}
