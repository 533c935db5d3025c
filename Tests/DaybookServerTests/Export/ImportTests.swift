import DaybookCore
import DaybookStore
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Importing an export")
struct ImportTests {
    @Test("[A14] whatever an account holds, its export gives back in an empty one, on another server")
    func roundTrip() async throws {
        for seed in Seeds.runs(40) {
            var random = SplitMix64(seed: seed)
            let batches = random.array(1...6) { random in
                random.array(1...8) { $0.change(at: $0.int64(0...200_000)) }
            }
            do { try await check(batches) } catch {
                Issue.record("\(seed.asSeed): \(error)")
                return
            }
        }
    }

    private func check(_ batches: [[Record]]) async throws {
        try await World.with { source in
            let person = try await source.signUp()
            for batch in batches { _ = try await source.sync(batch, by: person) }
            let before = try await source.records(of: person)
            let export = try await source.export(by: person)
            try await World.with { target in
                let other = try await target.signUp(2)
                let answer = try await target.importZip(export, by: other)
                #expect(try answer.json(.ok)["rejected"] == .array([]))
                #expect(try answer.json["imported"] == .integer(Int64(before.count(where: \.isAlive))))
                #expect(try await target.records(of: other) == before)
                // A second export is the same except for the account.
                let (first, again) = (try Unzipped(export), try Unzipped(try await target.export(by: other)))
                #expect(try first.records == again.records)
                #expect(first.text("todos.json") == again.text("todos.json"))
                #expect(first.text("notes.json") == again.text("notes.json"))
            }
        }
    }

