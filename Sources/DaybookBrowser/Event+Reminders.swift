import DaybookCore

extension Event {
    /// What a person, or the browser for them, does about reminders.
    var reminderAction: ReminderDesk.Action? {
        switch (kind, target) {
        case (.reminder, _): return told
        case (.tap, .openReminder): return id(2).map { .openTapped($0) }
        case (.tap, .dismissReminder): return id(2).map { .dismissTapped($0) }
        case (.tap, .remindLater): return id(2).map { .replyTapped($0, .later) }
        case (.tap, .remindDone): return id(2).map { .replyTapped($0, .done) }
        case (.tap, .allowReminders): return .allowTapped
        case (.tap, .testReminder): return .testTapped
        case (.tap, .reloadReminders): return .reloadTapped
        default: return nil
        }
    }

    /// What the browser tells of notifications.
    private var told: ReminderDesk.Action? {
        switch self[1] {
        case "shown":
            var entries: [ReminderSchedule.Entry] = []
            for place in stride(from: 2, to: count - 1, by: 2) {
                guard let todo = id(place), let due = Int64(decimal: self[place + 1]) else { continue }
                entries.append(ReminderSchedule.Entry(due: Instant(milliseconds: due), todo: todo))
            }
            return .shown(entries)
        case "subscribed": return .subscribed(PushAddress(endpoint: self[2], key: self[3], secret: self[4]))
        case "refused": return .notSubscribed
        case "answered":
            guard let todo = id(2), let reply = ReminderDesk.Reply(rawValue: self[3]) else { return nil }
            return .answered(todo, reply)
        case "open": return id(2).map { .openTapped($0) }
        default: return nil
        }
    }

    /// What the browser says of its notifications, in two texts.
    func notifying(_ place: Int) -> Notifying {
        let permission = Notifying.Permission(rawValue: self[place]) ?? .unsupported
        return Notifying(permission, obstacle: Notifying.Obstacle(rawValue: self[place + 1]))
    }
}
