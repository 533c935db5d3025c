/// The reminders of all open to-dos, in the order in which they are due (R1, R2).
///
/// A sorted array. The next reminder and the due reminders are found by binary search, and a change moves one entry.
public struct ReminderSchedule: Equatable, Sendable {
    /// A reminder that is set.
    public struct Entry: Equatable, Comparable, Sendable {
        /// When it is due.
        public let due: Instant
        /// Whose it is.
        public let todo: Todo.ID

        /// A reminder of a to-do.
        public init(due: Instant, todo: Todo.ID) {
            self.due = due
            self.todo = todo
        }

        /// Soonest first; reminders of the same time in the order of ids.
        public static func < (left: Entry, right: Entry) -> Bool {
            left.due == right.due ? left.todo < right.todo : left.due < right.due
        }
    }

    private var entries: [Entry] = []
    private var dues: [Todo.ID: Instant] = [:]

    /// The reminders of these to-dos.
    public init(_ todos: some Sequence<Todo> = []) {
        for todo in todos {
            guard let due = ReminderSchedule.due(todo) else { continue }
            entries.append(Entry(due: due, todo: todo.id))
            dues[todo.id] = due
        }
        let unsorted = entries
        entries = IndexSort.order(unsorted.count) { unsorted[$0] < unsorted[$1] }.map { unsorted[Int($0)] }
    }

    /// When a to-do reminds: not once it is done.
    public static func due(_ todo: Todo) -> Instant? { todo.isDone ? nil : todo.reminder }

    /// The number of reminders, past reminders included.
    public var count: Int { entries.count }

    /// When a to-do reminds; nil when it does not.
    public subscript(id: Todo.ID) -> Instant? { dues[id] }

    /// Sets, moves or cancels the reminder of a to-do (R2).
    public mutating func set(_ id: Todo.ID, to due: Instant?) {
        let before = dues[id]
        if before == due { return }
        if let before { entries.remove(at: place(of: Entry(due: before, todo: id))) }
        dues[id] = due
        guard let due else { return }
        let entry = Entry(due: due, todo: id)
        entries.insert(entry, at: place(of: entry))
    }

    /// The first reminder that is due after a moment.
    public func next(after moment: Instant) -> Instant? {
        let place = place(after: moment)
        return place < entries.count ? entries[place].due : nil
    }

    /// The reminders that are due after one moment and not after another, soonest first.
    public func due(after start: Instant, through end: Instant) -> ArraySlice<Entry> {
        let (first, last) = (place(after: start), place(after: end))
        return entries[first..<max(first, last)]
    }

    /// The place of an entry, or the place where it would be inserted.
    private func place(of entry: Entry) -> Int {
        partition { $0 < entry }
    }

    /// Where the entries begin that are due after a moment.
    private func place(after moment: Instant) -> Int {
        partition { !(moment < $0.due) }
    }

    private func partition(_ isBefore: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
