// Reports to the server whether this device may notify, and its push subscription.

extension DeviceReminders {
    mutating func notifyingChanged(
        _ notifying: NotificationStatus,
        _ notebook: inout Notebook,
        isAsked: Bool
    ) -> [Outcome] {
        if self.notifying.permission != notifying.permission { push = .off }
        self.notifying = notifying
        return register(&notebook, isAsked: isAsked)
    }

    /// Reports this device's permission and subscription to the server. `isAsked`: the reminders screen, which shows
    /// them for each device, is open. Otherwise a device that was never asked for permission reports nothing.
    mutating func register(_ notebook: inout Notebook, isAsked: Bool) -> [Outcome] {
        guard notebook.connection.hasReadAll, notebook.connection.leads, push == .off else { return [] }
        let permission = notifying.permission
        if permission == .granted, notifying.obstacle == nil {
            push = .asking
            return [.effect(.request(notebook.call(.reminderKey, .get, "/api/v1/reminders/key")))]
        }
        let known =
            notebook.replica.preferences[Notebook.Preference.notifying]
            ?? NotificationStatus.Permission.unasked.rawValue
        if !isAsked, known == permission.rawValue { return [] }
        return sendPushAddress(nil, &notebook)
    }

    mutating func sendPushAddress(_ address: PushAddress?, _ notebook: inout Notebook) -> [Outcome] {
        push = .reported
        let permission = notifying.permission.rawValue
        let body = JSON.object([
            JSON.Member("permission", .string(permission)), JSON.Member("subscription", address?.json ?? .null),
        ])
        let request = notebook.call(.reminderDevice, .put, "/api/v1/reminders/device", body: body.encoded)
        return [Outcome](notebook.prefer(Notebook.Preference.notifying, permission)) + [.effect(.request(request))]
    }

    /// The server answered a call about this device.
    mutating func answered(_ id: Request.ID, _ answer: Answer) -> [Outcome] {
        guard id == .reminderKey else {
            if answer.status != 204 { push = .off }
            return []
        }
        guard answer.status == 200, let key = (try? JSON(answer.body))?["publicKey"]?.stringValue else {
            // The call is repeated at the next launch, or when the reminders screen opens next.
            push = .off
            return []
        }
        push = .subscribing
        return [.effect(.subscribe(key: key))]
    }
}

extension PushAddress {
    fileprivate var json: JSON {
        let keys = JSON.object([JSON.Member("p256dh", .string(key)), JSON.Member("auth", .string(secret))])
        return .object([JSON.Member("endpoint", .string(endpoint)), JSON.Member("keys", keys)])
    }
}
