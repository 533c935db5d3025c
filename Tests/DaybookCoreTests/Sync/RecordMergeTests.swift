import Testing

@testable import DaybookCore

@Suite struct RecordMergeTests {
    private func stamp(_ wall: Int64, device: UInt64 = 1) -> Stamp {
        Stamp(wall: Instant(milliseconds: wall), counter: 0, device: device)
    }

    private func todo(_ fields: [Record.Field], deleted: Stamp? = nil) -> Record {
        Record(kind: .todo, id: UUID(high: 1, low: 1), fields: fields, deleted: deleted)
    }

    private func merged(_ left: Record, _ right: Record) -> Record {
        var result = left
        result.merge(right)
        return result
    }

    // MARK: - Laws

    @Test("[S3] Merging is commutative")
    func commutative() {
        property(runs: 3_000) { random in
            let (a, b) = (random.record(), random.record())
            try hold(merged(a, b), equals: merged(b, a), "a+b = b+a")
        }
    }

    @Test("[S3] Merging is associative")
    func associative() {
        property(runs: 3_000) { random in
            let (a, b, c) = (random.record(), random.record(), random.record())
            try hold(merged(merged(a, b), c), equals: merged(a, merged(b, c)), "(a+b)+c = a+(b+c)")
        }
    }

    @Test("[S3] Merging is idempotent, and returns whether it changed anything")
    func idempotent() {
        property(runs: 3_000) { random in
            let (a, b) = (random.record(), random.record())
            try hold(merged(a, a), equals: a, "a+a = a")
            let both = merged(a, b)
            try hold(merged(both, b), equals: both, "a+b+b = a+b")
            var again = a
            try hold(again.merge(b), equals: both != a, "the answer to whether it changed")
        }
    }

    @Test("[S3] Fields are sorted by name, without duplicates, in whatever order they came")
    func sorted() {
        property(runs: 1_000) { random in
            let fields = random.array(0...30) { $0.field() }
            let record = todo(fields)
            for (left, right) in zip(record.fields, record.fields.dropFirst()) {
                try hold(left.name.precedes(right.name), "\(left.name) before \(right.name)")
            }
            try hold(todo(fields.shuffled(using: &random)), equals: record, "any order makes the same record")
            for field in record.fields {
                try hold(record.field(field.name), equals: field, "found by its name")
                let rivals = fields.filter { $0.name.isSame(as: field.name) }
                try hold(rivals.map { $0.stamp }.max(), equals: field.stamp, "the greatest stamp stays")
            }
        }
    }

    /// Inserting them one by one moves half of all before each; the limit is there to end that, not to measure.
    @Test("[S3] A record of very many fields in the worst order is made", .timeLimit(.minutes(1)))
    func manyFields() {
        let fields = (0..<50_000).map { Record.Field(String(99_999 - $0), .null, stamp(1)) }
        #expect(todo(fields).fields.count == 50_000)
    }

    @Test("[S3] Of equal stamps with different values every replica keeps the same one")
    func equalStamps() {
        let left = todo([.init("title", .string("Buy milk"), stamp(1))])
        let right = todo([.init("title", .string("Buy bread"), stamp(1))])
        #expect(merged(left, right) == merged(right, left))
        #expect(merged(left, right)["title"] == .string("Buy milk"))
    }

    // MARK: - Difference, without, restamped

    @Test("[S3] A difference is exactly what another version lacks")
    func difference() {
        property(runs: 3_000) { random in
            let (a, b) = (random.record(), random.record())
            let difference = a.difference(from: b)
            try hold(difference.map { merged(b, $0) } ?? b, equals: merged(b, a), "b + (a-b) = b + a")
            try hold(a.difference(from: merged(a, b)) == nil, "nothing is new to one that has it")
            try hold(difference == nil, equals: merged(b, a) == b, "nil when there is nothing")
            try hold(a.difference(from: nil), equals: a, "all is new to one that has nothing")
            for field in difference?.fields ?? [] {
                try hold(a.field(field.name), equals: field, "a difference is part of the record")
            }
        }
    }

