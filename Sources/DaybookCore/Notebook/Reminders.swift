/// What is due on this device and what rings (R1 to R3).
public struct Reminders: Equatable, Sendable {
    /// What is due when.
    public internal(set) var schedule = ReminderSchedule()
    /// What has come due and waits for the person, oldest first.
    public internal(set) var ringing: [Ringing] = []
    /// Reminders due after this are this tab's to tell; those before were told, or this device did not know them.
    var since: Instant?
    /// What this tab has told since it began, and when that was due.
    var told: [Todo.ID: Instant] = [:]
    /// What the device itself has shown while no face was open is known.
    var knowsShown = false
    /// The moment that the timer is set to.
    var armed: Instant?

    /// A reminder that has come due.
    public struct Ringing: Equatable, Sendable {
        /// Whose.
        public let todo: Todo.ID
        /// When it was due.
        public let due: Instant
        /// It was due while this device was off (R3).
        public let isMissed: Bool
    }

    /// A reminder that came due longer ago than this was missed.
    static let punctual = Instant.Span.seconds(60)
    /// How much later "In 10 minutes" is.
    static let later = Instant.Span.minutes(10)
    /// A browser's timers reach no further than 24 days, and a sleeping machine stops them.
    static let longestTimer: Int64 = 6 * 3_600_000
}

extension Notebook {
    /// The notebook is open: what came due since this device last told a reminder, or at least heard of anything, is to be
    /// told now. A device that knows nothing yet has missed nothing.
    public mutating func takeUpReminders(_ now: Instant) {
        let told = replica.preferences[Preference.reminded].flatMap { Int64(decimal: $0) }
        let heard = replica.records.isEmpty ? now : replica.clock.latest
        reminders.since = min(told.map { Instant(milliseconds: $0) } ?? heard, now)
        // A device that keeps nothing cannot tell what it has shown either.
        reminders.knowsShown = disk.place == .memory
    }

    /// The device told which reminders it has shown itself.
    public mutating func shown(_ entries: [ReminderSchedule.Entry]) {
        for entry in entries { reminders.told[entry.todo] = entry.due }
        reminders.knowsShown = true
    }

    /// The person has dealt with a reminder that rang. The other tabs of this device read it in the journal.
    public mutating func dismissReminder(of id: Todo.ID) -> [Effect] {
        guard let ringing = reminders.ringing.first(where: { $0.todo == id }) else { return [] }
        reminders.ringing.removeAll { $0.todo == id }
        return prefer(Preference.dismissed, id.uuid.description + " " + ringing.due.milliseconds.description)
    }

    /// A reminder was dealt with in another tab: it rings here no longer, and does not begin to.
    mutating func dismissedElsewhere(_ value: String) {
        let parts = Text.parts(value, between: " ")
        guard parts.count == 2, let uuid = UUID(parts[0]), let due = Int64(decimal: parts[1]) else { return }
        let id = Todo.ID(uuid)
        let moment = Instant(milliseconds: due)
        reminders.ringing.removeAll { $0.todo == id && $0.due == moment }
        if reminders.schedule[id] == moment { reminders.told[id] = moment }
    }

    /// Reminds of a to-do once more, ten minutes from now.
    public mutating func remindLater(of todo: Todo, _ now: Instant) -> [Effect] {
        var draft = TodoDraft(todo)
        draft.reminder = now.advanced(by: Reminders.later)
        return edit(todo, to: draft, now)
    }

    /// Rings what has come due, lets go of what has been dealt with, and sets the timer to what comes next. To be called
    /// once something has happened.
    public mutating func remind(_ now: Instant) -> [Effect] {
        if reminders.schedule.count == 0, reminders.ringing.isEmpty, reminders.armed == nil { return [] }
        let since = reminders.since ?? now
        reminders.since = since
        var effects = quiet()
        if reminders.knowsShown { effects += ring(reminders.schedule.due(after: since, through: now), now) }
        return effects + arm(now)
    }

    /// Everything due until then is told.
    private mutating func tellFrom(_ moment: Instant) -> [Effect] {
        let before = replica.preferences[Preference.reminded].flatMap { Int64(decimal: $0) }
        if let before, before >= moment.milliseconds { return [] }
        return prefer(Preference.reminded, moment.milliseconds.description)
    }

    /// What was moved, cancelled, done or deleted rings no longer (R2).
    private mutating func quiet() -> [Effect] {
        let over = reminders.ringing.filter { reminders.schedule[$0.todo] != $0.due }
        if over.isEmpty { return [] }
        reminders.ringing.removeAll { over.contains($0) }
        return over.map { .quieted($0.todo) }
    }

    private mutating func ring(_ due: ArraySlice<ReminderSchedule.Entry>, _ now: Instant) -> [Effect] {
        var effects: [Effect] = []
        var latest: Instant?
        for entry in due where reminders.told[entry.todo] != entry.due {
            reminders.told[entry.todo] = entry.due
            latest = entry.due
            guard todos[entry.todo] != nil else { continue }
            let isMissed = entry.due.advanced(by: Reminders.punctual) < now
            reminders.ringing.removeAll { $0.todo == entry.todo }
            reminders.ringing.append(Reminders.Ringing(todo: entry.todo, due: entry.due, isMissed: isMissed))
            effects.append(.rang(entry.todo, due: entry.due, isMissed: isMissed))
        }
        if let latest { effects += tellFrom(latest) }
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
