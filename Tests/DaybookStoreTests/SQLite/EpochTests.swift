import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: the epochs of a database")
struct EpochTests {
    private func path(_ folder: String) -> String { folder + "/daybook.sqlite" }

    @discardableResult
    private func run<Value>(
        _ folder: String,
        _ work: (any Storage) async throws -> Value
    ) async throws -> Value {
        let storage = try Storages.sqlite(path: path(folder))
        let value = try await work(storage)
        await storage.close()
        return value
    }

    private func page(_ folder: String) async throws -> ChangePage {
        try await run(folder) { try await $0.pull(person(1)) }
    }

    private func fill(_ folder: String) async throws {
        try await run(folder) { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1), todo(2), todo(3), to: asha)
        }
    }

    @Test("[S7] A database that is opened again and again stays in its epoch, and nothing lies beside it")
    func opened() async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder)
            for _ in 0..<3 { #expect(try await page(folder).cursor == 3) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["daybook.sqlite"])
        }
    }

    @Test("[S10] In another epoch all numbers are above those before, in the same order, and go on without gaps")
    func begun() async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder)
            try Storages.beginEpochs(path: path(folder))
            let moved = try await page(folder)
            let base = ChangeNumber.base(ofEpoch: ChangeNumber.epoch(of: moved.cursor))
            #expect(base > 0 && moved.changes.map(\.cursor) == [base + 1, base + 2, base + 3])
            #expect(moved.cursor == base + 3)
            try await run(folder) { storage in
                try await storage.push(todo(4), to: person(1))
                #expect(try await storage.cursor(of: person(1).id) == base + 4)
                #expect(try await storage.session(token: token(1))?.cursor == base + 4)
                #expect(try await storage.record(todo(2).key, of: person(1).id)?.cursor == base + 2)
                #expect(try await storage.pull(person(1), after: base + 3).changes.map(\.cursor) == [base + 4])
            }
        }
    }

    @Test("[S10] Each beginning is another epoch, also within a minute, and no record's row is written for it")
    func twice() async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder)
            var epochs: Set<Int64> = [0]
            for _ in 0..<3 {
                try Storages.beginEpochs(path: path(folder))
                epochs.insert(ChangeNumber.epoch(of: try await page(folder).cursor))
            }
            #expect(epochs.count == 4)
            let queue = try DatabaseQueue(path: path(folder))
            let counts = try await queue.read { try Int64.fetchAll($0, sql: "SELECT cursor FROM records") }
            #expect(counts.sorted() == [1, 2, 3])
            try queue.close()
        }
    }

    @Test("[S10] No epoch begins in a missing file, and the file is not created")
    func missing() async throws {
        try await withTemporaryFolder { folder in
            #expect(throws: StorageError.cannotOpen(path: path(folder), detail: "there is no such file")) {
                try Storages.beginEpochs(path: path(folder))
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.isEmpty)
        }
    }

    @Test("[S10] The forgotten number and a device's floor are read in the present epoch")
    func forgotten() async throws {
        try await withTemporaryFolder { folder in
            try await run(folder) { storage in
                let asha = try await storage.add(1)
                try await storage.push(todo(1), todo(2), to: asha)
                try await storage.push(Record(kind: .todo, id: uuid(1), deleted: stamp(5)), to: asha)
                #expect(try await storage.collectGarbage(at: moment().advanced(by: .days(91))).records == 1)
                try await storage.raiseFloor(of: uuid(9), to: 3, of: asha.id, at: moment())
                try await storage.registerDevice(uuid(8), name: nil, of: asha.id, at: moment())
            }
            try Storages.beginEpochs(path: path(folder))
            try await run(folder) { storage in
                let page = try await storage.pull(person(1))
                #expect(page.forgotten == page.cursor)
                #expect(try await storage.device(uuid(9), of: person(1).id)?.floor == page.forgotten)
                #expect(try await storage.device(uuid(8), of: person(1).id)?.floor == 0)
                // A floor of the previous epoch has no meaning in this epoch.
                try await storage.raiseFloor(of: uuid(8), to: 3, of: person(1).id, at: moment())
                #expect(try await storage.device(uuid(8), of: person(1).id)?.floor == 0)
                try await storage.raiseFloor(of: uuid(8), to: page.forgotten, of: person(1).id, at: moment())
                #expect(try await storage.device(uuid(8), of: person(1).id)?.floor == page.forgotten)
            }
        }
    }

    @Test("[S7] [S10] A database of the sixth version opens with the numbers that its devices know")
    func sixthVersion() async throws {
        try await withTemporaryFolder { folder in
            let base = ChangeNumber.base(ofEpoch: 400_000)
            try await makeDatabase(at: path(folder), version: 6) { db in
                for (number, base) in [(UInt64(1), Int64(0)), (2, base)] {
                    let account = AccountID(uuid(number)).blob
                    try db.execute(
                        sql: """
                            INSERT INTO accounts (id, mobile, email, password, created, cursor, forgotten)
                            VALUES (?, ?, ?, 'hash', 0, ?, 2)
                            """,
                        arguments: [account, "90000\(number)", "person\(number)@example.com", base + 4]
                    )
                    for record: UInt64 in [3, 4] {
                        try db.execute(
                            sql: "INSERT INTO records (account, kind, id, fields, cursor) VALUES (?, 'todo', ?, ?, ?)",
                            arguments: [
                                account, uuid(record).blob, StoredFields.text(of: todo(record)), base + Int64(record),
                            ]
                        )
                    }
                    try db.execute(
                        sql:
                            "INSERT INTO devices (account, device, floor, seen) VALUES (?1, ?2, 2, 0), (?1, ?3, ?4, 0)",
                        arguments: [account, uuid(8).blob, uuid(9).blob, base + 2]
                    )
                }
                try db.execute(
                    sql: """
                        INSERT INTO accounts (id, mobile, email, password, created, cursor)
                        VALUES (?, '3', 'person3@example.com', 'hash', 0, ?)
                        """,
                    arguments: [AccountID(uuid(3)).blob, base]
                )
            }
            try Data("7\n".utf8).write(to: URL(fileURLWithPath: folder + "/daybook.mark"))
            try await run(folder) { storage in
                for (number, base) in [(UInt64(1), Int64(0)), (2, base)] {
                    let page = try await storage.pull(person(number))
                    #expect(page.changes.map(\.cursor) == [base + 3, base + 4] && page.cursor == base + 4)
                    // A change of an earlier epoch: a device of this epoch could not have missed it.
                    #expect(page.forgotten == (base == 0 ? 2 : 0))
                    let floors = try await storage.devices(of: person(number).id).map(\.floor)
                    #expect(floors == (base == 0 ? [2, 2] : [0, base + 2]))
                }
                #expect(try await storage.cursor(of: person(3).id) == base)
                try await storage.push(todo(1), to: person(3))
                #expect(try await storage.cursor(of: person(3).id) == base + 1)
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/daybook.mark"))
        }
    }
}
