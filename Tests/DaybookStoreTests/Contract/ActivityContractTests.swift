import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage tells what happened to an account")
struct ActivityContractTests {
    @Test("[A14] each step is told with its time and device, the newest first", arguments: StorageKind.allCases)
    func told(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.createSession(newSession(11, of: asha, device: "Phone"))
            try await storage.createSession(newSession(12, of: asha, device: "Tablet"))
            let here = occasion(7, device: "Phone")
            _ = try await storage.updateAccount(asha.id, AccountChange(name: "Asha Rao"), on: here)
            _ = try await storage.deleteSession(SessionID(uuid(12)), of: asha.id, .ended(here))
            try await storage.deleteSessions(of: asha.id, but: SessionID(uuid(11)), on: here)
            // There is no other session left to end, so no activity is added.
            try await storage.deleteSessions(of: asha.id, but: SessionID(uuid(11)), on: here)
            _ = try await storage.deleteSession(SessionID(uuid(11)), of: asha.id, .signedOut(here))
            try await storage.addActivity(ActivityEntry(.exported, at: moment(8), device: nil), to: asha.id)
            #expect(
                try await storage.activity(of: asha.id, limit: 100) == [
                    ActivityEntry(.exported, at: moment(8), device: nil),
                    ActivityEntry(.signedOut, at: moment(7), device: "Phone"),
                    ActivityEntry(.otherSessionsEnded, at: moment(7), device: "Phone"),
                    ActivityEntry(.sessionEnded, at: moment(7), device: "Phone"),
                    ActivityEntry(.detailsChanged, at: moment(7), device: "Phone"),
                    ActivityEntry(.signedIn, at: moment(), device: "Tablet"),
                    ActivityEntry(.signedIn, at: moment(), device: "Phone"),
                    ActivityEntry(.signedUp, at: moment(), device: nil),
                ]
            )
            #expect(try await storage.activity(of: asha.id, limit: 2).map(\.kind) == [.exported, .signedOut])
        }
    }

    @Test("a step that was not taken is not told", arguments: StorageKind.allCases)
    func notTaken(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            _ = try? await storage.updateAccount(asha.id, AccountChange(email: ben.email), on: occasion())
            _ = try await storage.deleteSession(SessionID(uuid(2)), of: asha.id, .ended(occasion()))
            _ = try await storage.deleteSession(SessionID(uuid(1)), of: asha.id, .expired)
            #expect(try await storage.activity(of: asha.id, limit: 100).map(\.kind) == [.signedUp])
            #expect(try await storage.activity(of: ben.id, limit: 100).map(\.kind) == [.signedUp])
            let entry = ActivityEntry(.imported, at: moment(), device: nil)
            await #expect(throws: StorageError.accountGone) {
                try await storage.addActivity(entry, to: AccountID(uuid(99)))
            }
            #expect(try await storage.activity(of: AccountID(uuid(99)), limit: 100).isEmpty)
        }
    }

    @Test("the newest five hundred are kept, of each account", arguments: StorageKind.allCases)
    func kept(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await withThrowingTaskGroup { group in
                for number: Int64 in 1...520 {
                    let entry = ActivityEntry(.exported, at: moment(number), device: nil)
                    group.addTask { try await storage.addActivity(entry, to: asha.id) }
                }
                try await group.waitForAll()
            }
            let last = ActivityEntry(.imported, at: moment(600), device: nil)
            try await storage.addActivity(last, to: asha.id)
            let entries = try await storage.activity(of: asha.id, limit: 1_000)
            #expect(entries.count == ActivityEntry.kept)
            #expect(entries.first == last)
            #expect(!entries.contains { $0.kind == .signedUp })
            #expect(try await storage.activity(of: ben.id, limit: 1_000).map(\.kind) == [.signedUp])
        }
    }
}
