import DaybookCore
import Testing

@testable import DaybookStore

@Suite("Every storage forgets what was kept long enough")
struct GarbageContractTests {
    private func day(_ number: Int64) -> Instant { moment().advanced(by: .days(number)) }

    private func delete(_ number: UInt64, at milliseconds: Int64) -> Record {
        Record(kind: .todo, id: uuid(number), deleted: stamp(milliseconds))
    }

    @Test("[S12] history is kept 30 days from when it was replaced, and not longer", arguments: StorageKind.allCases)
    func history(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for number: Int64 in 0...4 {
                try await storage.push(todo(1, title: "t\(number)", at: number), to: asha, at: day(number))
            }
            #expect(try await storage.collectGarbage(at: day(30)) == Garbage())
            #expect(try await storage.history(of: asha.id, todo(1).key).count == 4)
            var two = Garbage()
            two.entries = 2
            #expect(try await storage.collectGarbage(at: day(32)) == two)
            #expect(try await storage.history(of: asha.id, todo(1).key).map(\.number) == [4, 3])
            #expect(try await storage.collectGarbage(at: day(99)) == two)
            // The numbers of deleted entries are not used again.
            try await storage.push(todo(1, title: "New", at: 9), to: asha, at: day(99))
            #expect(try await storage.history(of: asha.id, todo(1).key).map(\.number) == [5])
        }
    }

    @Test("[S10] a deleted record goes for good 90 days after its last change came", arguments: StorageKind.allCases)
    func records(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.push(todo(1), todo(2), todo(3), todo(4), todo(5), to: asha)
            try await storage.push(delete(1, at: 5), delete(2, at: 5), delete(3, at: 5), to: asha)
            // 2 is revived; a later change of 3 leaves it deleted.
            try await storage.push(todo(2, title: "Back", at: 6), to: asha, at: day(1))
            try await storage.push(todo(3, title: "Late", at: 4), to: asha, at: day(50))
            try await storage.push(todo(1), to: ben)
            #expect(try await storage.collectGarbage(at: day(89)).records == 0)
            #expect(try await storage.pull(asha).forgotten == 0)
            #expect(try await storage.collectGarbage(at: day(90)).records == 1)
            #expect(try await storage.record(todo(1).key, of: asha.id) == nil)
            let page = try await storage.pull(asha)
            #expect(page.changes.map(\.record.id) == [uuid(4), uuid(5), uuid(2), uuid(3)])
            #expect(page.cursor == 10 && page.forgotten == 6)
            #expect(try await storage.pull(asha, after: 10).forgotten == 6)
            #expect(try await storage.collectGarbage(at: day(140)).records == 1)
            #expect(try await storage.pull(asha).forgotten == 10)
            #expect(try await storage.pull(ben).forgotten == 0)
            #expect(try await storage.record(todo(1).key, of: ben.id) != nil)
            // A forgotten record can be created again.
            try await storage.push(todo(1, title: "Anew", at: 9), to: asha, at: day(141))
            #expect(try await storage.pull(asha, after: 10).changes.map(\.cursor) == [11])
        }
    }

    @Test("[S10] a deleted record with much history goes in slices too")
    func muchHistory() async throws {
        var budgets = Budgets()
        budgets[.transactionRows] = 3
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: budgets)
            let asha = try await storage.add(1)
            for number: UInt64 in 1...3 {
                try await storage.push(todo(number, title: "New", at: 40), delete(number, at: 50), to: asha, at: day(0))
                // Values that come too late are kept in the history, and leave the record as it is.
                for late: Int64 in 1...8 {
                    try await storage.push(todo(number, title: "t\(late)", at: late), to: asha, at: day(89))
                }
            }
            let entries = try await storage.entryCount(of: asha.id)
            #expect(entries >= 24)
            let garbage = try await storage.collectGarbage(at: day(90))
            #expect(garbage.records == 3 && garbage.entries == entries)
            #expect(try await storage.recount(of: asha.id).bytes == 0)
            await storage.close()
        }
    }

    @Test("[S10] thousands go in slices, and who lives among them stays", arguments: StorageKind.allCases)
    func slices(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let numbers: [UInt64] = Array(1...1_000)
            _ = try await storage.apply(numbers.map { todo($0) }, to: asha.id, at: day(0)) { _, _ in [] }
            let changed = numbers.map { todo($0, title: "Two", at: 1) }
            _ = try await storage.apply(changed, to: asha.id, at: day(0)) { _, _ in [] }
            _ = try await storage.apply(numbers.map { delete($0, at: 5) }, to: asha.id, at: day(0)) { _, _ in [] }
            let back = numbers.filter { $0.isMultiple(of: 3) }.map { todo($0, title: "Back", at: 6) }
            _ = try await storage.apply(back, to: asha.id, at: day(0)) { _, _ in [] }
            let garbage = try await storage.collectGarbage(at: day(100))
            #expect(garbage.records == 667 && garbage.entries == 1_333)
            #expect(try await storage.pull(asha).changes.count == 333)
            #expect(try await storage.pull(asha).forgotten == 3_000)
        }
    }

    @Test("a device is remembered with its name, and forgotten after 400 days", arguments: StorageKind.allCases)
    func devices(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.registerDevice(uuid(1), name: "Phone", of: asha.id, at: day(0))
            try await storage.registerDevice(uuid(2), name: nil, of: asha.id, at: day(1))
            try await storage.registerDevice(uuid(1), name: nil, of: asha.id, at: day(2))
            let phone = StoredDevice(id: uuid(1), name: "Phone", lastSeenAt: day(2))
            #expect(
                try await storage.devices(of: asha.id) == [
                    phone, StoredDevice(id: uuid(2), name: nil, lastSeenAt: day(1)),
                ]
            )
            #expect(try await storage.device(uuid(1), of: asha.id) == phone)
            #expect(try await storage.device(uuid(1), of: ben.id) == nil)
            #expect(try await storage.devices(of: ben.id).isEmpty)
            #expect(try await storage.collectGarbage(at: day(401)).devices == 1)
            #expect(try await storage.devices(of: asha.id) == [phone])
            await #expect(throws: StorageError.accountGone) {
                try await storage.registerDevice(uuid(1), name: nil, of: AccountID(uuid(99)), at: day(0))
            }
        }
    }

    @Test("[S10] a device's floor only rises, also of one that was not there", arguments: StorageKind.allCases)
    func floor(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.raiseFloor(of: uuid(1), to: 7, of: asha.id, at: day(0))
            try await storage.registerDevice(uuid(1), name: "Phone", of: asha.id, at: day(1))
            try await storage.raiseFloor(of: uuid(1), to: 5, of: asha.id, at: day(2))
            let phone = StoredDevice(id: uuid(1), name: "Phone", floor: 7, lastSeenAt: day(2))
            #expect(try await storage.device(uuid(1), of: asha.id) == phone)
        }
    }

    @Test("the last two hundred devices are remembered", arguments: StorageKind.allCases)
    func manyDevices(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for number: UInt64 in 1...210 {
                try await storage.registerDevice(uuid(number), name: nil, of: asha.id, at: moment(Int64(number)))
            }
            let devices = try await storage.devices(of: asha.id)
            #expect(devices.map(\.id) == (11...210).reversed().map(uuid))
        }
    }
}
