/// The screen of the account: its sessions, its events, its data, and its forms (A14).
public struct AccountScreen: Equatable, Sendable {
    /// The sessions of the person, this one first.
    public internal(set) var sessions = Fetched<[PersonSession]>.loading
    /// The events of the account, newest first.
    public internal(set) var activity = Fetched<[Activity]>.loading
    /// The room that the account uses; nil until the server has answered.
    public internal(set) var usage: Usage?
    /// The form that is open, if one is.
    public internal(set) var form: AccountForm?
    /// The state of an import.
    public internal(set) var importing: Importing = .idle
    /// The result of the last action, in words.
    public internal(set) var note: String?

    /// The state of an import.
    public enum Importing: Equatable, Sendable {
        case idle
        case sending
        case failed(String)
    }

    /// A session of the person's.
    public struct PersonSession: Equatable, Sendable {
        /// Names it.
        public let id: UUID
        /// The device's name; empty when it is not known.
        public let device: String
        /// When it was last used, to the hour or so.
        public let lastUsed: Instant
        /// Whether it is the session of this device.
        public let isCurrent: Bool
    }

    /// Something that happened to the account.
    public struct Activity: Equatable, Sendable {
        /// When.
        public let at: Instant
        /// The kind of event, in the words of the HTTP interface.
        public let kind: String
        /// The device's name; empty when it is not known.
        public let device: String
    }

    /// The actions of a person on the screen.
    public enum Action: Equatable, Sendable {
        case formOpened(AccountForm.Kind)
        case formClosed
        case form(AccountForm.Action)
        case sessionEnded(UUID)
        /// The device of a session is to get another name.
        case renameTapped(UUID)
        case othersEnded
        /// A file was chosen, and is on its way to the server.
        case importChosen
    }
}

extension AccountScreen {
    mutating func sessionsAnswered(_ answer: Answer) -> [Outcome] {
        guard answer.status == 200, let items = (try? JSON(answer.body))?["items"]?.arrayValue else {
            return sessions.fail(answer)
        }
        let all = items.compactMap { PersonSession(json: $0) }
        sessions = .here(all.filter { $0.isCurrent } + all.filter { !$0.isCurrent })
        return []
    }

    /// The screen is useful without this answer, so a failure is not shown.
    mutating func usageAnswered(_ answer: Answer) {
        if answer.status == 200 { usage = Usage(json: (try? JSON(answer.body))?["usage"]) }
    }

    mutating func activityAnswered(_ answer: Answer) -> [Outcome] {
        guard answer.status == 200, let items = (try? JSON(answer.body))?["items"]?.arrayValue else {
            return activity.fail(answer)
        }
        activity = .here(items.compactMap { Activity(json: $0) })
        return []
    }
}

extension AccountScreen.PersonSession {
    fileprivate init?(json: JSON) {
        guard let id = json["id"]?.stringValue.flatMap({ UUID($0) }),
            let lastUsed = json["lastUsedAt"]?.stringValue.flatMap({ Instant(rfc3339: $0) })
        else { return nil }
        self.init(
            id: id,
            device: json["device"]?.stringValue ?? "",
            lastUsed: lastUsed,
            isCurrent: json["current"]?.boolValue ?? false
        )
    }
}

extension AccountScreen.Activity {
    fileprivate init?(json: JSON) {
        guard let at = json["at"]?.stringValue.flatMap({ Instant(rfc3339: $0) }), let kind = json["kind"]?.stringValue
        else { return nil }
        self.init(at: at, kind: kind, device: json["device"]?.stringValue ?? "")
    }
}
