/// The name of a device that its person did not name, from its `User-Agent`: "Chrome on Android".
enum DeviceName {
    private static let programCharacters = 40

    /// Marks by which browsers are told apart, the one that others also carry last.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]

    /// Marks of systems; a phone's comes before that of the system it is made from.
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// The name, or nil when the header tells nothing.
    static func of(_ userAgent: String?) -> String? {
        // No browser's is longer; what is may have been made to take time.
        guard let userAgent, userAgent.utf8.count <= 512 else { return nil }
        guard userAgent.hasPrefix("Mozilla/") else { return program(userAgent) }
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let one?, nil), (nil, let one?): return one
        case (nil, nil): return nil
        }
    }

    /// A program's first product token, without its version (RFC 9110, section 10.1.5).
    private static func program(_ userAgent: String) -> String? {
        let token = userAgent.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        return (1...programCharacters).contains(token.count) ? String(token) : nil
    }
}
