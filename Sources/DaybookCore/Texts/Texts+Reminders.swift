/// The texts of reminders.
extension Texts {
    static func timeIsUp(_ title: String) -> String { phrase("Time is up: \(title)") }
    static func missed(_ title: String) -> String { phrase("Missed: \(title)") }
    static var onlyWhileOpen: String {
        "Notifications are off on this device. The reminder shows while Daybook is open here."
    }

    static func remindsAgain(_ due: Instant, now: Instant, zone: TimeZone) -> String {
        phrase("Reminds again \(moment(due, now: now, zone: zone)).")
    }

    /// The name of a moment to which a reminder can be put off.
    public static func label(_ snooze: Snooze) -> String {
        switch snooze {
        case .tenMinutes: Labels.snoozeTenMinutes
        case .hour: Labels.oneHour
        case .tonight: Labels.tonight
        case .tomorrow: Labels.tomorrow
        }
    }

    /// The name of a moment that is offered for a new reminder.
    public static func offer(_ choice: Snooze, _ habits: Habits) -> String {
        switch choice {
        case .tenMinutes: "In 10 minutes"
        case .hour: "In 1 hour"
        case .tonight: phrase("Tonight \(clock(20 * 60, habits))")
        case .tomorrow: phrase("Tomorrow \(clock(9 * 60, habits))")
        }
    }

    static func testSent(_ count: Int) -> String {
        count == 1 ? "Sent to 1 device." : phrase("Sent to \(count) devices.")
    }

    /// The name of the button that turns a recognised time or tag back into plain text.
    public static func plainPiece(_ words: String) -> String { phrase("\(words): keep it as plain text") }

    /// The name of the button that lets plain text be recognised again.
    public static func understandPiece(_ words: String) -> String { phrase("\(words): read it as a time or tag again") }

    /// The number of reminders that wait below the visible ones.
    public static func moreReminders(_ count: Int) -> String {
        count == 1 ? "1 more reminder" : phrase("\(count) more reminders")
    }

    /// The time of a reminder that rings. It is not the deadline.
    public static func reminderTime(_ time: Instant, now: Instant, zone: TimeZone) -> String {
        phrase("Reminder time: \(moment(time, now: now, zone: zone))")
    }

    /// The deadline of a to-do whose reminder rings.
    public static func deadlineTime(_ deadline: Instant, now: Instant, zone: TimeZone) -> String {
        phrase("Deadline: \(due(deadline, now: now, zone: zone).text)")
    }

    /// The state of notifications on this device, and what the person can do if it shows none.
    public static func notifying(_ state: NotificationStatus) -> String {
        switch (state.permission, state.obstacle) {
        case (_, .notInstalled):
            "On an iPhone or iPad, put Daybook on the home screen first: Share, then “Add to Home Screen”. Opened from "
                + "there it can remind you."
        case (_, .insecure):
            "Daybook was not opened over a secure connection (https), so the browser shows no notifications. Reminders "
                + "show while Daybook is open."
        case (.denied, _):
            "Notifications are blocked here. Reminders show while Daybook is open. To change that, allow notifications "
                + "for this site in the browser’s settings."
        case (.unsupported, _), (_, .noWorker):
            "This browser, or this private window, shows no notifications. Reminders show while Daybook is open."
        case (.unasked, .noPush):
            "Allow notifications, and reminders arrive here while Daybook is open somewhere in this browser. This browser "
                + "cannot remind you when Daybook is closed."
        case (.unasked, _):
            "Allow notifications, and reminders arrive here also when Daybook is closed."
        case (.granted, nil): "Reminders arrive here, also when Daybook is closed."
        case (.granted, .noPush):
            "Reminders arrive here while Daybook is open somewhere in this browser. This browser cannot remind you when "
                + "Daybook is closed."
        case (.granted, .refused):
            "Reminders arrive here while Daybook is open. The browser did not set them up for when it is closed. Reload "
                + "Daybook to try again."
        }
    }

    /// The state of notifications on another device.
    public static func notifying(_ device: RemindersScreen.Device) -> String {
        switch device.permission {
        case .granted: device.isPushed ? "Reminders arrive" : "Reminders arrive while Daybook is open there"
        case .denied: "Notifications are not allowed there"
        case .unsupported: "Cannot show notifications"
        case .unasked, nil: "Not asked yet"
        }
    }

    /// The course of a delivery, with its times.
    public static func delivery(_ delivery: RemindersScreen.Delivery, now: Instant, zone: TimeZone) -> String {
        var text = phrase("Set for \(precise(delivery.due, now: now, zone: zone))")
        if delivery.isLate { text += " (the server was off then)" }
        let day = zone.date(at: delivery.due)
        // The day is repeated only when it differs.
        func since(_ instant: Instant) -> String {
            zone.date(at: instant) == day ? precise(instant, zone: zone) : precise(instant, now: now, zone: zone)
        }
        if let sent = delivery.sent { text += phrase(", sent \(since(sent))") }
        if let shown = delivery.shown { text += phrase(", shown \(since(shown))") }
        switch delivery.state {
        case .waiting: text += ", on its way"
        case .failed: text += ", " + failure(delivery.reason)
        case .sent, .shown: break
        }
        return text
    }

    private static func failure(_ reason: String?) -> String {
        switch reason {
        case "missed": "not sent: the server was off for more than a day"
        case "gone", "unsubscribed": "not delivered: that device can no longer be reached. Open Daybook there once."
        case "cancelled": "not sent: it was moved, done or deleted"
        case "unreachable": "not delivered: the browser’s notification service could not be reached in time"
        case "refused": "not delivered: the browser’s notification service refused it"
        case "too_large": "not delivered: it was too long"
        default: "not delivered"
        }
    }

    /// A moment to the second: "today 09:00:01".
    private static func precise(_ instant: Instant, now: Instant, zone: TimeZone) -> String {
        day(zone.date(at: instant), today: zone.date(at: now)) + " " + precise(instant, zone: zone)
    }

    /// A time of day to the second: "09:00:01".
    private static func precise(_ instant: Instant, zone: TimeZone) -> String {
        clock(zone.minuteOfDay(at: instant), zone.habits, seconds: Int(instant.milliseconds / 1_000 % 60))
    }
}
