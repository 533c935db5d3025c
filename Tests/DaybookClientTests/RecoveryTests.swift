import DaybookCore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DaybookClient

private typealias Record = DaybookCore.Record

private let now = Instant(milliseconds: 1_800_000_000_000)

@Suite("Recovering a damaged notebook")
struct RecoveryTests {
    private let test: TestFolder

    init() { test = TestFolder() }

    private init(test: TestFolder) { self.test = test }

    /// A notebook with to-dos and notes, one with a text that takes several pages. Returns its records.
    private func fill() throws -> [Record.Key: Record] {
        let file = try test.open()
        try file.add(titles: (0..<300).map { "To-do number \($0)" }, now: now)
        for number in 0..<40 { try file.write(title: "Note number \(number)", "A text", UInt64(number)) }
        try file.write(title: "A long one", String(repeating: "文章 and more. ", count: 2_000), 99)
        let records = try file.records()
        try file.close()
        return records
    }

    /// Overwrites pages, counted from 1; of the first page all but the file's header.
    private func damage(_ pages: some Sequence<Int>) throws {
        var content = try Data(contentsOf: URL(fileURLWithPath: test.folder.file))
        for page in pages {
            let start = (page - 1) * 4_096
            let kept = page == 1 ? 100 : 0
            content.replaceSubrange(start + kept..<start + 4_096, with: Data(repeating: 0xA5, count: 4_096 - kept))
        }
        try content.write(to: URL(fileURLWithPath: test.folder.file))
    }

    /// The pages of a table or index, and which of them have rows.
    private func pages(_ condition: String) throws -> [Int] {
        let queue = try DatabaseQueue(path: test.folder.file)
        defer { try? queue.close() }
        return try queue.read { try Int.fetchAll($0, sql: "SELECT pageno FROM dbstat WHERE \(condition)") }
    }

    private func recovered() throws -> [Record.Key: Record] {
        let result = try NotebookRecovery(test.folder).run(now: now)
        let file = try test.open()
        try file.check()
        let records = try file.records()
        #expect(result.records == records.count && !result.hasCopy)
        return records
    }

    @Test("[C9] Every record is found when the schema cannot be read, nor anything above the rows")
    func withoutSchema() throws {
        let records = try fill()
        let damaged = try pages("name <> 'records' OR pagetype = 'internal'") + [1]
        #expect(Set(damaged).count > 30)
        try damage(Set(damaged))
        #expect(try recovered() == records)
    }

