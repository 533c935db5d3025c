import Testing

@testable import DaybookCore

/// Devices with disks and clocks of their own, a server, and a network that loses what it likes (S2, S5 to S9).
@Suite struct SyncSimulationTests {
    @Test("[S5] [S6] [S8] After lost calls, restarts and wrong clocks all devices show what the server has")
    func devicesAgree() {
        property(runs: 60) { random in
            var world = World(&random, breaksRules: false)
            for _ in 0..<random.int(20...150) { try world.step(&random) }
            try world.settle()
            for device in world.devices {
                try hold(device.replica.rejections, equals: [:], "nothing was refused")
                try hold(device.replica.records, equals: world.server.records, "device \(device.number) and the server")
            }
            try world.holdNothingIsLost()
        }
    }

    @Test("[S9] Refused changes stay on their device, all others arrive")
    func refusedStay() {
        property(runs: 60) { random in
            var world = World(&random, breaksRules: true)
            for _ in 0..<random.int(20...150) { try world.step(&random) }
            try world.settle()
            for device in world.devices {
                var expected = world.server.records
                for (key, rejection) in device.replica.rejections {
                    try hold(!rejection.violations.isEmpty, "a refusal has a reason")
                    if expected[key]?.merge(rejection.change) == nil { expected[key] = rejection.change }
                }
                try hold(device.replica.records, equals: expected, "device \(device.number): the server's and its own")
            }
            for record in world.server.records.values {
                try hold((record["title"]?.stringValue?.count ?? 0) <= 32, "the server keeps no title that is too long")
            }
            try world.holdNothingIsLost()
        }
    }
}

// MARK: - The world

private struct World {
    struct Device {
        var number: Int
        var replica: Replica
        var engine = SyncEngine()
        var snapshot: [UInt8] = []
        var journal: [[UInt8]] = []
        /// How far the wall clock is off, in milliseconds.
        var skew: Int64
        /// The call under way.
        var call: SyncRequest?
        var answer: SyncAnswer?
    }

    var devices: [Device]
    var server = ModelServer()
    var breaksRules: Bool
    var time = Instant(milliseconds: 1_763_700_000_000)
    /// Every value that was ever set, and where.
    private var written: [(key: Record.Key, name: String, value: JSON)] = []
    /// Calls that the network may deliver once more, much later.
    private var old: [SyncRequest] = []

    init(_ random: inout SplitMix64, breaksRules: Bool) {
        self.breaksRules = breaksRules
        devices = (1...random.int(2...4)).map { number in
            let replica = Replica(device: UUID(high: 7, low: UInt64(number)))
            return Device(number: number, replica: replica, skew: World.skew(&random))
        }
    }

    private static func skew(_ random: inout SplitMix64) -> Int64 {
        random.pick([0, 0, 1_000, -1_000, 240_000, 3_600_000, -86_400_000, 86_400_000])
    }

    private func now(_ index: Int) -> Instant { time.advanced(by: .milliseconds(devices[index].skew)) }

    mutating func step(_ random: inout SplitMix64) throws {
        time = time.advanced(by: .milliseconds(random.int64(0...2_000)))
        let index = random.int(0...devices.count - 1)
        switch random.int(0...15) {
        case 0...5: edit(index, &random)
        case 6, 7: begin(index)
        case 8, 9: arrive(index)
        case 10, 11: hear(index)
        case 12: lose(index)
        case 13: try restart(index)
        case 14: if let call = old.randomElement(using: &random) { try deliverAgain(call) }
        default: if random.oneIn(3) { devices[index].skew = World.skew(&random) }
        }
    }

    private mutating func edit(_ index: Int, _ random: inout SplitMix64) {
        let id = UUID(high: 0, low: UInt64(random.int(1...3)))
        let stamp = devices[index].replica.stamp(now: now(index))
        var fields: [Record.Field] = []
        let key = Record.Key(kind: .todo, id: id)
        if devices[index].replica.records[key]?["title"] == nil || random.oneIn(3) {
            let length = breaksRules && random.oneIn(3) ? 40 : 4
            fields.append(.init("title", .string(String(repeating: random.pick(["a", "b"]), count: length)), stamp))
        }
        if random.oneIn(2) { fields.append(.init("detail", .string("\(random.int(0...9_999))"), stamp)) }
        if random.oneIn(3) { fields.append(.init("tag:" + random.pick(["x", "y"]), .bool(random.oneIn(2)), stamp)) }
        let change = Record(kind: .todo, id: id, fields: fields, deleted: random.oneIn(6) ? stamp : nil)
        guard change.latest != nil else { return }
        written += fields.map { (key, $0.name, $0.value) }
        devices[index].replica.apply(change)
        devices[index].journal.append(ReplicaDisk.encode(.changed([change])))
    }

