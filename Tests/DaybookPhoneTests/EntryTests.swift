import DaybookClient
import DaybookCore
import Foundation
import TestSupport
import Testing

/// The file as the disk of a notebook in memory.
struct EntryTests {
    @Test("[S6][S10] entries leave the file as they leave the memory", arguments: 0..<20)
    func sameAsMemory(round: Int) throws {
        var random = SplitMix64(seed: 0x0DA7_B00C &+ UInt64(round))
        let path = NSTemporaryDirectory() + "daybook-entries-\(Foundation.UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try NotebookFile.open(NotebookFolder(path: path))
        var memory = try file.write { try $0.replica() }
        for number in 0..<40 {
            let entry = entry(number, memory, &random)
            memory.apply(entry)
            try file.write { try $0.apply(entry) }
            let kept = try file.read { try $0.replica() }
            try #require(kept.records == memory.records, "round \(round), entry \(number): \(entry)")
            try #require(kept.outbox == memory.outbox && kept.rejections == memory.rejections)
            try #require(kept.preferences == memory.preferences && kept.cursor == memory.cursor)
            try #require(kept.isReset == memory.isReset && kept.clock == memory.clock)
        }
        // A snapshot over another state leaves nothing of it.
        let other = Replica(device: memory.device)
        try file.write { try $0.replace(with: other) }
        #expect(try file.read { try $0.replica() }.records.isEmpty)
        try file.write { try $0.replace(with: memory) }
        #expect(try file.read { try $0.replica() }.records == memory.records)
    }

    private func entry(_ number: Int, _ replica: Replica, _ random: inout SplitMix64) -> Entry {
        let now = Int64(1_800_000_000_000) + Int64(number) * 1_000
        func record(by device: UInt64) -> Record {
            let stamp = Stamp(wall: Instant(milliseconds: now), counter: 0, device: device)
            let id = UUID(high: 1, low: UInt64.random(in: 0..<6, using: &random))
            if Int.random(in: 0..<5, using: &random) == 0 { return Record(kind: .todo, id: id, deleted: stamp) }
            let title = JSON.string("Number \(number)")
            let fields = [Record.Field("title", title, stamp), .init("createdAt", .integer(now), stamp)]
            return Record(kind: .todo, id: id, fields: fields)
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2: return .changed([record(by: replica.device.low & ~0xF)])
        case 3, 4:
            let results = replica.outbox.values.prefix(2).map { change in
                ChangeResult(
                    key: change.key,
                    stamps: change.stamps,
                    violations: Bool.random(using: &random) ? [] : [Violation(.title, .other, "no")],
                    changes: []
                )
            }
            let cursor = replica.cursor + 1
            return .answered(records: [record(by: 0x70)], after: replica.cursor, cursor: cursor, results: results)
        case 5: return .preferred(name: "order", value: "\(number)")
        case 6: return .refusedAhead(server: Instant(milliseconds: now - 600_000), correction: -600_000)
        default:
            let server = Instant(milliseconds: now)
            return replica.isReset ? .resetEnded(server: server, cursor: replica.cursor) : .resetBegan(server: server)
        }
    }
}
