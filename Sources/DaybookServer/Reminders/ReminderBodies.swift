import DaybookCore
import DaybookPush
import DaybookStore

extension ObjectReader {
    /// The state of a browser: its permission to notify, and its push subscription.
    mutating func reminderDevice(
        privateHosts: PrivatePushHosts
    ) -> (permission: NotificationPermission, subscription: PushSubscription?) {
        let text = optionalWord("permission")
        let permission = text.flatMap { NotificationPermission(rawValue: $0) }
        if permission == nil {
            let choices = NotificationPermission.allCases.map(\.rawValue).joined(separator: ", ")
            note("permission", text == nil ? .required : .badForm, "Give one of \(choices).")
        }
        if !has("subscription") { note("subscription", .required, "Give the browser's subscription, or null.") }
        let subscription = nullableObject("subscription") { $0.subscription(privateHosts: privateHosts) } ?? nil
        if subscription != nil, permission != .granted {
            note("subscription", .badForm, "A subscription needs the permission granted.")
        }
        return (permission ?? .unsupported, subscription)
    }

    /// A subscription as `PushSubscription.toJSON()` of a browser returns it.
    private mutating func subscription(privateHosts: PrivatePushHosts) -> PushSubscription? {
        // Browsers give no expiry. The push service's answer to a message tells when a subscription has ended.
        passOver("expirationTime")
        let endpoint = text("endpoint")
        let keys = nullableObject("keys") { keys in (p256dh: keys.text("p256dh"), auth: keys.text("auth")) } ?? nil
        guard let keys else { return nil }
        do {
            return try PushSubscription(
                endpoint: endpoint,
                p256dh: keys.p256dh,
                auth: keys.auth,
                privateHosts: privateHosts
            )
        } catch {
            note(error.member, .badForm, error.hint)
            return nil
        }
    }

    /// A reminder that a device has shown, with the time by the device's clock. Reports missing members, and is nil
    /// then.
    mutating func shownReminder() -> (todo: UUID, due: Instant, at: Instant)? {
        for name in ["todo", "due", "shown", "by"] where !has(name) { note(name, .required, "This is required.") }
        let (todo, due, shown) = (id("todo"), integer("due"), integer("shown"))
        if let by = optionalText("by"), !Self.showers.contains(by) {
            note("by", .badForm, "Give one of \(Self.showers.joined(separator: ", ")).")
        }
        guard let todo, let due, let shown else { return nil }
        for (name, moment) in [("due", due), ("shown", shown)] where !Self.moments.contains(moment) {
            note(name, .badForm, "Give milliseconds since 1970, before the year 10000.")
        }
        return (todo, Instant(milliseconds: due), Instant(milliseconds: shown))
    }

    /// Milliseconds since 1970 up to the last moment that RFC 3339 can write.
    static let moments: ClosedRange<Int64> = 0...253_402_300_799_999

    /// The parts of Daybook that show reminders on a device.
    static let showers = ["push", "page"]
}

extension PushSubscription.Failure {
    fileprivate var member: String {
        switch self {
        case .endpoint: "endpoint"
        case .p256dh: "p256dh"
        case .auth: "auth"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .endpoint(.insecure): "It must begin with https://."
        case .endpoint(.privateHost): "It is not in the public network."
        case .endpoint(.tooLong): "It may have \(PushEndpoint.longest) bytes."
        case .endpoint(.malformed): "It must be the address of a push service."
        case .p256dh: "It must be the browser's public key, in base64url."
        case .auth: "It must be 16 bytes in base64url."
        }
    }
}

extension ReminderSubscription {
    /// A validated subscription in the form for storage.
    init(_ subscription: PushSubscription) {
        self.init(endpoint: subscription.endpoint.text, publicKey: subscription.p256dh, secret: subscription.auth)
    }
}

/// The number of deliveries that a request asks for: `limit`.
struct ReminderQuery {
    /// The range of that number.
    static let limits = 1...DeliveryRules.kept
    private(set) var limit = DeliveryRules.kept

    /// Reads a query, of which a parameter without a value counts as absent. Throws 422 with every parameter that is wrong.
    init(_ query: String?) throws {
        var violations: [Violation] = []
        for pair in try QueryString.pairs(query) {
            if pair.name == "limit", let limit = Int(pair.value), Self.limits.contains(limit) {
                self.limit = limit
                continue
            }
            let numbers = "Give a number from \(Self.limits.lowerBound) to \(Self.limits.upperBound)."
            let hint = pair.name == "limit" ? numbers : nil
            if hint == nil || !pair.value.isEmpty { violations.append(Violation(parameter: pair.name, hint)) }
        }
        if !violations.isEmpty { throw Problem.broken(violations) }
    }
}
