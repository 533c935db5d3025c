import Testing

@testable import DaybookCore

/// Replicas that tell each other of changes, with no server between them (S5).
@Suite struct ConvergenceTests {
    /// One thing that happens in a history.
    private enum Step {
        case set(replica: Int, record: UInt64, name: String, value: JSON)
        case delete(replica: Int, record: UInt64)
        /// Everything of one replica is sent to another; it may arrive never, late, twice, and out of order.
        case send(from: Int, to: Int)
        case arrive(place: Int, isKept: Bool)
    }

    private struct World {
        var replicas: [Replica]
        /// Wall clocks differ by up to a day.
        var skews: [Int64]
        var messages: [(to: Int, version: Record)] = []
        var time: Int64 = 1_763_700_000_000

        mutating func take(_ step: Step) {
            time += 400
            switch step {
            case .set(let replica, let record, let name, let value):
                change(replica, record) { ([.init(name, value, $0)], nil) }
            case .delete(let replica, let record): change(replica, record) { ([], $0) }
            case .send(let from, let to):
                messages += replicas[from].records.values.map { (to, $0) }
            case .arrive(let place, let isKept):
                guard !messages.isEmpty else { return }
                let index = place % messages.count
                let message = messages[index]
                if !isKept { messages.remove(at: index) }
                replicas[message.to].receive([message.version], cursor: 0)
            }
        }

        private mutating func change(
            _ replica: Int,
            _ record: UInt64,
            _ fields: (Stamp) -> ([Record.Field], Stamp?)
        ) {
            let stamp = replicas[replica].stamp(now: Instant(milliseconds: time + skews[replica]))
            let (fields, deleted) = fields(stamp)
            replicas[replica].apply(
                Record(kind: .todo, id: UUID(high: 0, low: record), fields: fields, deleted: deleted)
            )
        }

        /// The partition ends: every replica receives every change at least once.
        mutating func heal() {
            let all = replicas.map { Array($0.records.values) }
            for to in replicas.indices {
                for from in replicas.indices.reversed() { replicas[to].receive(all[from], cursor: 0) }
            }
        }
    }

    private func step(_ random: inout SplitMix64, replicas: Int) -> Step {
        let replica = random.int(0...replicas - 1)
        let record = UInt64(random.int(1...4))
        switch random.int(0...9) {
        case 0...3:
            let name = random.pick(["title", "done", "tag:home", "tag:work", "detail"])
            let value: JSON = name.hasPrefix("tag:") ? .bool(random.oneIn(2)) : random.json(depth: 1)
            return .set(replica: replica, record: record, name: name, value: value)
        case 4: return .delete(replica: replica, record: record)
        case 5, 6: return .send(from: replica, to: random.int(0...replicas - 1))
        default: return .arrive(place: random.int(0...999), isKept: random.oneIn(4))
        }
    }

    @Test("[S5] Replicas that have seen the same changes, in any order, any number of times, are equal")
    func converge() {
        property(runs: 150) { random in
            let count = random.int(3...5)
            let start = World(
                replicas: (1...count).map { Replica(device: UUID(high: 0, low: UInt64($0))) },
                skews: random.array(count...count) { $0.int64(-86_400_000...86_400_000) }
            )
            let steps = random.array(1...120) { step(&$0, replicas: count) }
            guard !isEqual(steps, from: start) else { return }
            let fewest = shrunk(steps) { !isEqual($0, from: start) }
            throw Falsified("replicas differ after\n" + fewest.map { "  \($0)" }.joined(separator: "\n"))
        }
    }

    private func isEqual(_ steps: [Step], from start: World) -> Bool {
        var world = start
        for step in steps { world.take(step) }
        world.heal()
        let todos = world.replicas.map { $0.records.values.compactMap { Todo($0) }.sorted { $0.id < $1.id } }
        return world.replicas.allSatisfy { $0.records == world.replicas[0].records }
            && todos.allSatisfy { $0 == todos[0] }
    }

    @Test("[S5] A record built from its changes one by one, in any order, is the same")
    func anyOrder() {
        property(runs: 300) { random in
            let changes = random.array(1...12) { $0.record() }
            var first = Record(kind: .todo, id: UUID(high: 1, low: 1))
            for change in changes { first.merge(change) }
            for _ in 0..<5 {
                var other = Record(kind: .todo, id: UUID(high: 1, low: 1))
                for change in (changes + changes.prefix(3)).shuffled(using: &random) { other.merge(change) }
                try hold(other, equals: first, "any order of \(changes)")
            }
        }
    }
}