    @Test("[C9] Every record of the pages that can be read is found, whichever pages cannot")
    func pagesAtRandom() throws {
        for seed in Seeds.runs(3) {
            let test = TestFolder()
            let suite = RecoveryTests(test: test)
            let records = try suite.fill()
            var random = SplitMix64(seed: seed)
            let all = try Data(contentsOf: URL(fileURLWithPath: test.folder.file)).count / 4_096
            let rows = try suite.pages("name = 'records' AND pagetype <> 'internal'")
            let damaged = Set((0..<all / 4).map { _ in random.int(1...all) })
            try suite.damage(damaged)
            let found = try suite.recovered()
            #expect(found.allSatisfy { records[$0.key] == $0.value }, "\(seed.asSeed)")
            // A page of rows has some tens of records, and the long note is in several pages.
            let lost = rows.count { damaged.contains($0) }
            #expect(found.count >= records.count - lost * 60, "\(seed.asSeed)")
            if lost == 0 { #expect(found.count == records.count) }
        }
    }

    @Test("[C9] A row's number that no such file can hold is not counted up to", .timeLimit(.minutes(1)))
    func numberOfRow() throws {
        let records = try fill()
        let queue = try DatabaseQueue(path: test.folder.file)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: "UPDATE records SET row = 1 << 45 WHERE row = (SELECT max(row) FROM records)")
        }
        try queue.close()
        #expect(try recovered() == records)
    }

    @Test("[C9] Lengths in a damaged row whose sum is no number end nothing")
    func lengths() {
        let greatest = [UInt8](repeating: 0xFF, count: 7)
        let row: [UInt8] = [0x15, 0x00, 0xBF] + greatest + [0xFF, 0x2C, 0xBF] + greatest + [0xFE]
        var page = [UInt8](repeating: 0, count: 4_096)
        // A leaf with one cell: its length, its number, its row.
        page.replaceSubrange(100..<110, with: [0x0D, 0, 0, 0, 1, 0, 0, 0, 0x0F, 0x00])
        page.replaceSubrange(0x0F00..<0x0F02 + row.count, with: [UInt8(row.count), 1] + row)
        var count = 0
        RecordScan(file: Data(page)).records { _ in count += 1 }
        #expect(count == 0)
    }

    /// The content of the folder's files by their names.
    private func content() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: test.folder.path)
        return names.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: "\(test.folder.path)/\($1)") }
    }

    /// Changes the notebook's file by SQL. `isLeft`: the change is in the log, as after a killed process.
    private func change(_ path: String, isLeft: Bool = false, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        let files = [path, path + "-wal"].map { ($0, FileManager.default.contents(atPath: $0)) }
        try queue.close()
        if isLeft { for (name, bytes) in files { try bytes?.write(to: URL(fileURLWithPath: name)) } }
    }

    @Test("[C9] A notebook of a newer Daybook is not recovered, and not touched", arguments: [false, true])
    func newer(isLeft: Bool) throws {
        _ = try fill()
        try change(test.folder.file, isLeft: isLeft, "PRAGMA user_version = 99")
        let before = try content()
        #expect(before.count == (isLeft ? 2 : 1))
        let error = NotebookFileError.newer(path: test.folder.file, version: 99, known: NotebookSchema.version)
        #expect(throws: error) { try NotebookRecovery(test.folder).run(now: now) }
        #expect(try content() == before)
    }

    @Test("[C9] A copy of a newer Daybook is not recovered either")
    func newerCopy() throws {
        _ = try fill()
        let file = try test.open()
        try file.keepCopy(now: now)
        try file.close()
        try change(test.folder.copy, "PRAGMA user_version = 99")
        try Data(repeating: 0xA5, count: 9_000).write(to: URL(fileURLWithPath: test.folder.file))
        let before = try content()
        let error = NotebookFileError.newer(path: test.folder.copy, version: 99, known: NotebookSchema.version)
        #expect(throws: error) { try NotebookRecovery(test.folder).run(now: now) }
        #expect(try content() == before)
    }

    @Test(
        "[C9] A file of another program is not recovered, and not touched",
        arguments: [
            "CREATE TABLE theirs (a); PRAGMA application_id = 7", "CREATE TABLE theirs (a)", "PRAGMA user_version = 3",
            "PRAGMA journal_mode = WAL; CREATE TABLE theirs (a)", "PRAGMA page_size = 65536; CREATE TABLE theirs (a)",
        ],
        [false, true]
    )
    func foreign(sql: String, hasCopy: Bool) throws {
        try FileManager.default.createDirectory(atPath: test.folder.path, withIntermediateDirectories: true)
        if hasCopy {
            let file = try test.open()
            try file.keepCopy(now: now)
            try file.close()
            try FileManager.default.removeItem(atPath: test.folder.file)
        }
        try change(test.folder.file, sql)
        let before = try content()
        #expect(throws: NotebookFileError.foreign(path: test.folder.file)) {
            try NotebookRecovery(test.folder).run(now: now)
        }
        #expect(try content() == before)
    }

    @Test("[C9] A notebook whose first change is in the log alone is recovered")
    func firstLog() throws {
        let file = try test.open()
        try file.add(titles: ["To-do"], now: now)
        let records = try file.records()
        let files = try content()
        try file.close()
        for (name, bytes) in files where !name.hasSuffix("-shm") {
            try bytes.write(to: URL(fileURLWithPath: "\(test.folder.path)/\(name)"))
        }
        #expect(try recovered() == records)
    }

    @Test("[C9] A notebook whose account cannot be read stays with the account of its session, and syncs")
    func account() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            try device.file.add(titles: ["Milk", "Bread"])
            try await device.sync(server)
            try device.file.add(titles: ["Unsent"])
            try device.file.close()
            try RecoveryTests(test: device.folder).damage([1])
            _ = try NotebookRecovery(device.folder.folder).run(now: Device.now)
            let file = try device.folder.open()
            #expect(try file.allTitles() == ["Bread", "Milk", "Unsent"])
            #expect(try file.read { try $0.account()?.id } == device.session.account)
            _ = try await server.connected { try await Synchronizer(file, device.session, $0).run() }
            let other = try TestDevice(try await server.signIn())
            try await other.sync(server)
            #expect(try other.file.records() == file.records())
        }
    }

    @Test("[C9] What is in the log alone is found too")
    func log() throws {
        let file = try test.open()
        try file.add(titles: (0..<50).map { "To-do number \($0)" }, now: now)
        // As a killed process leaves it: the content of the log is not in the file yet.
        let (main, log) = (test.folder.file, test.folder.file + "-wal")
        let bytes = try (Data(contentsOf: URL(fileURLWithPath: main)), Data(contentsOf: URL(fileURLWithPath: log)))
        let records = try file.records()
        var found: [Record.Key: Record] = [:]
        RecordScan(file: bytes.0, log: bytes.1).records { record in
            if found[record.key]?.merge(record) == nil { found[record.key] = record }
        }
        #expect(found == records && records.count == 50)
        try file.close()
    }

    @Test("A file of any bytes does not end the process, and gives no record of another name than its row's")
    func anyBytes() throws {
        let known = try fill()
        let content = try Data(contentsOf: URL(fileURLWithPath: test.folder.file))
        var whole: [Record.Key: Record] = [:]
        RecordScan(file: content).records { whole[$0.key] = $0 }
        #expect(whole == known)
        for seed in Seeds.runs(30) {
            var random = SplitMix64(seed: seed)
            var bytes = content
            for _ in 0..<random.int(1...2_000) {
                bytes[random.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
            }
            bytes = Data(bytes.prefix(random.int(0...bytes.count)))
            let log = Data(bytes.suffix(random.int(0...bytes.count)))
            RecordScan(file: bytes, log: log).records { record in
                let isNamed = known.keys.contains { $0.id == record.id } || record.fields.isEmpty
                #expect(isNamed, "\(seed.asSeed)")
            }
        }
    }
}
