import Testing

@testable import DaybookCore

@Suite("A glance at a to-do's bytes")
struct TodoGlanceTests {
    @Test("[C3] It shows what the to-do shows that the whole record makes, and nothing where that makes none")
    func same() {
        property(runs: 5_000) { random in
            let kind = random.oneIn(10) ? Record.Kind.note : .todo
            let record = random.record(kind: kind, fields: 0...8)
            let glance = ReplicaDisk.glance(of: ReplicaDisk.encode(record))
            try hold(glance, equals: Todo(record).map { TodoGlance($0) }, "\(record)")
        }
    }

    @Test("[C3] Bytes that are cut off or changed show something or nothing, and what is cut off shows nothing")
    func damaged() {
        property(runs: 2_000) { random in
            var bytes = ReplicaDisk.encode(random.record(fields: 1...6))
            let cut = random.int(0...bytes.count - 1)
            try hold(ReplicaDisk.glance(of: Array(bytes[..<cut])), equals: nil, "cut at \(cut)")
            bytes[random.int(0...bytes.count - 1)] ^= UInt8(random.int(1...255))
            _ = ReplicaDisk.glance(of: bytes)
        }
    }
}
