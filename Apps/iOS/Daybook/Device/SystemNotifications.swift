import DaybookCore
import DaybookPhone
import Foundation
// Apple's classes are not `Sendable`. The objects here are made for one call, or are the center itself.
@preconcurrency import UserNotifications

/// Reminders as notifications of the system, with "Done" and "In 10 minutes" (R1).
@MainActor final class SystemNotifications: NSObject, PhoneNotifications {
    static let shared = SystemNotifications()

    private static let category = "reminder"
    private var center: UNUserNotificationCenter { .current() }

    /// The to-do that a notification is named after.
    private nonisolated static func todo(_ name: String) -> Todo.ID? { DaybookCore.UUID(name).map { Todo.ID($0) } }

    private override init() {
        super.init()
        center.delegate = self
        let done = UNNotificationAction(
            identifier: DeviceReminders.Reply.done.rawValue,
            title: String(localized: "Done"),
            options: []
        )
        let later = UNNotificationAction(
            identifier: DeviceReminders.Reply.later.rawValue,
            title: String(localized: "In 10 minutes"),
            options: []
        )
        let category = UNNotificationCategory(
            identifier: Self.category,
            actions: [done, later],
            intentIdentifiers: [],
            options: []
        )
        center.setNotificationCategories([category])
    }

    func notifying() async -> NotificationStatus {
        switch await center.notificationSettings().authorizationStatus {
        case .authorized, .provisional, .ephemeral: NotificationStatus(.granted)
        case .denied: NotificationStatus(.denied)
        default: NotificationStatus(.unasked)
        }
    }

    func ask() async -> NotificationStatus {
        // The answer is read from the settings: asking a second time shows nothing.
        _ = try? await center.requestAuthorization(options: [.alert, .sound, .badge])
        return await notifying()
    }

    func pending() async -> [Todo.ID] {
        await center.pendingNotificationRequests().compactMap { Self.todo($0.identifier) }
    }

    func plan(_ reminder: PlannedReminder) async {
        // A trigger without a zone goes by the clock of the place where the phone is then, and a reminder is one moment.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let moment = Date(timeIntervalSince1970: Double(reminder.due.milliseconds) / 1_000)
        let parts = calendar.dateComponents(
            [.calendar, .timeZone, .year, .month, .day, .hour, .minute, .second],
            from: moment
        )
        await add(reminder, UNCalendarNotificationTrigger(dateMatching: parts, repeats: false))
    }

    func cancel(_ todos: [Todo.ID]) {
        center.removePendingNotificationRequests(withIdentifiers: todos.map { $0.uuid.description })
    }

    func show(_ reminder: PlannedReminder) async { await add(reminder, nil) }

    /// Replaces what is planned for the to-do.
    private func add(_ reminder: PlannedReminder, _ trigger: UNNotificationTrigger?) async {
        let content = UNMutableNotificationContent()
        content.title = reminder.title
        content.body = reminder.text
        content.sound = .default
        content.categoryIdentifier = Self.category
        let name = reminder.todo.uuid.description
        try? await center.add(UNNotificationRequest(identifier: name, content: content, trigger: trigger))
    }

    func close(_ todo: Todo.ID) {
        center.removeDeliveredNotifications(withIdentifiers: [todo.uuid.description])
    }

    func closeAll() {
        center.removeAllPendingNotificationRequests()
        center.removeAllDeliveredNotifications()
        badge(0)
    }

    func badge(_ count: Int) {
        center.setBadgeCount(count)
    }
}

extension SystemNotifications: UNUserNotificationCenterDelegate {
    /// The app shows a reminder itself while it is on the screen.
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.sound])
    }

    /// A notification was tapped, or one of its buttons. It may have launched the app.
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let name = response.notification.request.identifier
        let reply = DeviceReminders.Reply(rawValue: response.actionIdentifier)
        if let id = Self.todo(name) {
            Suspension.hold { await Phone.shared.answer(id, reply) }
        }
        // The system wants to be answered on the thread on which it called.
        completionHandler()
    }
}
