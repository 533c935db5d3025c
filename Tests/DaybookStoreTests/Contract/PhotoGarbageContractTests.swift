import DaybookCore
import Testing

@testable import DaybookStore

@Suite("Every storage forgets photos that no note uses")
struct PhotoGarbageContractTests {
    private func day(_ number: Int64, minutes: Int64 = 0) -> Instant {
        moment().advanced(by: .days(number)).advanced(by: .minutes(minutes))
    }

    private func milliseconds(_ day: Int64) -> Int64 { day * 86_400_000 }

    /// The photos that are left.
    private func left(_ storage: any Storage, _ account: StoredAccount) async throws -> [String] {
        let photos = try await storage.photos(of: account.id, after: nil, limit: 99)
        return photos.map { String(decoding: $0.facts.sha256.bytes.filter { $0 != 0 }, as: UTF8.self) }
    }

    @Test("[N6] one that no note uses is removed after a day, with its bytes", arguments: StorageKind.allCases)
    func unused(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.keep("used", of: asha)
            try await storage.keep("small", of: asha)
            try await storage.keep("unused", of: asha)
            try await storage.keep("unused", of: ben)
            try await storage.push(note(1), photo(2, "used", in: 1, thumbnail: "small"), to: asha)
            // Ben's note has no effect on other accounts.
            try await storage.push(note(1), photo(2, "unused", in: 1), to: ben)
            let gone = try #require(try await storage.photo(digest(of: "unused"), of: asha.id))
            #expect(try await storage.collectGarbage(at: day(1, minutes: -1)).photos == 0)
            #expect(try await left(storage, asha) == ["small", "unused", "used"])
            #expect(try await storage.collectGarbage(at: day(1)).photos == 1)
            #expect(try await left(storage, asha) == ["small", "used"])
            #expect(try await storage.openPhoto(gone) == nil)
            #expect(try await storage.collectGarbage(at: day(400)).photos == 0)
            #expect(try await storage.read("used", of: asha) == "used")
            #expect(try await storage.read("unused", of: ben) == "unused")
        }
    }

    @Test("[N6] a photo that comes again, or is about to be used, has another day", arguments: StorageKind.allCases)
    func touched(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha)
            let touched = try await storage.touchPhoto(digest(of: "lake"), of: asha.id, at: day(1, minutes: -1))
            #expect(touched?.unusedSince == day(1, minutes: -1) && touched?.storedAt == day(0))
            #expect(try await storage.collectGarbage(at: day(1)).photos == 0)
            try await storage.push(note(1), photo(2, "lake", in: 1), to: asha)
            #expect(try await storage.collectGarbage(at: day(9)).photos == 0)
            // From now on the photo is known to be used, and touching it changes nothing.
            #expect(try await storage.touchPhoto(digest(of: "lake"), of: asha.id, at: day(10))?.unusedSince == nil)
            #expect(try await storage.collectGarbage(at: day(50)).photos == 0)
        }
    }

    @Test(
        "[N6] [S12] what is in the trash is used for 30 days; a day after that it goes",
        arguments: StorageKind.allCases,
        [true, false]
    )
    func trash(_ kind: StorageKind, isNote: Bool) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha)
            try await storage.push(note(1), photo(2, "lake", in: 1), to: asha)
            #expect(try await storage.collectGarbage(at: day(5)).photos == 0)
            let key = isNote ? note(1).key : photo(2, "", in: 1).key
            let delete = Record(kind: key.kind, id: key.id, fields: [], deleted: stamp(milliseconds(5)))
            try await storage.push(delete, to: asha, at: day(5))
            #expect(try await storage.collectGarbage(at: day(35)).photos == 0)
            #expect(try await storage.photo(digest(of: "lake"), of: asha.id)?.unusedSince == nil)
            #expect(try await storage.collectGarbage(at: day(35, minutes: 1)).photos == 0)
            #expect(try await storage.photo(digest(of: "lake"), of: asha.id)?.unusedSince == day(35, minutes: 1))
            #expect(try await storage.collectGarbage(at: day(36)).photos == 0)
            #expect(try await storage.collectGarbage(at: day(36, minutes: 1)).photos == 1)
            #expect(try await left(storage, asha).isEmpty)
        }
    }

    @Test("[N6] [S4] what comes back from the trash in time keeps its photo", arguments: StorageKind.allCases)
    func back(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha)
            try await storage.push(note(1), photo(2, "lake", in: 1), to: asha)
            try await storage.push(note(1, deleted: milliseconds(5)), to: asha, at: day(5))
            try await storage.push(note(1, at: milliseconds(6)), to: asha, at: day(6))
            #expect(try await storage.collectGarbage(at: day(60)).photos == 0)
            try await storage.push(photo(2, "lake", in: 1, deleted: milliseconds(60)), to: asha, at: day(60))
            #expect(try await storage.collectGarbage(at: day(91)).photos == 0)
            // Used again within its last day.
            try await storage.push(photo(3, "lake", in: 1, at: milliseconds(91)), to: asha, at: day(91))
            #expect(try await storage.collectGarbage(at: day(93)).photos == 0)
            #expect(try await storage.photo(digest(of: "lake"), of: asha.id)?.unusedSince == nil)
        }
    }

    @Test("[N6] a note that has not come yet may come for 30 days", arguments: StorageKind.allCases)
    func early(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for text in ["early", "orphan"] { try await storage.keep(text, of: asha) }
            try await storage.push(photo(2, "early", in: 1), photo(3, "orphan", in: 9), to: asha)
            #expect(try await storage.collectGarbage(at: day(29)).photos == 0)
            try await storage.push(note(1), to: asha, at: day(29))
            #expect(try await storage.collectGarbage(at: day(31)).photos == 0)
            #expect(try await storage.collectGarbage(at: day(32)).photos == 1)
            #expect(try await left(storage, asha) == ["early"])
        }
    }

    @Test("[N6] large records of photos whose notes are gone go in slices")
    func largeOrphans() async throws {
        var budgets = Budgets()
        budgets[.transactionBytes] = 64 << 10
        try await withTemporaryFolder { folder in
            let storage = try Storages.sqlite(path: folder + "/daybook.sqlite", budgets: budgets)
            let asha = try await storage.add(1)
            let large = JSON.string(String(repeating: "a", count: 10_000))
            for number: UInt64 in 1...30 {
                var record = photo(number + 10, "lake", in: number == 30 ? 2 : 1)
                record.merge(.init("later", large, stamp(0)))
                try await storage.push(record, to: asha, at: day(0))
            }
            try await storage.push(note(2), to: asha, at: day(0))
            _ = try await storage.collectGarbage(at: day(31))
            let alive = try await storage.pull(asha).changes.filter(\.record.isAlive).map(\.record.id)
            #expect(Set(alive) == [uuid(2), uuid(40)])
            await storage.close()
        }
    }
}
