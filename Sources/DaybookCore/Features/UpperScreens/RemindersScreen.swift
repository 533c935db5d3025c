/// The screen of reminders: whether this device may notify, the other devices, and the last deliveries (R4).
public struct RemindersScreen: Equatable, Sendable {
    /// The devices that have reported whether they may notify, this one first.
    public internal(set) var devices = Fetched<[Device]>.loading
    /// The deliveries, newest first.
    public internal(set) var deliveries = Fetched<[Delivery]>.loading
    /// A test is on its way to the server.
    public internal(set) var isTesting = false
    /// The result of the last action, in words.
    public internal(set) var note: String?
    /// The number of times that the screen will still look for the test.
    var looks = 0

    /// A device that may be reminded.
    public struct Device: Equatable, Sendable {
        /// Names its session.
        public let id: UUID
        /// The device's name; empty when it is not known.
        public let name: String
        /// Whether it is this device.
        public let isCurrent: Bool
        /// The permission that the device reported; nil when it has not reported one yet.
        public let permission: NotificationStatus.Permission?
        /// Reminders are pushed to it.
        public let isPushed: Bool
    }

    /// A reminder that was sent to a device.
    public struct Delivery: Equatable, Sendable {
        /// The to-do's title, where it is still known.
        public let title: String?
        /// The test button sent it.
        public let isTest: Bool
        /// The device's name; empty when it is not known.
        public let device: String
        /// When it was due.
        public let due: Instant
        /// When the push service took it.
        public let sent: Instant?
        /// When the device showed it.
        public let shown: Instant?
        /// The server was down when it was due.
        public let isLate: Bool
        /// The state of the delivery.
        public let state: State
        /// The reason of a failure, in the words of the HTTP interface.
        public let reason: String?

        /// The states of a delivery.
        public enum State: String, Sendable {
            case waiting
            case sent
            case shown
            case failed
        }
    }
}

extension RemindersScreen {
    mutating func devicesAnswered(_ answer: Answer) -> [Outcome] {
        guard answer.status == 200, let items = (try? JSON(answer.body))?["items"]?.arrayValue else {
            return devices.fail(answer)
        }
        let all = items.compactMap { Device(json: $0) }
        devices = .here(all.filter { $0.isCurrent } + all.filter { !$0.isCurrent })
        return []
    }

    mutating func deliveriesAnswered(_ answer: Answer) -> [Outcome] {
        guard answer.status == 200, let items = (try? JSON(answer.body))?["items"]?.arrayValue else {
            return deliveries.fail(answer)
        }
        deliveries = .here(items.compactMap { Delivery(json: $0) })
        return []
    }
}

extension RemindersScreen.Device {
    fileprivate init?(json: JSON) {
        guard let id = json["id"]?.stringValue.flatMap({ UUID($0) }) else { return nil }
        self.init(
            id: id,
            name: json["device"]?.stringValue ?? "",
            isCurrent: json["current"]?.boolValue ?? false,
            permission: json["permission"]?.stringValue.flatMap { NotificationStatus.Permission(rawValue: $0) },
            isPushed: json["pushes"]?.boolValue ?? false
        )
    }
}

extension RemindersScreen.Delivery {
    fileprivate init?(json: JSON) {
        guard let due = json["due"]?.stringValue.flatMap({ Instant(rfc3339: $0) }) else { return nil }
        self.init(
            title: json["title"]?.stringValue,
            isTest: json["test"]?.boolValue ?? false,
            device: json["deviceName"]?.stringValue ?? "",
            due: due,
            sent: json["sent"]?.stringValue.flatMap { Instant(rfc3339: $0) },
            shown: json["shown"]?.stringValue.flatMap { Instant(rfc3339: $0) },
            isLate: json["late"]?.boolValue ?? false,
            state: json["state"]?.stringValue.flatMap { State(rawValue: $0) } ?? .waiting,
            reason: json["reason"]?.stringValue
        )
    }
}

extension RemindersScreen {
    func load(_ notebook: inout Notebook) -> [Outcome] {
        guard notebook.connection.session == .open else { return [Outcome](notebook.sync()) }
        return [
            .effect(.request(notebook.call(.reminderDevices, .get, "/api/v1/reminders/devices"))),
            .effect(.request(notebook.call(.reminderDeliveries, .get, "/api/v1/reminders/deliveries?limit=20"))),
        ]
    }

    mutating func answered(_ id: Request.ID, _ answer: Answer) -> [Outcome] {
        switch id {
        case .reminderDevices: return devicesAnswered(answer)
        case .reminderDeliveries: return deliveriesAnswered(answer)
        case .reminderTest: return testAnswered(answer)
        default: break
        }
        return []
    }

    /// Sends a test reminder to each device, by the same way as a real one.
    mutating func test(_ notebook: Notebook) -> [Outcome] {
        if isTesting { return [] }
        isTesting = true
        note = nil
        return [.effect(.request(notebook.call(.reminderTest, .post, "/api/v1/reminders/test")))]
    }

    private mutating func testAnswered(_ answer: Answer) -> [Outcome] {
        isTesting = false
        guard answer.status == 202 else {
            let message = answer.problemText ?? Texts.failure(answer)
            note = message
            return [.announce(message)]
        }
        let count = (try? JSON(answer.body))?["devices"]?.integerValue ?? 1
        let message = Texts.testSent(Int(clamping: count))
        note = message
        looks = 8
        return [.announce(message), .effect(.startTimer(.reminderTest, milliseconds: 1_000))]
    }

    /// Looks whether the test has arrived by now.
    mutating func checkTestDelivery(_ notebook: inout Notebook) -> [Outcome] {
        guard looks > 0 else { return [] }
        looks -= 1
        return load(&notebook) + [.effect(.startTimer(.reminderTest, milliseconds: 1_500))]
    }
}
