@testable import DaybookCore

/// Devices with disks, tabs and clocks of their own, a server that forgets, and a network that loses messages.
struct SyncWorld {
    /// The events of a world besides editing and syncing.
    struct Traits {
        /// Changes that rules refuse, and calls that are refused whole although nothing is wrong with them.
        var breaksRules = false
        /// Weeks pass: tombstones are forgotten, devices stay away.
        var forgets = false
        /// The operator puts back an older copy of the server.
        var restores = false
        /// A person copies a browser's profile: two devices have one id and the same data.
        var copies = false
        /// Tabs of a browser at most.
        var tabs = 1
        /// Disks that take no writes for a while, and fail to be read; and calls that leave before what they carry is
        /// written.
        var fills = false
        /// Journals that are long enough to be packed.
        var packs = false
        /// Wall clocks that are off by up to a day, and change.
        var skews = true
    }

    var devices: [Device]
    var server = ModelServer()
    var time = Instant(milliseconds: 1_763_700_000_000)
    let traits: Traits
    /// Every value that was shown as saved.
    var written: [Written] = []
    /// Calls that the network may deliver once more, later.
    private var old: [SyncRequest] = []
    /// Calls that their tabs have given up, and that the network may deliver all the same.
    private var late: [SyncRequest] = []
    private var backup = ModelServer()
    /// Every stamp made, to find a stamp that is made twice.
    var made: Set<Stamp> = []
    /// The values of stamps that were replaced.
    private var origins: [Stamp: Stamp] = [:]
    /// Stamps that a device and its copy both made, and their values: a history holds one value for each stamp.
    var twins: Set<Stamp> = []
    private var value = 0

    /// A value that a person set.
    struct Written {
        var key: Record.Key
        var name: String
        var value: JSON
        var stamp: Stamp
        var device: Int
        var at: Instant
    }

    init(_ random: inout SplitMix64, _ traits: Traits) {
        self.traits = traits
        devices = (1...random.int(3...5)).map { number in
            let tabs = traits.tabs == 1 ? 1 : random.int(1...traits.tabs)
            return Device(number: number, tabs: tabs, skew: traits.skews ? SyncWorld.skew(&random) : 0)
        }
    }

    private static func skew(_ random: inout SplitMix64) -> Int64 {
        random.pick([0, 0, 0, 1_000, -1_000, 240_000, 3_600_000, -86_400_000, 86_400_000])
    }

    func now(_ index: Int) -> Instant { time.advanced(by: .milliseconds(devices[index].skew)) }

    // MARK: - One thing that happens

    mutating func step(_ random: inout SplitMix64) throws {
        time = time.advanced(by: .milliseconds(random.int64(0...2_000)))
        let index = random.int(0...devices.count - 1)
        let tab = random.int(0...devices[index].tabs.count - 1)
        switch random.int(0...19) {
        case 0...6: try edit(index, tab, &random)
        case 7, 8: try begin(index, tab, flushes: !traits.fills || random.oneIn(2))
        case 9, 10: try arrive(index, tab)
        case 11, 12: try hear(index, tab, cut: random.oneIn(10))
        case 13: random.oneIn(2) ? lose(index, tab) : try refuse(index, tab)
        case 14: try crash(index, tab)
        case 15: try random.oneIn(3) ? deliverLate(&random) : deliverAgain(&random)
        case 16:
            if traits.fills, devices[index].isFull, random.oneIn(4) {
                devices[index].failToRead(tab)
            } else {
                devices[index].read(tab)
            }
        case 17:
            if traits.packs, random.oneIn(2) { return try writeSome(index, tab, &random) }
            try flush(index, tab)
            if random.oneIn(3) {
                devices[index].pack(tab)
                try flush(index, tab)
            }
        case 18: if traits.forgets { try letTimePass(&random) }
        default: try rare(index, &random)
        }
    }

