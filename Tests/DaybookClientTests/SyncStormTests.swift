import DaybookCore
import Foundation
import TestSupport
import Testing

@testable import DaybookClient
@testable import DaybookServer

/// Devices that go on through a bad network, and through the end of their processes at any point.
@Suite("Syncing through faults")
struct SyncStormTests {
    @Test(
        "[S5] [S8] [C10] [C16] Connections cut at any byte, calls that come twice and processes that end lose nothing"
    )
    func storm() async throws {
        for seed in Seeds.runs(3) {
            try await TestServer.with { server in
                let proxy = try await CuttingProxy(before: server.address, seed: seed)
                var random = SplitMix64(seed: seed)
                let devices = [try TestDevice(try await server.signUp()), try TestDevice(try await server.signIn())]
                let oneFile = try TestDevice(try await server.signIn())
                for round in 0..<20 {
                    for device in devices + [oneFile] {
                        try act(on: device.file, &random, round)
                        try await sync(device, server, proxy, seed: random.next())
                    }
                }
                proxy.calm()
                #expect(proxy.cuts > 0, "\(seed.asSeed)")
                await proxy.close()
                for _ in 0..<2 {
                    for device in devices + [oneFile] { try await device.sync(server) }
                }
                let records = try devices[0].file.records()
                for device in devices + [oneFile] {
                    #expect(try device.file.records() == records, "\(seed.asSeed)")
                    #expect(try device.file.read { try $0.unsentCount() } == 0, "\(seed.asSeed)")
                    try device.file.check()
                }
                let newDevice = try TestDevice(try await server.signIn())
                try await newDevice.sync(server)
                #expect(try newDevice.file.records() == records, "The server has the same: \(seed.asSeed)")
                let titles = try newDevice.file.allTitles()
                #expect(Set(titles).count == titles.count, "Nothing is there twice: \(seed.asSeed)")
            }
        }
    }

    /// A sync that may end at any point, as that of a process that is killed.
    private func sync(
        _ device: TestDevice,
        _ server: TestServer,
        _ proxy: CuttingProxy,
        seed: UInt64
    ) async throws {
        do {
            _ = try await server.connected(by: proxy.address) {
                try await device.sync(FaultyTransport($0, seed: seed), isPatient: false)
            }
        } catch is SyncFailure {} catch is FaultyTransport.Killed {}
    }

    /// Changes something as a person does.
    private func act(on file: NotebookFile, _ random: inout SplitMix64, _ round: Int) throws {
        let ids = try file.read { try $0.todos(TodoQuery()).map { $0.todo.id } }
        let now = Device.now
        switch random.int(0...8) {
        case 0 where !ids.isEmpty:
            let id = random.pick(ids)
            let isDone = random.oneIn(2)
            try file.change(id) { _ = $0.mark(id, done: isDone, now, in: .utc) }
        case 1 where !ids.isEmpty:
            let id = random.pick(ids)
            guard let todo = try file.read({ try $0.todo(id)?.todo }) else { return }
            var draft = TodoDraft(todo)
            draft.detail = "Detail \(random.int(0...999))"
            try file.change(id) { _ = $0.edit(todo, to: draft, now) }
        case 2 where !ids.isEmpty:
            let id = random.pick(ids)
            try file.change(id) { _ = $0.delete(id, now) }
        case 3: _ = try file.write { try $0.takeStep(.back, now) }
        case 4, 5: try actOnNotes(of: file, &random, now)
        default:
            try file.add(
                titles: (0...random.int(0...9)).map { "\(round) \($0) \(random.next())".prefix(30).description }
            )
        }
    }

    /// Writes a note, or changes or deletes one that is there.
    private func actOnNotes(of file: NotebookFile, _ random: inout SplitMix64, _ now: Instant) throws {
        let notes = try file.read { try $0.notes(NoteQuery()).map { $0.note } }
        let text = String(repeating: "A text that is long enough. ", count: 4) + "\(random.int(0...999))"
        if notes.isEmpty || random.oneIn(3) {
            let (high, low) = (random.next(), random.next())
            let id = Note.ID(DaybookCore.UUID(high: high, low: low))
            let draft = NoteDraft(title: "Note \(high)", description: text)
            return try file.change(id) { _ = $0.write(draft, over: NoteDraft(), to: id, now) }
        }
        let note = random.pick(notes)
        let isDeleted = random.oneIn(3)
        try file.change(note.id) { notebook in
            if isDeleted {
                _ = notebook.delete(note.id, now)
            } else {
                let draft = NoteDraft(title: note.title, description: text)
                _ = notebook.write(draft, over: NoteDraft(note), to: note.id, now)
            }
        }
    }