    // MARK: - Calls

    private mutating func begin(_ index: Int) {
        guard devices[index].call == nil else { return }
        devices[index].call = devices[index].engine.begin(devices[index].replica)
    }

    /// The call reaches the server.
    private mutating func arrive(_ index: Int) {
        guard devices[index].answer == nil, let call = devices[index].call else { return }
        devices[index].answer = server.answer(call, now: time)
        old.append(call)
    }

    /// The answer reaches the device.
    private mutating func hear(_ index: Int) {
        guard let answer = devices[index].answer else { return }
        devices[index].call = nil
        devices[index].answer = nil
        guard let answer = SyncAnswer(answer.encoded) else { return }
        var device = devices[index]
        let outcome = device.engine.answered(answer, replica: &device.replica, now: now(index))
        for entry in outcome.entries { device.journal.append(ReplicaDisk.encode(entry)) }
        devices[index] = device
        if outcome.callsAgain { begin(index) }
    }

    /// The call, or the answer to it, is lost.
    private mutating func lose(_ index: Int) {
        guard devices[index].call != nil else { return }
        devices[index].call = nil
        devices[index].answer = nil
        _ = devices[index].engine.failed(jitter: 0.5)
    }

    /// S8: a request whose changes the server has already changes nothing, however late it comes again.
    private mutating func deliverAgain(_ call: SyncRequest) throws {
        let isTaken = call.changes.allSatisfy { change in
            server.records[change.key].map { change.difference(from: $0) == nil } ?? false
        }
        guard isTaken else { return }
        let (before, numbered) = (server.records, server.last)
        _ = server.answer(call, now: time)
        try hold(server.records, equals: before, "a request sent twice")
        try hold(server.last, equals: numbered, "a request sent twice takes no number")
    }

    // MARK: - Disks

    /// The device is killed, and starts from its disk; now and then the journal is packed into a snapshot.
    private mutating func restart(_ index: Int) throws {
        var device = devices[index]
        let content = ReplicaDisk.decode(
            snapshot: device.snapshot,
            journal: device.journal,
            freshDevice: device.replica.device
        )
        try hold(content.damaged, equals: 0, "an undamaged disk")
        try hold(content.replica.records, equals: device.replica.records, "records after a restart")
        try hold(content.replica.outbox, equals: device.replica.outbox, "unsent changes after a restart")
        try hold(content.replica.rejections, equals: device.replica.rejections, "refused changes after a restart")
        device.replica = content.replica
        device.engine = SyncEngine()
        device.call = nil
        device.answer = nil
        if device.journal.count > 8 {
            device.snapshot = ReplicaDisk.encode(content.replica, preferences: [:])
            device.journal = []
        }
        devices[index] = device
    }

    // MARK: - The end

    /// The network is whole, and everybody syncs until nothing moves.
    mutating func settle() throws {
        for index in devices.indices { lose(index) }
        for _ in 0..<12 {
            time = time.advanced(by: .seconds(1))
            for index in devices.indices {
                begin(index)
                var calls = 0
                while devices[index].call != nil {
                    arrive(index)
                    hear(index)
                    calls += 1
                    try hold(calls < 20, "device \(devices[index].number) stops calling")
                }
            }
        }
        for device in devices {
            try hold(device.replica.outbox, equals: [:], "nothing waits on device \(device.number)")
        }
    }

    /// Every record whose title was ever set is on the server, or set apart on the device that was refused.
    func holdNothingIsLost() throws {
        for (key, name, _) in written {
            let isKept =
                server.records[key]?[name] != nil
                || devices.contains { $0.replica.rejections[key]?.change[name] != nil }
            try hold(isKept, "\(name) of \(key.id) is somewhere")
        }
    }
}