    private mutating func rare(_ index: Int, _ random: inout SplitMix64) throws {
        if random.oneIn(3), traits.skews { devices[index].skew = SyncWorld.skew(&random) }
        if traits.fills { devices[index].isFull.toggle() }
        if random.oneIn(4), traits.copies, devices.count < 8 { devices.append(devices[index].copied()) }
        guard traits.restores else { return }
        if random.oneIn(2) { backup = server } else { try restore() }
        (old, late) = ([], [])
    }

    /// The operator stops the server, which ends all calls, and puts the backup in place.
    private mutating func restore() throws {
        for index in devices.indices {
            for tab in devices[index].tabs.indices {
                lose(index, tab)
                try flush(index, tab)
            }
        }
        server.restore(backup)
    }

    /// Weeks go by; most of those that can sync do so first.
    private mutating func letTimePass(_ random: inout SplitMix64) throws {
        for index in devices.indices {
            if random.oneIn(4) { devices[index].awayUntil = time.advanced(by: .days(random.int64(1...200))) }
            if random.oneIn(2) { try syncAll(index) }
            // Tabs may be long without the server, but not without each other.
            for tab in devices[index].tabs.indices {
                lose(index, tab)
                try flush(index, tab)
            }
            for tab in devices[index].tabs.indices { devices[index].read(tab) }
        }
        (old, late) = ([], [])
        time = time.advanced(by: .days(random.int64(1...60)))
        server.collectGarbage(now: time)
    }

    // MARK: - Edits

    private mutating func edit(_ index: Int, _ tab: Int, _ random: inout SplitMix64) throws {
        value += 1
        var key = Record.Key(kind: .todo, id: UUID(high: 0, low: UInt64(random.int(1...4))))
        var record = devices[index].tabs[tab].replica.records[key]
        // A deleted record cannot be edited. Undoing a delete, which brings it back, happens within seconds.
        if let deleted = record?.deleted, record?.isAlive == false, deleted.wall < time.advanced(by: .days(-20)) {
            key = Record.Key(kind: .todo, id: UUID(high: 1, low: UInt64(value)))
            record = nil
        }
        let stamp = devices[index].tabs[tab].notebook.replica.stamp(now: now(index))
        var fields: [Record.Field] = []
        if !(record?.isAlive ?? false) || random.oneIn(3) {
            let long = traits.breaksRules && random.oneIn(4) ? String(repeating: "x", count: 40) : ""
            fields.append(.init("title", .string("\(value)\(long)"), stamp))
        }
        if random.oneIn(2) { fields.append(.init("detail", .string("\(value)"), stamp)) }
        if random.oneIn(3) { fields.append(.init("tag:" + random.pick(["x", "y"]), .bool(random.oneIn(2)), stamp)) }
        let deletes = record?.isAlive == true && random.oneIn(3)
        let change = Record(kind: .todo, id: key.id, fields: deletes ? [] : fields, deleted: deletes ? stamp : nil)
        guard change.latest != nil else { return }
        try holdIsNew(stamp, index, tab)
        devices[index].own[key, default: []].insert(stamp)
        let values = change.fields.filter { $0.value.stringValue != nil }.map {
            Written(key: key, name: $0.name, value: $0.value, stamp: stamp, device: index, at: time)
        }
        if traits.packs, random.oneIn(10) {
            devices[index].tabs[tab].notebook.disk.journalBytes = Disk.journalBytesMaximum + 1
            devices[index].tabs[tab].lead(written: values) { $0.make(change) }
        } else {
            devices[index].tabs[tab].carry(devices[index].tabs[tab].notebook.make(change), written: values)
        }
        if random.oneIn(2) { try flush(index, tab) }
    }

    /// S2: the stamps of a replica grow, and no tab makes one of them again.
    private mutating func holdIsNew(_ stamp: Stamp, _ index: Int, _ tab: Int) throws {
        if !traits.fills, let last = devices[index].tabs[tab].lastStamp {
            try hold(last < stamp, "\(stamp) after \(last)")
        }
        try noteMade(stamp)
        devices[index].tabs[tab].lastStamp = stamp
    }

