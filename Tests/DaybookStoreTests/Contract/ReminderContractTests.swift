import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage knows when a reminder is due")
struct ReminderContractTests {
    @Test("[R2] set, moved and taken away", arguments: StorageKind.allCases)
    func moves(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            #expect(try await storage.next() == nil)
            try await storage.push(reminding(1, due: 9_000), to: asha)
            #expect(try await storage.next() == 9_000)
            try await storage.push(reminding(1, due: 5_000, at: 1), to: asha)
            #expect(try await storage.next() == 5_000)
            try await storage.push(reminding(2, due: 7_000), to: asha)
            try await storage.push(setting(Todo.Field.reminder, .null, of: 1, at: 2), to: asha)
            #expect(try await storage.next() == 7_000)
            #expect(try await storage.claim(at: 6_999).isEmpty)
            #expect(try await storage.claim(at: 7_000).map(\.todo) == [uuid(2)])
        }
    }

    @Test(
        "[R2] done or deleted cancels, undoing brings it back while it is in the future",
        arguments: StorageKind.allCases
    )
    func undone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 9_000), reminding(2, due: 9_000), to: asha)
            try await storage.push(setting("done", .bool(true), of: 1, at: 1), deletion(of: 2, at: 1), to: asha)
            #expect(try await storage.next() == nil)
            // Undone before the reminder's moment, and restored from the trash as a whole.
            try await storage.push(setting("done", .bool(false), of: 1, at: 2), to: asha, at: moment(8_999))
            #expect(try await storage.next() == 9_000)
            try await storage.push(reminding(2, due: 9_000, at: 3), to: asha, at: moment(8_999))
            try await storage.push(setting("done", .bool(true), of: 1, at: 4), to: asha, at: moment(8_999))
            #expect(try await storage.next() == 9_000)
            try await storage.push(deletion(of: 2, at: 5), to: asha, at: moment(8_999))
            // Undone after its moment: the reminder is past.
            try await storage.push(setting("done", .bool(false), of: 1, at: 9_001), to: asha, at: moment(9_001))
            try await storage.push(reminding(2, due: 9_000, at: 9_002), to: asha, at: moment(9_002))
            #expect(try await storage.next() == nil)
            #expect(try await storage.claim(at: 10_000).isEmpty)
        }
    }

    @Test("[R2] other edits neither move a reminder nor make it fire again", arguments: StorageKind.allCases)
    func edits(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 9_000), to: asha)
            try await storage.push(todo(1, title: "Call them", at: 1), to: asha)
            #expect(try await storage.next() == 9_000)
            let claimed = try await storage.claim(at: 9_000)
            #expect(claimed.map(\.title) == ["Call them"])
            try await storage.push(todo(1, title: "Later", at: 2), to: asha, at: moment(9_001))
            #expect(try await storage.claim(at: 9_002).isEmpty)
            for delivery in claimed { try await storage.finish(delivery, .accepted, at: moment(9_003)) }
            try await storage.push(todo(1, title: "Much later", at: 3), to: asha, at: moment(9_004))
            #expect(try await storage.next() == nil)
            #expect(try await storage.record(of: asha) == ["1>1 sent"])
        }
    }

    @Test(
        "[R1] one that was set in time and came late, from a device without network, fires; what was set late does not",
        arguments: StorageKind.allCases
    )
    func offline(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(
                reminding(1, due: 9_000, at: 100),
                reminding(2, due: 9_000, at: 9_000),
                to: asha,
                at: moment(20_000)
            )
            #expect(try await storage.next() == 20_000)
            #expect(try await storage.claim(at: 20_000).map(\.todo) == [uuid(1)])
            #expect(try await storage.record(of: asha) == ["1>1 waiting late"])
            // So late that the reminder is of no use any more.
            try await storage.push(reminding(3, due: 9_000, at: 100), to: asha, at: moment(9_000 + 86_400_000))
            #expect(try await storage.record(of: asha) == ["1>1 waiting late"])
        }
    }

    @Test(
        "[R1] a refused change sets nothing, and a to-do without a title has no reminder",
        arguments: StorageKind.allCases
    )
    func refused(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            _ = try await storage.apply([reminding(1, due: 9_000)], to: asha.id, at: moment()) { _, _ in
                [Violation(.title, .required, "")]
            }
            #expect(try await storage.next() == nil)
            try await storage.push(reminding(2, due: 9_000, title: nil), to: asha)
            try await storage.push(
                Record(kind: .note, id: uuid(3), fields: reminding(3, due: 9_000).fields),
                to: asha
            )
            #expect(try await storage.claim(at: 9_000).isEmpty)
            #expect(try await storage.next() == nil)
        }
    }

    @Test("[A14] nothing waits any more of an account that is deleted", arguments: StorageKind.allCases)
    func deletedAccount(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            let ben = try await storage.add(2, pushingTo: 2)
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 9_000), to: asha)
            try await storage.push(reminding(1, due: 7_000), to: ben)
            let claimed = try await storage.claim(at: 5_000)
            _ = try await storage.deleteAccount(asha.id)
            for delivery in claimed { try await storage.finish(delivery, .accepted, at: moment(5_001)) }
            #expect(try await storage.next() == 7_000)
            #expect(try await storage.claim(at: 9_000).map(\.account) == [ben.id])
            #expect(try await storage.record(of: asha).isEmpty)
            #expect(try await storage.reminderDevices(of: asha.id).isEmpty)
        }
    }

    @Test("a waiter gets a signal at each change that may bring the next one nearer", arguments: StorageKind.allCases)
    func signals(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            var changes = storage.reminderChanges().makeAsyncIterator()
            try await storage.push(reminding(1, due: 5_000), to: asha)
            #expect(await changes.next() != nil)
            #expect(try await storage.addTestDeliveries(uuid(9), of: asha.id, at: moment(1)) == 1)
            #expect(await changes.next() != nil)
            await storage.close()
            #expect(await changes.next() == nil)
            var late = storage.reminderChanges().makeAsyncIterator()
            #expect(await late.next() == nil)
        }
    }
}