    @Test("[S8] What remains without some stamps, with what bore them, is the record")
    func without() {
        property(runs: 2_000) { random in
            let record = random.record()
            let stamps = record.stamps.filter { _ in random.oneIn(2) }
            let rest = record.without(stamps)
            for field in rest?.fields ?? [] { try hold(!stamps.contains(field.stamp), "\(field.stamp) is gone") }
            let sent =
                record.fields.count { stamps.contains($0.stamp) }
                + (record.deleted.map { stamps.contains($0) ? 1 : 0 } ?? 0)
            let kept = (rest?.fields.count ?? 0) + (rest?.deleted == nil ? 0 : 1)
            try hold(sent + kept, equals: record.fields.count + (record.deleted == nil ? 0 : 1), "nothing lost")
            try hold(rest.map { merged(record, $0) } ?? record, equals: record, "a rest is part of the record")
            try hold(record.without(record.stamps) == nil, "nothing remains without all of them")
            try hold(Set(record.stamps).count, equals: record.stamps.count, "each stamp once")
        }
    }

    @Test("[S2] Restamping keeps every value")
    func restamped() {
        property(runs: 500) { random in
            let record = random.record()
            let restamped = record.restamped { Stamp(time: $0.time &+ 1, device: $0.device) }
            try hold(restamped.fields.map { $0.name }, equals: record.fields.map { $0.name }, "names")
            try hold(restamped.fields.map { $0.value }, equals: record.fields.map { $0.value }, "values")
            try hold(record.restamped { $0 }, equals: record, "the same stamps make the same record")
        }
    }

    // MARK: - Deleting

    @Test("[S4] A record is alive while a field is newer than its delete")
    func alive() {
        #expect(!todo([]).isAlive)
        #expect(todo([.init("title", .string("a"), stamp(1))]).isAlive)
        #expect(!todo([.init("title", .string("a"), stamp(1))], deleted: stamp(2)).isAlive)
        #expect(!todo([.init("title", .string("a"), stamp(2))], deleted: stamp(2)).isAlive)
        #expect(todo([.init("title", .string("a"), stamp(3))], deleted: stamp(2)).isAlive)
        #expect(todo([.init("a", .null, stamp(1)), .init("b", .null, stamp(3))], deleted: stamp(2)).isAlive)
        #expect(!todo([], deleted: stamp(2)).isAlive)
    }

    @Test("[S4] An edit made without knowing of an older delete brings the record back whole")
    func editAfterDelete() {
        let original = todo([.init("title", .string("a"), stamp(1)), .init("detail", .string("b"), stamp(1))])
        let deleted = merged(original, todo([], deleted: stamp(5, device: 1)))
        let edited = merged(original, todo([.init("title", .string("c"), stamp(6, device: 2))]))
        let both = merged(deleted, edited)
        #expect(both == merged(edited, deleted))
        #expect(both.isAlive)
        #expect(Todo(both)?.title == "c")
        #expect(Todo(both)?.detail == "b")
        #expect(Todo(merged(deleted, original)) == nil)
    }

    @Test("[S4] Two devices adding a tag each keep both; the one that removes a tag keeps the other's")
    func tags() {
        let original = todo([.init("title", .string("a"), stamp(1)), .init("tag:home", .bool(true), stamp(1))])
        let one = merged(original, todo([.init("tag:work", .bool(true), stamp(2, device: 1))]))
        let two = merged(
            original,
            todo([
                .init("tag:tax", .bool(true), stamp(2, device: 2)),
                .init("tag:home", .bool(false), stamp(2, device: 2)),
            ])
        )
        #expect(Todo(merged(one, two))?.tags == ["tax", "work"])
        #expect(Todo(merged(two, one))?.tags == ["tax", "work"])
    }

    @Test("[S2] The latest stamp is the greatest of fields and delete")
    func latest() {
        property(runs: 1_000) { random in
            let record = random.record()
            let all = record.fields.map { $0.stamp } + (record.deleted.map { [$0] } ?? [])
            try hold(record.latest, equals: all.max(), "latest")
        }
    }
}
