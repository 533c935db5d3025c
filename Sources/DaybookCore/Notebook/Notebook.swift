/// One person's to-dos and notes on one device: everything that is true without a screen.
///
/// A verb decides an ``Entry``, applies it, and returns what a face has to do, as data. Times and ids come in as
/// values.
public struct Notebook: Equatable, Sendable {
    /// Whose notebook it is.
    public internal(set) var account: Account
    /// The rules in force.
    public internal(set) var rules = Rules.standard
    /// The account's records on this device, and the changes that wait to be sent.
    public internal(set) var replica: Replica
    /// The to-dos of the replica, in order.
    public internal(set) var todos: TodoIndex
    /// The notes of the replica with their photos, in order.
    public internal(set) var notes: NoteIndex
    /// The reminders that are due later, and those that ring now.
    public internal(set) var reminders = Reminders()
    /// The photos that are being stored or uploaded.
    public internal(set) var photos = PhotoTransfers()
    /// The state of the device's disk.
    public internal(set) var disk: Disk
    /// The state of the connection to the server.
    public internal(set) var connection = Connection()
    /// The steps that can be undone, and those that were undone.
    public internal(set) var steps = Steps()
    /// The to-dos that a new account starts with.
    var samples = Samples()
    /// The note in which the person is typing now. It is sent when the person pauses, so that the note's history does
    /// not hold every word.
    var typing: Note.ID?

    /// Names of the preferences, which are kept beside the records on this device.
    enum Preference {
        static var order: String { "order" }
        static var noteOrder: String { "noteOrder" }
        /// Whether completed to-dos show in the list of everything; empty when they are folded.
        static var completed: String { "completed" }
        static var rules: String { "rules" }
        /// Whether the first read of the account is done, "1" or "0", where the cursor does not tell it.
        static var read: String { "read" }
        /// The address of the list that the person left.
        static var place: String { "place" }
        /// The histories that were seen, by record, the last one first.
        static var histories: String { "histories" }
        /// The time up to which reminders were shown on this device, in milliseconds since 1970.
        static var reminded: String { "reminded" }
        /// The reminder that a person answered last on this device: its to-do, and when it was due.
        static var dismissed: String { "dismissed" }
        /// The permission to notify that this device last reported to the server.
        static var notifying: String { "notifying" }
        /// The text that is typed in a tab and not saved yet.
        static func unsaved(_ tab: UInt8) -> String { "unsaved" + Int64(tab).description }
    }

    /// A notebook with the content of a disk.
    public init(account: Account, content: ReplicaDisk.Content, disk: Disk) {
        self.account = account
        replica = content.replica
        self.disk = disk
        let order = replica.preferences[Preference.order].flatMap(Order.init(rawValue:)) ?? .created
        let noteOrder = replica.preferences[Preference.noteOrder].flatMap(NoteOrder.init(rawValue:)) ?? .modified
        todos = TodoIndex(replica.records.values.compactMap { Todo($0) }, order: order)
        notes = NoteIndex(replica.records.values, order: noteOrder)
        reminders.schedule = ReminderSchedule(todos.todos)
        followLimits()
    }

    /// An empty notebook. `device` is the id of the device if the disk has no id.
    public init(account: Account, device: UUID, place: Disk.Place = .memory) {
        let content = ReplicaDisk.Content(replica: Replica(device: device), damaged: 0)
        self.init(account: account, content: content, disk: Disk(place: place))
    }
}

// MARK: - Changes

extension Notebook {
    /// Applies an entry, updates the lists, and writes the entry to the disk.
    @inline(never)
    mutating func commit(_ entry: Entry) -> [Effect] {
        refresh(replica.apply(entry).changed)
        return journal(entry)
    }

    /// Makes several changes as one entry: updates the lists, writes the entry to the journal, and has it sent.
    @inline(never)
    mutating func make(_ changes: [Record]) -> [Effect] {
        if changes.isEmpty { return [] }
        let effects = commit(.changed(changes))
        if changes.contains(where: { $0.kind == .note }) { holdDrafts() }
        // Held changes are not a reason to call the server.
        let isHeld = changes.allSatisfy { replica.held.contains($0.key) }
        return effects + (isHeld ? [] : sync())
    }

    mutating func make(_ change: Record) -> [Effect] { make([change]) }

    /// Brings the lists up to date with records that may have changed in any way.
    @inline(never)
    mutating func refresh(_ keys: [Record.Key]) {
        for key in keys {
            guard key.kind == .todo else {
                if key == Limits.Choice.key { followLimits() }
                notes.refresh(key, replica.records[key])
                continue
            }
            let id = Todo.ID(key.id)
            let todo = replica.records[key].flatMap { Todo($0) }
            if let todo { todos.upsert(todo) } else { todos.remove(id) }
            reminders.schedule.set(id, to: todo.flatMap { ReminderSchedule.due($0) })
        }
    }

    /// Keeps a preference on this device.
    mutating func prefer(_ name: String, _ value: String) -> [Effect] {
        if replica.preferences[name] ?? "" == value { return [] }
        return commit(.preferred(name: name, value: value))
    }

    /// Sorts the to-dos, and keeps the order as a preference.
    public mutating func arrange(by order: Order) -> [Effect] {
        todos.arrange(by: order)
        return prefer(Preference.order, order.rawValue)
    }

    /// Sorts the notes, and keeps the order as a preference.
    public mutating func arrange(by order: NoteOrder) -> [Effect] {
        notes.arrange(by: order)
        return prefer(Preference.noteOrder, order.rawValue)
    }

    /// Takes over the server's rules, given as JSON, and keeps them on this device.
    public mutating func adopt(_ rules: Rules, _ json: JSON) -> [Effect] {
        take(rules)
        return prefer(Preference.rules, String(utf8: json.encoded))
    }

    /// Chooses the limits of the account (A15). Nothing is cut: a text that is longer than the limits stays unchanged.
    public mutating func choose(_ limits: Limits.Choice, _ now: Instant) -> [Effect] {
        if rules.choice == limits || rules.offer.isFixed { return [] }
        return make(limits.record(at: replica.stamp(now: now))) + startUploads()
    }

    /// Whether the person ever chose the limits of the account.
    var hasChosenLimits: Bool { Limits.Choice(replica.records[Limits.Choice.key]) != nil }

    /// Puts the account's choice of limits in force. Notes that were too short or too long may be complete now.
    mutating func followLimits() {
        rules = rules.choosing(Limits.Choice(replica.records[Limits.Choice.key]))
        holdDrafts()
    }

    /// Puts rules in force, with the account's choice of limits.
    public mutating func take(_ rules: Rules) {
        self.rules = rules
        followLimits()
    }

    /// Restores a deleted record as it was. Does nothing when the record is not deleted.
    public mutating func restore(_ key: Record.Key, _ now: Instant) -> [Effect] {
        switch key.kind {
        case .todo: restore(Todo.ID(key.id), now)
        case .note: restore(Note.ID(key.id), now)
        case .photo: restore(Photo.ID(key.id), now)
        default: []
        }
    }
}

extension Replica {
    /// The rules that the server last sent to this device; nil before that.
    public var serverRules: Rules? {
        preferences[Notebook.Preference.rules].flatMap { try? JSON(text: $0) }.map { Rules(json: $0) }
    }
}
