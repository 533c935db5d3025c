/// The reminders that are due on this device, and those that ring (R1 to R3).
public struct Reminders: Equatable, Sendable {
    /// All reminders by the time at which they are due.
    public internal(set) var schedule = ReminderSchedule()
    /// The reminders that have come due and wait for the person's answer, oldest first.
    public internal(set) var ringing: [Ringing] = []
    /// This tab shows the reminders that are due after this time. Earlier ones were shown, or this device did not have
    /// them.
    var since: Instant?
    /// The reminders that this tab has shown since it began, with the times at which they were due.
    var shown: [Todo.ID: Instant] = [:]
    /// Whether the reminders that the device showed while no face was open are known.
    var knowsShown = false
    /// The time that the timer is set to.
    var armed: Instant?

    /// A reminder that has come due.
    public struct Ringing: Equatable, Sendable {
        /// The to-do of the reminder.
        public let todo: Todo.ID
        /// When it was due.
        public let due: Instant
        /// It was due while this device was off (R3).
        public let isMissed: Bool
    }

    /// A reminder that came due longer ago than this was missed.
    public static let punctual = Instant.Span.seconds(60)
    /// The longest timer. A browser's timers reach no further than 24 days, and a sleeping machine stops them.
    static let longestTimer: Int64 = 6 * 3_600_000
}

extension Notebook {
    /// The notebook is open: decides from when on reminders are shown, which is the time at which this device last
    /// showed one, or else of the last change that it knows. A device without records has missed no reminder.
    public mutating func resumeReminders(_ now: Instant) {
        let lastChange = replica.records.isEmpty ? now : replica.clock.latest
        reminders.since = min(replica.remindedThrough ?? lastChange, now)
        // A device that keeps nothing does not know which reminders were shown.
        reminders.knowsShown = disk.place == .memory
    }

    /// The device reported which reminders it has shown itself.
    public mutating func shown(_ entries: [ReminderSchedule.Entry]) {
        for entry in entries { reminders.shown[entry.todo] = entry.due }
        reminders.knowsShown = true
    }

    /// The person has answered a reminder that rang. The other tabs of this device read it in the journal.
    public mutating func dismissReminder(of id: Todo.ID) -> [Effect] {
        guard let ringing = reminders.ringing.first(where: { $0.todo == id }) else { return [] }
        reminders.ringing.removeAll { $0.todo == id }
        return prefer(Preference.dismissed, id.uuid.description + " " + ringing.due.milliseconds.description)
    }

    /// A reminder was answered in another tab: it stops ringing here, or does not begin.
    mutating func dismissedElsewhere(_ value: String) {
        let parts = Text.parts(value, between: " ")
        guard parts.count == 2, let uuid = UUID(parts[0]), let due = Int64(decimal: parts[1]) else { return }
        let id = Todo.ID(uuid)
        let moment = Instant(milliseconds: due)
        reminders.ringing.removeAll { $0.todo == id && $0.due == moment }
        if reminders.schedule[id] == moment { reminders.shown[id] = moment }
    }

    /// Puts a to-do's reminder off to a moment to come. The occurrences after it remind at the hour that it had before.
    public mutating func remind(of todo: Todo, at moment: Instant, _ now: Instant) -> [Effect] {
        var draft = TodoDraft(todo)
        draft.reminder = moment
        return edit(todo, to: draft, keeping: replica.records[todo.id.key]?.seriesReminder, now)
    }

    /// Rings the reminders that have come due, drops those that are answered, and sets the timer to the next one. Call
    /// this after each action.
    public mutating func remind(_ now: Instant) -> [Effect] {
        if reminders.schedule.count == 0, reminders.ringing.isEmpty, reminders.armed == nil { return [] }
        let since = reminders.since ?? now
        reminders.since = since
        var effects = endReminders()
        if reminders.knowsShown { effects += ring(reminders.schedule.due(after: since, through: now), now) }
        return effects + arm(now)
    }

    /// Records that every reminder due until then is shown.
    public mutating func recordShown(_ moment: Instant) -> [Effect] {
        if let before = replica.remindedThrough, before >= moment { return [] }
        return prefer(Preference.reminded, moment.milliseconds.description)
    }

    /// Stops the reminders of to-dos that were moved, cancelled, done or deleted (R2).
    private mutating func endReminders() -> [Effect] {
        let over = reminders.ringing.filter { reminders.schedule[$0.todo] != $0.due }
        if over.isEmpty { return [] }
        reminders.ringing.removeAll { over.contains($0) }
        return over.map { .reminderEnded($0.todo) }
    }

    private mutating func ring(_ due: ArraySlice<ReminderSchedule.Entry>, _ now: Instant) -> [Effect] {
        var effects: [Effect] = []
        var latest: Instant?
        for entry in due where reminders.shown[entry.todo] != entry.due {
            reminders.shown[entry.todo] = entry.due
            latest = entry.due
            guard todos[entry.todo] != nil, replica.records[entry.todo.key]?.awaited(entry.due) == true else {
                continue
            }
            let isMissed = entry.due.advanced(by: Reminders.punctual) < now
            reminders.ringing.removeAll { $0.todo == entry.todo }
            reminders.ringing.append(Reminders.Ringing(todo: entry.todo, due: entry.due, isMissed: isMissed))
            effects.append(.reminderRang(entry.todo, due: entry.due, isMissed: isMissed))
        }
        if let latest { effects += recordShown(latest) }
        return effects
    }

    private mutating func arm(_ now: Instant) -> [Effect] {
        let next = reminders.schedule.next(after: now)
        if next == reminders.armed { return [] }
        reminders.armed = next
        guard let next else { return [.cancel(.reminder)] }
        let wait = min(next.milliseconds - now.milliseconds, Reminders.longestTimer)
        return [.start(.reminder, milliseconds: Int(wait))]
    }
}

extension Replica {
    /// When the last reminder that this device has shown was due; nil before the first.
    public var remindedThrough: Instant? {
        preferences[Notebook.Preference.reminded].flatMap { Int64(decimal: $0) }.map { Instant(milliseconds: $0) }
    }
}

extension Record {
    /// Whether a to-do was open with its present reminder when that came due. One that was made, marked open or brought
    /// back later has missed nothing, and the server does not push it either (R2).
    public func awaited(_ due: Instant) -> Bool {
        // A stamp may be ahead by as much as the clock of another device is.
        let latest = due.advanced(by: Rules.stampTolerance)
        return [Todo.Field.reminder, Todo.Field.done, Todo.Field.created].allSatisfy { name in
            field(name).map { $0.stamp.wall <= latest } ?? true
        }
    }
}