    /// No stamp is made twice, but by a device and its copy, which do not know of each other.
    private mutating func noteMade(_ stamp: Stamp, insteadOf old: Stamp? = nil) throws {
        let isNew = made.insert(stamp).inserted
        defer { origins[stamp] = old }
        if isNew { return }
        try hold(traits.copies || traits.fills, "\(stamp) is made twice")
        twins.formUnion([stamp, old, origins[stamp]].compactMap { $0 })
    }

    // MARK: - Calls

    mutating func begin(_ index: Int, _ tab: Int, flushes: Bool = true) throws {
        guard devices[index].tabs[tab].call == nil, devices[index].awayUntil <= time else { return }
        if flushes { try flush(index, tab) }
        if devices[index].tabs[tab].notebook.disk.mustReadAll { devices[index].read(tab) }
        devices[index].tabs[tab].lead { $0.sync() }
    }

    /// The call reaches the server.
    private mutating func arrive(_ index: Int, _ tab: Int) throws {
        guard devices[index].tabs[tab].answer == nil, let call = devices[index].tabs[tab].call else { return }
        let before = server
        devices[index].tabs[tab].answer = server.answer(call, now: time)
        try holdNoneRevived(by: call, of: devices[index], before: before)
        old.append(call)
    }

    /// The answer reaches the device, or the start of it.
    private mutating func hear(_ index: Int, _ tab: Int, cut: Bool) throws {
        guard let answer = devices[index].tabs[tab].answer else { return }
        if cut {
            let bytes = answer.encoded
            try hold(SyncAnswer(Array(bytes.dropLast())) == nil, "a truncated answer is none")
            return lose(index, tab)
        }
        var one = devices[index].tabs[tab]
        one.call = nil
        one.answer = nil
        let isReset = one.replica.isReset
        let here = now(index)
        one.lead { $0.answered(.sync, Answer(status: 200, body: answer.encoded), here) }
        for version in answer.changes where isReset { devices[index].noteMissing(in: version, one.replica) }
        devices[index].tabs[tab] = one
        // The entries that the next call waits for are written, and read where necessary.
        if one.call != nil || one.notebook.disk.isSyncDue || one.notebook.isResetUnstored {
            try flush(index, tab, leads: true)
            if devices[index].tabs[tab].wantsDisk { devices[index].read(tab, leads: true) }
        }
    }

    /// A tab's write is on the disk.
    private mutating func flush(_ index: Int, _ tab: Int, leads: Bool = false) throws {
        devices[index].flush(tab, into: &written, leads: leads)
        try noteRestamped(index)
    }

    /// Some of a tab's writes are on the disk, and the tab may end before the others are.
    private mutating func writeSome(_ index: Int, _ tab: Int, _ random: inout SplitMix64) throws {
        let count = devices[index].tabs[tab].pending.count
        if count > 0 { devices[index].writeGroup(tab, of: random.int(1...count), into: &written) }
        try noteRestamped(index)
    }

    private mutating func noteRestamped(_ index: Int) throws {
        for (restamping, server) in devices[index].restamped {
            // No replica has those stamps any more: no server took one, and later changes of a person have later
            // stamps.
            let latest = server.advanced(by: Rules.stampTolerance)
            made = made.filter { $0.device & ~0xF != devices[index].id.low || $0.wall <= latest }
            for (old, new) in zip(restamping.old, restamping.new) { try noteMade(new, insteadOf: old) }
        }
        devices[index].restamped = []
    }

    /// The call, or the answer to it, is lost.
    private mutating func lose(_ index: Int, _ tab: Int) {
        guard let call = devices[index].tabs[tab].call else { return }
        if devices[index].tabs[tab].answer == nil { late.append(call) }
        devices[index].tabs[tab].call = nil
        devices[index].tabs[tab].answer = nil
        let here = now(index)
        devices[index].tabs[tab].carry(devices[index].tabs[tab].notebook.answered(.sync, Answer(status: 0), here))
    }

