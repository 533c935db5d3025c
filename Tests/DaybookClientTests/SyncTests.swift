import DaybookCore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DaybookClient
@testable import DaybookServer

private typealias Record = DaybookCore.Record

/// A notebook in a file and the real server, in one process.
@Suite("Syncing a notebook")
struct SyncTests {
    @Test("[C10] A notebook that was local first joins the account with everything in it, in several calls")
    func joins() async throws {
        try await TestServer.with { server in
            let success = try await server.signUp()
            let first = try TestDevice(success)
            try first.file.add(titles: (0..<2_300).map { "To-do number \($0)" })
            let sent = try await first.sync(server)
            #expect(sent.sent == 2_300 && sent.received == 0 && sent.resets == 0)
            #expect(try first.file.read { try $0.unsentCount() } == 0)

            let second = try TestDevice(try await server.signIn())
            #expect(try await second.sync(server).received == 2_300)
            #expect(try second.file.records() == first.file.records())
            try second.file.check()
            #expect(try await second.sync(server).isEmpty, "A second sync has nothing to do")
        }
    }

    @Test("[T8] A step is undone after it was synced, and another device sees that")
    func undo() async throws {
        try await TestServer.with { server in
            let first = try TestDevice(try await server.signUp())
            let second = try TestDevice(try await server.signIn())
            let id = try first.file.add(titles: ["Milk", "Bread"])
            try first.file.change(id) { _ = $0.mark(id, done: true, Device.now, in: .utc) }
            try await first.sync(server)
            try await second.sync(server)
            #expect(try second.file.read { try $0.todo(id)?.todo.isDone } == true)
            _ = try first.file.write { try $0.takeStep(.back, Device.now) }
            try await first.sync(server)
            try await second.sync(server)
            #expect(try second.file.read { try $0.todo(id)?.todo.isDone } == false)
            _ = try first.file.write { try $0.takeStep(.back, Device.now) }
            try await first.sync(server)
            try await second.sync(server)
            #expect(try second.file.allTitles().isEmpty)
        }
    }