    @Test("[A14] it is noted, and the to-dos are there at once")
    func noted() async throws {
        try await World.with { world in
            let (source, target) = (try await world.signUp(1), try await world.signUp(2))
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: source)
            let answer = try await world.importZip(try await world.export(by: source), by: target)
            #expect(answer.text == #"{"imported":1,"rejected":[]}"#)
            #expect(try await world.activity(of: target) == [.imported, .signedUp])
            #expect(try await world.list(by: target).titles == ["Buy milk"])
            // Other devices receive the to-do by sync.
            #expect(try await world.sync(by: target).changes.count == 1)
        }
    }

    @Test("[A14] only into an account that has nothing; deleted things do not count, and come back")
    func notEmpty() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(#"{"title":"Buy milk","tags":["home"]}"#, by: person)
            let export = try await world.export(by: person)
            let changes = try await world.changes(of: person)
            #expect(try await world.importZip(export, by: person).status == .conflict)
            #expect(try await world.changes(of: person) == changes)

            world.clock.advance(.minutes(1))
            _ = try await world.call(.delete, "/api/v1/todos/\(made.text("id"))", by: person)
            #expect(try await world.importZip(export, by: person).json(.ok)["imported"] == .integer(1))
            let back = try await world.call(.get, "/api/v1/todos/\(made.text("id"))", by: person).json(.ok)
            #expect(back.text("title") == "Buy milk" && back["tags"] == .array([.string("home")]))
            #expect(back["createdAt"] == made["createdAt"])
        }
    }

    @Test("[A14] [I1] the samples of a new account do not stand in the way of its import, marked ones neither")
    func samples() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            let export = try await world.export(by: person)
            let target = try await world.signUp(2)
            let fields = Todo.fields(for: TodoDraft(title: "Write a poem"), origin: .imported, at: stamp())
            _ = try await world.sync([Record(kind: .todo, id: uuid(7), fields: fields)], by: target)
            #expect(try await world.importZip(export, by: target).json(.ok)["imported"] == .integer(1))
            #expect(Set(try await world.list(by: target).titles) == ["Buy milk", "Write a poem"])
            // The account is not empty now.
            #expect(try await world.importZip(export, by: target).status == .conflict)
        }
    }

    @Test("[S9] what breaks a rule is refused by itself and told; the rest is kept")
    func refused() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let long = todo(2, title: String(repeating: "x", count: 33))
            let untitled = change(3, at: 0, ("done", .bool(true)))
            let hidden = Record(kind: .init("a\u{0}b"), id: uuid(4), fields: [.init("x", .null, stamp())])
            let answer = try await world.importZip(try .export([todo(1), long, untitled, hidden]), by: person)
            let rejected = try answer.json(.ok)["rejected"]?.arrayValue ?? []
            #expect(rejected.map { $0.text("id") } == [2, 3, 4].map { uuid($0).description })
            let codes = rejected.map { $0["errors"]?.arrayValue?.first?.text("code") }
            #expect(codes == ["too_long", "required", "bad_characters"])
            #expect(try await world.records(of: person) == [todo(1)])
        }
    }

    @Test("[T3] [T5] [T6] what could come to be by syncing is taken, however late")
    func asItWas() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            var record = todo(1)
            for tag in ["a", "b", "c", "d"] { record.merge(.init(Todo.Field.tagPrefix + tag, .bool(true), stamp(5))) }
            // The reminder was set over HTTP while another device's clock was ahead.
            record.merge(.init(Todo.Field.reminder, .integer(stamp(0).wall.milliseconds), stamp(9)))
            world.clock.advance(.days(300))
            let answer = try await world.importZip(try .export([record]), by: person)
            #expect(answer.text == #"{"imported":1,"rejected":[]}"#)
            #expect(try await world.records(of: person) == [record])
        }
    }

    @Test("[S2] a stamp more than 5 minutes ahead refuses the whole, with what to do")
    func ahead() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.importZip(try .export([todo(1), todo(2, at: 300_001)]), by: person)
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.json.text("detail").contains("2026-11-22T09:05:00.001Z"))
            #expect(try await world.changes(of: person) == 0)
            #expect(try await world.importZip(try .export([todo(1, at: 300_000)]), by: person).status == .ok)
        }
    }

    @Test("[S2] what is edited after an import is newer than what was imported, whatever the clocks showed")
    func edited() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.importZip(try .export([todo(1, at: 300_000)]), by: person).json(.ok)
            let path = "/api/v1/todos/\(uuid(1))"
            _ = try await world.call(.patch, path, #"{"title":"Buy oat milk"}"#, by: person).json(.ok)
            #expect(try await world.list(by: person).titles == ["Buy oat milk"])
        }
    }

    @Test("a record twice is merged as anywhere else")
    func twice() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let later = change(1, at: 5, ("title", .string("Buy oat milk")))
            _ = try await world.importZip(try .export([later, todo(1), later]), by: person).json(.ok)
            #expect(try await world.list(by: person).titles == ["Buy oat milk"])
        }
    }

    @Test("one import at a time for an account, and a place is free again when nobody holds it")
    func gate() throws {
        let gate = AccountGate(.accountImports, ServerConfiguration(), detail: "Wait.")
        let accounts = (1...2).map { AccountID(uuid($0)) }
        do {
            let place = try gate.enter(accounts[0])
            #expect(throws: Problem.self) { try gate.enter(accounts[0]) }
            _ = try gate.enter(accounts[1])
            withExtendedLifetime(place) {}
        }
        _ = try gate.enter(accounts[0])
    }

    @Test("spools have so many bytes together, lie in their own folder, and leave nothing there")
    func spools() async throws {
        let folder = try TestFolders.make()
        FileManager.default.createFile(atPath: folder + "/spool-old", contents: Data([1]))
        var configuration = ServerConfiguration()
        configuration.spoolFolder = folder
        configuration.budgets[.spoolBytes] = 3 << 20
        let spools = Spools(configuration)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        do {
            var full: [Spool] = []
            for number: UInt64 in 1...3 {
                let spool = try spools.begin(for: AccountID(uuid(number)))
                try await spool.write(ByteBuffer(repeating: 1, count: 1 << 20))
                full.append(spool)
            }
            #expect(spools.usedBytes == 3 << 20)
            let other = try spools.begin(for: AccountID(uuid(4)))
            await #expect(throws: Problem.noSpoolRoom) { try await other.write(ByteBuffer(repeating: 1, count: 1)) }
            #expect(try await full[0].bytes(from: 5, count: 3) == [1, 1, 1])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
        await Self.emptied(spools)
        #expect(spools.usedBytes == 0)
        #expect(configuration.meter.refusals(of: .spoolBytes) == 1)
    }

    /// Waits until all bytes are given back: the thread that wrote the last of them lets go of the file a moment later.
    private static func emptied(_ spools: Spools) async {
        let end = ContinuousClock.now + .seconds(20)
        while spools.usedBytes > 0, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("one account has a third of the room for spools, and another one still finds some")
    func spoolShare() async throws {
        var configuration = ServerConfiguration()
        configuration.spoolFolder = try TestFolders.make()
        configuration.budgets[.spoolBytes] = 300
        let spools = Spools(configuration)
        let (asha, ben) = (AccountID(uuid(1)), AccountID(uuid(2)))
        do {
            let (first, second) = (try spools.begin(for: asha), try spools.begin(for: asha))
            try await first.write(ByteBuffer(repeating: 1, count: 60))
            let problem = await #expect(throws: Problem.self) {
                try await second.write(ByteBuffer(repeating: 1, count: 41))
            }
            #expect(problem?.status == .tooManyRequests && problem?.headers[.retryAfter] != nil)
            try await second.write(ByteBuffer(repeating: 1, count: 40))
            try await spools.begin(for: ben).write(ByteBuffer(repeating: 1, count: 100))
        }
        // Bytes that were given back can be used again.
        await Self.emptied(spools)
        try await spools.begin(for: asha).write(ByteBuffer(repeating: 1, count: 100))
        await Self.emptied(spools)
        #expect(spools.usedBytes == 0 && configuration.meter.refusals(of: .spoolBytes) == 1)
    }

    @Test("an import that has more than an account may bring is refused before it is read, and changes nothing")
    func largerThanShare() async throws {
        try await World.with {
            $0.budgets[.spoolBytes] = 100
        } _: { world in
            let person = try await world.signUp()
            let answer = try await world.importZip(try .export([todo(1)]), by: person)
            #expect(answer.status == .contentTooLarge)
            #expect(try await world.list(by: person).titles == [])
        }
    }
}
