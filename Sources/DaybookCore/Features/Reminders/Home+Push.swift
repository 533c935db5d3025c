extension Home {
    mutating func notifyingChanged(_ notifying: Notifying) -> [Effect] {
        let before = reminders.notifying
        reminders.notifying = notifying
        if before.permission != notifying.permission { reminders.push = .off }
        return registerDevice()
    }

    /// Tells the server where to push to, and whether at all; the page of reminders shows it for each device.
    ///
    /// A device that nobody has asked about reminders has nothing to tell.
    mutating func registerDevice() -> [Effect] {
        guard notebook.connection.hasReadAll, notebook.connection.leads, reminders.push == .off else { return [] }
        let permission = reminders.notifying.permission
        if permission == .granted, reminders.notifying.obstacle == nil {
            reminders.push = .asking
            return [.request(notebook.call(.reminderKey, .get, "/api/v1/reminders/key"))]
        }
        let known = notebook.replica.preferences[Notebook.Preference.notifying] ?? Notifying.Permission.unasked.rawValue
        if remindersPage == nil, known == permission.rawValue { return [] }
        return tellDevice(nil)
    }

    mutating func tellDevice(_ address: PushAddress?) -> [Effect] {
        reminders.push = .told
        var subscription = JSON.null
        if let address {
            let keys = JSON.object([
                JSON.Member("p256dh", .string(address.key)), JSON.Member("auth", .string(address.secret)),
            ])
            subscription = .object([
                JSON.Member("endpoint", .string(address.endpoint)), JSON.Member("keys", keys),
            ])
        }
        let permission = reminders.notifying.permission.rawValue
        let body = JSON.object([
            JSON.Member("permission", .string(permission)), JSON.Member("subscription", subscription),
        ])
        let request = notebook.call(.reminderDevice, .put, "/api/v1/reminders/device", body: body.encoded)
        return carry(notebook.prefer(Notebook.Preference.notifying, permission)) + [.request(request)]
    }

    /// The server answered a call about reminders.
    mutating func remindersAnswered(_ id: Request.ID, _ answer: Answer) -> [Effect] {
        if answer.status == 401 { return isChangingSession ? [] : carry(notebook.end()) }
        switch id {
        case .reminderKey:
            guard answer.status == 200, let key = (try? JSON(answer.body))?["publicKey"]?.stringValue else {
                // It is asked again when the page begins anew, or at the next look at the reminders.
                reminders.push = .off
                return []
            }
            reminders.push = .subscribing
            return [.subscribe(key: key)]
        case .reminderDevice:
            if answer.status != 204 { reminders.push = .off }
            return remindersPage == nil ? [] : loadReminders()
        case .reminderDevices: remindersPage?.devicesAnswered(answer)
        case .reminderDeliveries: remindersPage?.deliveriesAnswered(answer)
        case .reminderTest: return testAnswered(answer)
        default: break
        }
        return []
    }
}