    @Test("[C11] A notebook of one account is not another's, neither when somebody signs in nor when a call is made")
    func otherAccount() async throws {
        try await TestServer.with { server in
            let own = try TestDevice(try await server.signUp(1))
            try own.file.add(titles: ["Milk"])
            let other = try await server.signUp(2)
            let refusal = SyncFailure.otherAccount("person1@example.org")
            #expect(throws: refusal) { try own.file.join(other, in: own.folder.folder) }
            #expect(try own.folder.folder.session() == own.session, "The session stays")
            await #expect(throws: refusal) {
                try await server.connected { try await Synchronizer(own.file, other.session, $0).run() }
            }
            // A session of one account with the token of another: the server refuses it.
            let mixed = try #require(
                Session(server: server.address, account: own.session.account, token: other.session.token)
            )
            await #expect(throws: SyncFailure.sessionEnded) {
                try await server.connected { try await Synchronizer(own.file, mixed, $0).run() }
            }
            #expect(try own.file.read { try $0.unsentCount() } == 1)
        }
    }

    @Test("[S9] A refused change stays with its reason, and goes with the change that mends it")
    func refused() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let id = try device.file.add(titles: [String(repeating: "long ", count: 20), "Bread"])
            let report = try await device.sync(server)
            #expect(report.sent == 1)
            let refused = try device.file.read { try $0.refused(limit: 10) }
            #expect(refused.count == 1 && refused.all.first?.violations.first?.code == .tooLong)
            #expect(try device.file.read { try $0.todo(named: refused.all[0].name).todo.id } == id)
            #expect(try await device.sync(server).isEmpty, "It is not sent again as it is")
            let todo = try #require(try device.file.read { try $0.todo(id)?.todo })
            try device.file.change(id) { _ = $0.edit(todo, to: TodoDraft(title: "Short"), Device.now) }
            #expect(try await device.sync(server).sent == 1)
            #expect(try device.file.read { try $0.refused(limit: 10).count } == 0)
            let other = try TestDevice(try await server.signIn())
            try await other.sync(server)
            #expect(try other.file.allTitles() == ["Bread", "Short"])
        }
    }

    @Test("[S10] After a new epoch of the server everything is read again, in parts, and what it lacks is sent")
    func epoch() async throws {
        try await TestServer.with { server in
            let success = try await server.signUp()
            let device = try TestDevice(success)
            try device.file.add(titles: (0..<1_200).map { "To-do number \($0)" })
            try await device.sync(server)
            let before = try device.file.records()
            try await server.storage.beginEpoch(of: .init(success.account.id), below: .max / 4, at: Device.now)
            try device.file.add(titles: ["Later"])
            let report = try await device.sync(server)
            #expect(report.resets == 1 && report.received >= 1_200 && report.sent == 1)
            let after = try device.file.records()
            #expect(after.count == 1_201 && before.allSatisfy { after[$0.key] == $0.value })
            let confirmed = try device.file.read { try Int.fetchOne($0.db, sql: "SELECT count(*) FROM confirmed") }
            #expect(confirmed == 0)
            #expect(try await device.sync(server).isEmpty)
        }
    }

    @Test("[S10] What a server has forgotten goes at the end of a reset, also from the lists, and what is unsent stays")
    func forgotten() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            // Old enough for its delete to have been forgotten; the server has never had it.
            let old = Device.now.advanced(by: -.days(200))
            let gone = try device.file.add(titles: (0..<700).map { "Old \($0)" }, now: old)
            let note = try device.file.write(title: "Old note", "Old text", 1, at: old)
            try device.file.write { try $0.db.execute(sql: "DELETE FROM outbox") }
            try device.file.add(titles: ["New"])
            let calls = Counter()
            let report = try await server.connected { way in
                let transport = ScriptedTransport(way: way) { call in
                    guard call.request.id == .sync, calls.next() == 2 else { return nil }
                    return Answer(status: 200, body: SyncAnswer(resettingAt: Device.now).encoded)
                }
                try await device.sync(transport)
                try device.file.add(titles: ["Newer"])
                return try await device.sync(transport)
            }
            #expect(report.resets == 1)
            #expect(try device.file.allTitles() == ["New", "Newer"])
            #expect(try device.file.read { try $0.todo(gone) } == nil)
            #expect(try device.file.read { try $0.note(note) } == nil)
            try device.file.check()
        }
    }

    @Test("[S2] A clock that is far ahead is corrected: the changes are restamped, and arrive")
    func ahead() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let ahead: @Sendable () -> Instant = { Device.now.advanced(by: .days(2)) }
            let id = try device.file.add(titles: ["Milk", "Bread"], now: ahead())
            let report = try await device.sync(server, now: ahead)
            #expect(report.sent == 2)
            #expect(try device.file.read { try $0.unsentCount() } == 0)
            let latest = try #require(try device.file.records().values.compactMap { $0.latest }.max())
            #expect(latest.wall < Device.now.advanced(by: .minutes(5)))
            _ = try device.file.write { try $0.takeStep(.back, ahead()) }
            try await device.sync(server, now: ahead)
            #expect(try device.file.read { try $0.todo(id) } == nil)
        }
    }

    @Test("[C10] Several processes that sync one file at once, and change it meanwhile, lose nothing")
    func severalAtOnce() async throws {
        try await TestServer.with { server in
            let success = try await server.signUp()
            let device = try TestDevice(success)
            try device.file.add(titles: (0..<300).map { "First \($0)" })
            let folder = device.folder.folder
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        // A process has a connection to the file and one to the server.
                        let file = try NotebookFile.open(folder)
                        for number in 0..<5 {
                            try file.add(titles: ["Worker \(worker) number \(number)"])
                            _ = try await server.connected {
                                try await Synchronizer(file, success.session, $0).run()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await device.sync(server)
            let other = try TestDevice(try await server.signIn())
            try await other.sync(server)
            #expect(try other.file.records() == device.file.records())
            #expect(try other.file.allTitles().count == 320)
        }
    }

    @Test("[C12] A failure has its own error, and unsent changes stay")
    func failures() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            try device.file.add(titles: ["Milk"])
            func fails(_ answer: Answer) async -> SyncFailure? {
                let transport = ScriptedTransport(way: nil) { _ in answer }
                do { try await device.sync(transport) } catch { return error as? SyncFailure }
                return nil
            }
            let busy = #"{"status":429,"detail":"Too many calls."}"#
            let tooMany = await fails(Answer(status: 429, body: Array(busy.utf8), retryAfter: 7))
            #expect(tooMany == .busy("Too many calls.", retryAfter: 7))
            #expect(tooMany?.description == "Too many calls. Try again in 7 seconds.")
            #expect(await fails(Answer(status: 502)) == .busy(nil, retryAfter: nil))
            #expect(await fails(Answer(status: 401)) == .sessionEnded)
            #expect(await fails(Answer(status: 302)) == .notDaybook(status: 302))
            #expect(await fails(Answer(status: 200, body: Array("<html>".utf8))) == .notDaybook(status: 200))
            #expect(try device.file.read { try $0.unsentCount() } == 1)
            #expect(try await device.sync(server).sent == 1)
            let endless = SyncAnswer(cursor: 0, hasMore: true, now: Device.now, changes: [])
            #expect(await fails(Answer(status: 200, body: endless.encoded)) == .stuck)
            let resets = SyncAnswer(resettingAt: Device.now)
            #expect(await fails(Answer(status: 200, body: resets.encoded)) == .stuck)
        }
    }

    @Test("[S9] A call that the server refuses as a whole is cut in halves until the change is found")
    func halves() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            try device.file.add(titles: (0..<9).map { "To-do \($0)" } + ["Poison"])
            let report = try await server.connected { way in
                let transport = ScriptedTransport(way: way) { call in
                    let isPoison = String(decoding: call.request.body, as: UTF8.self).contains("Poison")
                    return isPoison ? Answer(status: 413, body: Array(#"{"detail":"Too big."}"#.utf8)) : nil
                }
                return try await device.sync(transport)
            }
            #expect(report.sent == 9)
            let refused = try device.file.read { try $0.refused(limit: 10) }
            #expect(refused.all.map { $0.title } == ["Poison"] && refused.all[0].violations[0].message == "Too big.")
        }
    }

    @Test("A recovered notebook keeps its account, and reads from the server what could not be read in the file")
    func recovered() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let id = try device.file.add(titles: ["Milk", "Bread"])
            try await device.sync(server)
            try device.file.keepCopy(now: Device.now)
            try device.file.write { writer in
                try writer.db.execute(sql: "DELETE FROM records WHERE id = ?", arguments: [id.uuid.blob])
            }
            try FileManager.default.removeItem(atPath: device.folder.folder.copy)
            _ = try NotebookRecovery(device.folder.folder).run(now: Device.now)
            let file = try device.folder.open()
            #expect(try file.read { try $0.todo(id) } == nil)
            _ = try await server.connected { try await Synchronizer(file, device.session, $0).run() }
            #expect(try file.allTitles() == ["Bread", "Milk"])
        }
    }

    @Test("A file of the version before it could sync sends its changes in their order")
    func migrated() throws {
        let folder = TestFolder()
        try FileManager.default.createDirectory(atPath: folder.folder.path, withIntermediateDirectories: true)
        let old = try NotebookFile(path: folder.folder.file, migrations: Array(NotebookSchema.migrations.prefix(2)))
        try old.close()
        let database = try DatabaseQueue(path: folder.folder.file)
        let moments: [Int64] = [3, 1, 2]
        try database.write { db in
            for (row, moment) in moments.enumerated() {
                let stamp = Stamp(wall: Instant(milliseconds: moment), counter: 0, device: 16)
                let id = DaybookCore.UUID(high: 1, low: UInt64(row))
                let record = Record(kind: .todo, id: id, fields: [.init("title", .string("\(moment)"), stamp)])
                try db.execute(
                    sql: "INSERT INTO records (row, kind, id, record) VALUES (?, 'todo', ?, ?)",
                    arguments: [row + 1, id.blob, Data(ReplicaDisk.encode(record))]
                )
                try db.execute(sql: "INSERT INTO outbox (row) VALUES (?)", arguments: [row + 1])
            }
        }
        try database.close()
        let file = try folder.open()
        let titles = try file.read { reader in
            let sql = "SELECT row FROM outbox ORDER BY latest"
            return try Int64.fetchAll(reader.db, sql: sql).map { moments[Int($0) - 1] }
        }
        #expect(titles == [1, 2, 3])
    }
}

extension SyncAnswer {
    /// The answer that has a device read everything again.
    fileprivate init(resettingAt now: Instant) {
        self.init(cursor: 0, hasMore: false, now: now, changes: [], mustReset: true)
    }
}
