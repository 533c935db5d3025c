import Testing

@testable import DaybookServer

@Suite("What to call a device")
struct DeviceNameTests {
    static let names: [(userAgent: String?, name: String?)] = [
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
            "Chrome on Android phone"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 13_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPad"
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            "Edge on Windows"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
            "Safari on macOS"
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/125.0",
            "Opera on Linux"
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
            "Chrome on ChromeOS"
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android phone SM-S921B"
        ),
        ("Mozilla/5.0 (Windows NT 10.0)", "Windows"), ("Mozilla/5.0 Firefox/9", "Firefox"), ("Mozilla/5.0", nil),
        ("curl/8.5.0", "curl"), ("python-requests/2.32", "python-requests"), ("Daybook", "Daybook"),
        ("", nil), (nil, nil), ("<b>x</b>", nil), ("\u{202E}curl", nil), (String(repeating: "x", count: 41), nil),
        ("Mozilla/5.0 (iPhone) " + String(repeating: "x", count: 600), nil),
    ]

    static let models: [(userAgent: String, model: String?, name: String)] = [
        ("Linux; Android 10; K) Chrome/142.0 Mobile", "\"Pixel 8\"", "Chrome on Android phone Pixel 8"),
        ("Linux; Android 10; K) Chrome/142.0", "\"Pixel Tablet\"", "Chrome on Android tablet Pixel Tablet"),
        ("Linux; Android 10; K) Chrome/142.0 Mobile", "\"\"", "Chrome on Android phone"),
        ("Linux; Android 10; K) Chrome/142.0 Mobile", "\"<b>\"", "Chrome on Android phone"),
        ("Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", nil, "Firefox on Android phone"),
        ("Linux; Android 9; moto g(7) Build/PPO) Chrome/90.0 Mobile", nil, "Chrome on Android phone"),
        ("Linux; Android 9; SM-T510 Build/PPR1) Chrome/90.0", nil, "Chrome on Android tablet SM-T510"),
        ("X11; Linux x86_64) Chrome/142.0", "\"\"", "Chrome on Linux"),
    ]

    @Test("[A14] An installed app is called by its own name, on its system")
    func installed() {
        for (userAgent, _) in Self.names.prefix(3) {
            let system = DeviceName.of(userAgent)?.split(separator: " on ").last
            #expect(DeviceName.of(userAgent, isApp: true) == "Daybook app on \(system ?? "")")
        }
        #expect(DeviceName.of("Mozilla/5.0", isApp: true) == "Daybook app")
        #expect(DeviceName.of("curl/8.5.0", isApp: true) == "curl")
    }

    @Test("[A14] a phone or tablet with Android by its model, where there is one", arguments: models)
    func modelled(_ userAgent: String, _ model: String?, _ name: String) {
        #expect(DeviceName.of("Mozilla/5.0 (" + userAgent, model: model) == name)
    }

    @Test("[A14] a browser by itself and its system, a program by its first word", arguments: names)
    func named(_ userAgent: String?, _ name: String?) {
        #expect(DeviceName.of(userAgent) == name)
    }
}
