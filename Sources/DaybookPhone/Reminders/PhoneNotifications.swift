import DaybookCore

/// A reminder that the system is to show, also while the app does not run.
public struct PlannedReminder: Equatable, Sendable {
    /// The to-do.
    public var todo: Todo.ID
    /// When to show it.
    public var due: Instant
    /// "Time is up".
    public var title: String
    /// The to-do's title, and its detail on lines of their own.
    public var text: String
}

/// The notifications of a device.
@MainActor public protocol PhoneNotifications: AnyObject {
    /// Whether the device may notify.
    func notifying() async -> NotificationStatus
    /// Asks the person, unless the person has answered before, and returns whether the device may notify.
    func ask() async -> NotificationStatus
    /// The to-dos whose reminders the system is to show.
    func pending() async -> [Todo.ID]
    /// Has the system show a reminder when it is due, in place of an earlier one of the same to-do.
    func plan(_ reminder: PlannedReminder) async
    /// Has the system not show the reminders of these to-dos.
    func cancel(_ todos: [Todo.ID])
    /// Shows a reminder at once.
    func show(_ reminder: PlannedReminder) async
    /// Removes the notification of a to-do that shows.
    func close(_ todo: Todo.ID)
    /// Removes every notification that shows, and the number on the icon.
    func closeAll()
    /// The number on the app's icon; no number for 0.
    func badge(_ count: Int)
}

/// The reminders that are given to the system, by the schedule of a notebook.
public enum ReminderPlan {
    /// An iPhone keeps the 64 soonest notifications of an app and drops the others without notice.
    public static let limit = 60

    /// The reminders that are due next, soonest first.
    public static func reminders(_ notebook: Notebook, after now: Instant) -> [PlannedReminder] {
        let end = Instant(milliseconds: .max)
        return notebook.reminders.schedule.due(after: now, through: end).prefix(limit).compactMap { entry in
            notebook.todos[entry.todo].map { PlannedReminder($0, due: entry.due) }
        }
    }
}

extension PlannedReminder {
    init(_ todo: Todo, due: Instant) {
        let text = todo.detail.map { todo.title + "\n" + $0 } ?? todo.title
        self.init(todo: todo.id, due: due, title: Labels.timeIsUp, text: text)
    }
}
