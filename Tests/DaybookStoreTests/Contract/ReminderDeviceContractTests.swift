import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage knows which devices can show reminders")
struct ReminderDeviceContractTests {
    private func device(
        _ session: UInt64,
        _ permission: NotificationPermission,
        _ subscription: ReminderSubscription? = nil,
        at milliseconds: Int64 = 0
    ) -> ReminderDevice {
        ReminderDevice(
            session: SessionID(uuid(session)),
            permission: permission,
            subscription: subscription,
            changedAt: moment(milliseconds)
        )
    }

    @Test("[R4] a device's last report counts, and the latest device comes first", arguments: StorageKind.allCases)
    func reported(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.createSession(newSession(2, of: asha))
            for permission in NotificationPermission.allCases {
                try await storage.setReminderDevice(device(1, permission), of: asha.id)
                #expect(try await storage.reminderDevices(of: asha.id) == [device(1, permission)])
            }
            let pushed = device(2, .granted, subscription(2), at: 5)
            try await storage.setReminderDevice(pushed, of: asha.id)
            #expect(try await storage.reminderDevices(of: asha.id) == [pushed, device(1, .unsupported)])
            try await storage.setReminderDevice(device(2, .denied, at: 6), of: asha.id)
            #expect(try await storage.reminderDevices(of: asha.id).first == device(2, .denied, at: 6))
        }
    }

    @Test("[A11] only a session of the account can speak for itself", arguments: StorageKind.allCases)
    func foreign(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            for session: UInt64 in [2, 99] {
                await #expect(throws: StorageError.accountGone) {
                    try await storage.setReminderDevice(device(session, .granted), of: asha.id)
                }
            }
            #expect(try await storage.reminderDevices(of: ben.id).isEmpty)
        }
    }

    @Test("a subscription moves with its browser to the account that signs in there", arguments: StorageKind.allCases)
    func movesOn(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            let ben = try await storage.add(2)
            let bens = device(2, .granted, subscription(1), at: 1)
            try await storage.setReminderDevice(bens, of: ben.id)
            #expect(try await storage.reminderDevices(of: ben.id) == [bens])
            #expect(try await storage.reminderDevices(of: asha.id) == [device(1, .granted)])
            // The same browser reports the same again.
            try await storage.setReminderDevice(bens, of: ben.id)
            #expect(try await storage.reminderDevices(of: ben.id) == [bens])
        }
    }

    @Test("[R1] a device gets no push after logging out, and is not listed any more", arguments: StorageKind.allCases)
    func loggedOut(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1, 2, 3)
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 9_000), to: asha)
            let first = try await storage.claim(at: 5_000)
            #expect(first.map(\.session.id.uuid) == [uuid(1), uuid(2), uuid(3)])
            _ = try await storage.deleteSession(SessionID(uuid(2)), of: asha.id, .signedOut(occasion()))
            for delivery in first { try await storage.finish(delivery, .accepted, at: moment(5_001)) }
            #expect(try await storage.record(of: asha) == ["1>1 sent", "1>3 sent"])
            try await storage.deleteSessions(of: asha.id, but: SessionID(uuid(1)), on: occasion())
            #expect(try await storage.claim(at: 9_000).map(\.session.id.uuid) == [uuid(1)])
            #expect(try await storage.reminderDevices(of: asha.id).map(\.session.uuid) == [uuid(1)])
        }
    }

    @Test(
        "a new password ends the pushes to the others, and the device that changed it goes on",
        arguments: StorageKind.allCases
    )
    func newPassword(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1, 2)
            let change = PasswordChange(
                from: asha.passwordHash,
                to: "another",
                session: SessionID(uuid(1)),
                token: token(9),
                occasion: occasion(),
                attempt: nil
            )
            #expect(try await storage.changePassword(of: asha.id, change))
            #expect(try await storage.reminderDevices(of: asha.id) == [device(1, .granted, subscription(1))])
        }
    }

    @Test("of very many devices those that spoke last are remembered", arguments: StorageKind.allCases)
    func many(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for number: UInt64 in 2...60 {
                try await storage.createSession(newSession(number, of: asha))
                try await storage.subscribe(number, of: asha, at: Int64(number))
            }
            let sessions = try await storage.reminderDevices(of: asha.id).map { number($0.session.uuid) }
            #expect(sessions == (11...60).reversed())
        }
    }
}