    /// Something on the way finds the call as a whole too large.
    private mutating func refuse(_ index: Int, _ tab: Int) throws {
        guard let call = devices[index].tabs[tab].call, devices[index].tabs[tab].answer == nil else { return }
        guard call.changes.count > 1 || traits.breaksRules && call.changes.count == 1 else { return }
        var one = devices[index].tabs[tab]
        one.call = nil
        one.carry(one.notebook.answered(.sync, Answer(status: 413), now(index)))
        // A tab whose writes fail calls again at once, without being asked to lead.
        if let next = one.call {
            try hold(next.changes != call.changes, "the next call is another one")
        } else {
            try hold(one.notebook.connection.engine.phase, equals: .idle, "a call with changes can be halved")
        }
        devices[index].tabs[tab] = one
    }

    /// S8: a request whose changes the server has taken changes nothing, however late it arrives again. A request that
    /// the server refused may be accepted later.
    private mutating func deliverAgain(_ random: inout SplitMix64) throws {
        guard let call = old.randomElement(using: &random) else { return }
        guard call.changes.allSatisfy({ server.hasTaken($0) }), call.cursor > 0 else { return }
        let before = server
        _ = server.answer(call, now: time)
        try hold(server == before, "a request sent twice changes nothing")
    }

    /// A call arrives after its tab gave up: changes that were refused as ahead, and restamped since, may be accepted
    /// now.
    private mutating func deliverLate(_ random: inout SplitMix64) {
        guard let place = late.indices.randomElement(using: &random) else { return }
        let call = late.remove(at: place)
        _ = server.answer(call, now: time)
        old.append(call)
    }

    // MARK: - Disks

    /// The tab is killed, and starts from its disk.
    private mutating func crash(_ index: Int, _ tab: Int) throws {
        let killed = devices[index].tabs[tab]
        for pending in killed.unstored {
            if case .changed(let records) = pending.entry {
                for stamp in records.flatMap(\.stamps) { made.remove(stamp) }
            }
        }
        devices[index].start(tab)
        // A refusal of stamps that was not carried out yet is carried out by the start.
        guard devices[index].tabs.count == 1, killed.unstored.isEmpty, !killed.notebook.disk.mustReadAll else { return }
        let started = devices[index].tabs[tab].replica
        try hold(started.records, equals: killed.replica.records, "records after a restart")
        try hold(started.outbox, equals: killed.replica.outbox, "unsent changes after a restart")
        try hold(started.rejections, equals: killed.replica.rejections, "refused changes after a restart")
        try hold(started.confirmed, equals: killed.replica.confirmed, "what a reset has shown, after a restart")
    }

    // MARK: - The end

    /// All tabs of a device send and receive everything.
    mutating func syncAll(_ index: Int) throws {
        for tab in devices[index].tabs.indices {
            devices[index].tabs[tab].carry(devices[index].tabs[tab].notebook.timerFired(.pollSync))
            try flush(index, tab)
            devices[index].read(tab)
            try begin(index, tab)
            var calls = 0
            while devices[index].tabs[tab].call != nil {
                try arrive(index, tab)
                try hear(index, tab, cut: false)
                calls += 1
                try hold(calls < 30, "device \(index + 1), tab \(tab) stops calling")
            }
            try flush(index, tab)
        }
        for tab in devices[index].tabs.indices { devices[index].read(tab) }
    }

    /// The network is whole, all are back, and everybody syncs until nothing moves.
    mutating func syncUntilQuiet() throws {
        for index in devices.indices {
            devices[index].awayUntil = time
            devices[index].isFull = false
            for tab in devices[index].tabs.indices { lose(index, tab) }
        }
        for round in 0..<12 {
            let before = (server, devices.map { $0.tabs.map(\.replica.records) })
            time = time.advanced(by: .seconds(1))
            for index in devices.indices { try syncAll(index) }
            let isQuiet = devices.allSatisfy { device in device.tabs.allSatisfy { $0.replica.outbox.isEmpty } }
            if isQuiet, before.0 == server, before.1 == devices.map({ $0.tabs.map(\.replica.records) }) { return }
            let waiting = devices.map { $0.tabs.map(\.replica.outbox.values.first) }
            try hold(round < 11, "all comes to rest; unsent: \(waiting)")
        }
    }
}
