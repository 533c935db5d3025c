import DaybookCore

/// The reminders that ring: cards above everything else (R1, R3).
struct RingingView {
    var home: Home
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        for ringing in home.notebook.reminders.ringing.suffix(RingingView.shown) {
            guard let todo = home.notebook.todos[ringing.todo] else { continue }
            write(ringing, todo, to: &html)
        }
        let more = home.notebook.reminders.ringing.count - RingingView.shown
        if more > 0 { html.text(Texts.moreReminders(more), in: "<p class=\"ringing-more\" data-key=\"more\">", "</p>") }
    }

    /// More would cover the screen; the others follow as these are dealt with.
    private static let shown = 3

    private func write(_ ringing: Reminders.Ringing, _ todo: Todo, to html: inout HTML) {
        html.markup("<section class=\"ringing\" data-leave data-card data-key=\"")
        html.id(todo.id)
        html.markup("\"")
        html.on(.dismiss, .home(.reminder(.dismissTapped(todo.id))))
        html.attribute("aria-label", todo.title)
        html.markup("><div class=\"ringing-head\">")
        html.icon("i-bell")
        html.text(ringing.isMissed ? Labels.missed : Labels.timeIsUp, in: "<span>", "</span>")
        html.text(Texts.reminderTime(ringing.due, now: now, zone: zone), in: "<span class=\"is-faded\">", "</span>")
        html.iconButton(Labels.dismiss, icon: "i-close", .home(.reminder(.dismissTapped(todo.id))))
        html.markup("</div>")
        html.openButton("ringing-body", .home(.reminder(.openTapped(todo.id))))
        html.text(todo.title, in: "><span class=\"ringing-title\" dir=\"auto\">", "</span>")
        if let detail = todo.detail { html.text(detail, in: "<span class=\"ringing-detail\" dir=\"auto\">", "</span>") }
        if let deadline = todo.deadline {
            let words = Texts.deadlineTime(deadline, now: now, zone: zone)
            html.text(words, in: "<span class=\"ringing-detail\" data-key=\"deadline\">", "</span>")
        }
        html.markup("</button><div class=\"ringing-actions\">")
        html.button(Labels.snoozeTenMinutes, .home(.reminder(.snoozeTapped(todo.id, .tenMinutes))))
        html.button(Labels.done, .home(.reminder(.replyTapped(todo.id, .done))), class: "button is-primary")
        html.markup("</div><div class=\"chips\" role=\"group\"")
        html.attribute("aria-label", Labels.snooze)
        html.markup(">")
        for snooze in [Snooze.hour, .tonight, .tomorrow] where snooze.moment(now, in: zone) != nil {
            html.button(Texts.label(snooze), .home(.reminder(.snoozeTapped(todo.id, snooze))), class: "chip")
        }
        html.markup("</div></section>")
    }
}

/// Whether this device and the others may notify, and how the last reminders went (R4).
struct RemindersScreenView {
    var screen: RemindersScreen
    var notifying: NotificationStatus
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.openScreen(Labels.reminders)
        if let note = screen.note {
            html.text(note, in: "<p class=\"form-notice\" role=\"status\" data-key=\"note\">", "</p>")
        }
        writeThisDevice(to: &html)
        writeDevices(to: &html)
        writeDeliveries(to: &html)
        html.markup("</div></dialog>")
    }

    private func writeThisDevice(to html: inout HTML) {
        html.openSection(Labels.thisDevice, "this")
        html.text(Texts.notifying(notifying), in: "<p class=\"screen-line\" data-key=\"state\">", "</p>")
        if notifying.permission == .unasked, notifying.obstacle != .insecure {
            html.button(Labels.allowNotifications, .home(.reminder(.allowTapped)), class: "button is-primary")
        }
        html.text(Labels.testText, in: "<p class=\"screen-line is-faded\" data-key=\"test-text\">", "</p>")
        html.openButton("button", .home(.upper(.testTapped)))
        html.markup(" data-key=\"test\"")
        if screen.isTesting { html.markup(" aria-disabled=\"true\" aria-busy=\"true\"") }
        html.text(screen.isTesting ? Labels.sendingTest : Labels.sendTest, in: ">", "</button></section>")
    }

    private func writeDevices(to html: inout HTML) {
        html.openSection(Labels.devices, "devices")
        if let devices = html.fetched(screen.devices, reload: .home(.upper(.reloadTapped))) {
            html.markup("<ul class=\"screen-list is-plain\" data-key=\"list\">")
            for device in devices {
                let name = device.name.isEmpty ? Labels.unknownDevice : device.name
                html.markup("<li")
                html.attribute("data-key", device.id.description)
                html.text(name, in: "><div><p dir=\"auto\">", "</p><p class=\"is-faded\">")
                if device.isCurrent { html.text(Labels.thisDevice, in: "", ". ") }
                html.text(Texts.notifying(device), in: "", "</p></div></li>")
            }
            html.markup("</ul>")
        }
        html.markup("</section>")
    }

    private func writeDeliveries(to html: inout HTML) {
        html.openSection(Labels.lastDeliveries, "deliveries")
        if let deliveries = html.fetched(screen.deliveries, reload: .home(.upper(.reloadTapped))) {
            if deliveries.isEmpty {
                html.text(Labels.noDeliveries, in: "<p class=\"screen-line is-faded\" data-key=\"none\">", "</p>")
            }
            html.markup("<ul class=\"screen-list is-plain\" data-key=\"list\">")
            for delivery in deliveries {
                let title = delivery.isTest ? Labels.testReminder : delivery.title ?? Labels.aTodo
                html.text(title, in: "<li><div><p dir=\"auto\">", "</p><p class=\"is-faded\" dir=\"auto\">")
                html.text(delivery.device.isEmpty ? Labels.unknownDevice : delivery.device, in: "", ". ")
                html.text(Texts.delivery(delivery, now: now, zone: zone), in: "", "</p></div></li>")
            }
            html.markup("</ul>")
        }
        html.markup("</section>")
    }
}