    @Test("[C13] A watch brings other devices' changes, sends other commands', and goes on after the server was away")
    func watch() async throws {
        try await TestServer.with { server in
            let first = try TestDevice(try await server.signUp())
            let second = try TestDevice(try await server.signIn())
            let (folder, session) = (first.folder.folder, first.session)
            let watching = Task {
                try await server.connected { transport in
                    try await SyncWatch(try NotebookFile.open(folder), session, transport).run { _ in }
                }
            }
            try second.file.add(titles: ["From the second"])
            try await second.sync(server)
            while try first.file.allTitles() != ["From the second"] { try await Task.sleep(for: .milliseconds(20)) }
            // Another command of the same machine.
            try first.file.add(titles: ["From the first"])
            while try second.file.allTitles().count < 2 {
                try await second.sync(server)
                try await Task.sleep(for: .milliseconds(20))
            }
            watching.cancel()
            try await watching.value
        }
    }

    @Test("[S12] [C12] A watch tells what a sync that failed on the way has done: what was replaced and refused")
    func watchFails() async throws {
        try await TestServer.with { server in
            let first = try TestDevice(try await server.signUp())
            let second = try TestDevice(try await server.signIn())
            let id = try first.file.add(titles: ["Milk"])
            try await first.sync(server)
            try await second.sync(server)
            for (seconds, device, title) in [(1, first, "Soy milk"), (2, second, "Oat milk")] {
                let todo = try #require(try device.file.read { try $0.todo(id)?.todo })
                let now = Device.now.advanced(by: .seconds(Int64(seconds)))
                try device.file.change(id) { _ = $0.edit(todo, to: TodoDraft(title: title), now) }
            }
            try await second.sync(server)
            try first.file.add(titles: [String(repeating: "long ", count: 20)])
            try first.file.add(titles: (0..<1_200).map { "To-do number \($0)" })
            let calls = Counter()
            var news: [SyncWatch.Status] = []
            await #expect(throws: Enough.self) {
                try await server.connected { way in
                    let transport = ScriptedTransport(way: way) { call in
                        call.request.id == .sync && calls.next() == 2 ? Answer(status: 503) : nil
                    }
                    try await SyncWatch(first.file, first.session, transport).run { status in
                        news.append(status)
                        if case .failed = status { throw Enough() }
                    }
                }
            }
            guard case .synced(let report) = news.first else {
                Issue.record("\(news)")
                return
            }
            #expect(report.replacedCount == 1 && report.replaced.first?.field.value == .string("Soy milk"))
            #expect(report.refused == 1 && report.sent > 0)
            #expect(news.dropFirst() == [.failed(.busy(nil, retryAfter: nil))])
        }
    }

    @Test("[C20] [C13] A watch goes on syncing records while a photo waits for as long as the server asks for")
    func watchWithoutPhotos() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let note = try device.file.addNote()
            _ = try device.file.add(TestPicture.picture(1), to: note, device.folder.folder)
            let uploads = Counter()
            var news: [SyncWatch.Status] = []
            await #expect(throws: Enough.self) {
                try await server.connected { way in
                    let transport = ScriptedTransport(way: way) { call in
                        guard call.content == .photo else { return nil }
                        _ = uploads.next()
                        return Answer(status: 503, retryAfter: 600)
                    }
                    try await SyncWatch(device.file, device.session, transport).run { status in
                        news.append(status)
                        if news.count == 3 { throw Enough() }
                        // Another command of the same machine.
                        if case .photosFailed = status { try device.folder.open().add(titles: ["Milk"]) }
                    }
                }
            }
            let sent = news.map { if case .synced(let report) = $0 { report.sent } else { 0 } }
            #expect(sent == [2, 0, 1] && news[1] == .photosFailed(.busy(nil, retryAfter: 600)))
            #expect(uploads.next() == 2, "One photo was sent once")
        }
    }

    private struct Enough: Error {}

    @Test("[C13] A watch ends with an error when the server has ended the session")
    func watchEnded() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let (folder, session) = (device.folder.folder, device.session)
            _ = try await server.connected { try await AccountCalls(server.address, $0).signOut(session) }
            await #expect(throws: SyncFailure.sessionEnded) {
                _ = try await server.connected { transport in
                    try await SyncWatch(try NotebookFile.open(folder), session, transport).run { _ in }
                }
            }
        }
    }
}
