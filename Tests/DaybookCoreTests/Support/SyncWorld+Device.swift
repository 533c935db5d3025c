@testable import DaybookCore

extension SyncWorld {
    /// A browser: tabs that share a disk.
    struct Device {
        let number: Int
        var tabs: [Tab] = []
        var disk = Log()
        /// How far the wall clock is off, in milliseconds.
        var skew: Int64
        /// Nothing reaches the network before.
        var awayUntil = Instant(milliseconds: 0)
        /// Stamps of this device of which its disk says that the server has taken them.
        var settled: Set<Stamp> = []
        /// The stamps of all changes made here, as they were last sent.
        var own: [Record.Key: Set<Stamp>] = [:]
        /// What was stamped anew since somebody looked.
        var restamped: [(Restamping, server: Instant)] = []
        private var started = 0

        init(number: Int, tabs: Int, skew: Int64) {
            self.number = number
            self.skew = skew
            for _ in 0..<tabs {
                self.tabs.append(Tab(id: 0, number: 0, replica: Replica(device: id), through: 0))
                start(self.tabs.count - 1)
            }
        }

        var id: UUID { UUID(high: 7, low: UInt64(number) << 4) }
    }

    /// The snapshot, and the journal that all tabs append to and read.
    struct Log {
        var snapshot: [UInt8] = []
        /// The snapshot holds all up to this.
        var packed = 0
        var entries: [Line] = []
        var last = 0
    }

    /// An entry of the journal.
    struct Line {
        var place: Int
        var tab: Int
        var bytes: [UInt8]

        var isRefusedAhead: Bool {
            if case .refusedAhead = ReplicaDisk.entry(of: bytes) { true } else { false }
        }
    }

    /// A view of the replica.
    struct Tab {
        /// Which of all that ever were.
        var id: Int
        /// Which of those that are open, 0 to 14.
        var number: UInt8
        var replica: Replica
        var engine = SyncEngine()
        /// How far it has read the journal.
        var through: Int
        /// What is not on the disk yet.
        var pending: [Pending] = []
        var lastStamp: Stamp?
        /// A refusal of stamps is on its way to the disk, or there: all of the disk is read before anything is sent.
        var mustReadAll = false
        /// The call under way.
        var call: SyncRequest?
        var answer: SyncAnswer?
    }

    /// An entry on its way to the disk.
    struct Pending {
        var entry: ReplicaDisk.Entry
        var written: [Written]
    }
}

extension SyncWorld.Device {
    private var content: Replica {
        ReplicaDisk.decode(snapshot: disk.snapshot, journal: disk.entries.map(\.bytes), freshDevice: id).replica
    }

    /// Another device with the same disk, and so with the same id.
    func copied() -> Self {
        var copy = self
        for tab in copy.tabs.indices { copy.start(tab) }
        return copy
    }

    /// A tab opens, with what the disk holds.
    mutating func start(_ tab: Int) {
        started += 1
        let taken = tabs.indices.filter { $0 != tab }.map { tabs[$0].number }
        let number = (UInt8(0)...14).first { !taken.contains($0) } ?? 0
        tabs[tab] = SyncWorld.Tab(id: started, number: number, replica: content, through: disk.last)
        tabs[tab].replica.use(tab: number)
    }

    /// What a tab wrote is on the disk, and said to be saved.
    mutating func flush(_ tab: Int, into written: inout [SyncWorld.Written]) {
        for pending in tabs[tab].pending {
            if case .refusedAhead(let server, let correction) = pending.entry { noteRestamped(server, correction) }
            disk.last += 1
            disk.entries.append(.init(place: disk.last, tab: tabs[tab].id, bytes: ReplicaDisk.encode(pending.entry)))
            written += pending.written
            guard case .answered(_, _, _, let settled) = pending.entry else { continue }
            for settlement in settled where settlement.violations.isEmpty { self.settled.formUnion(settlement.stamps) }
        }
        tabs[tab].pending = []
    }

    /// All that the server has of a record came, and what is unsent now of it has not been taken, or is lost there.
    mutating func noteMissing(in version: Record, _ replica: Replica) {
        guard let missing = replica.outbox[version.key]?.stamps else { return }
        own[version.key, default: []].formUnion(missing)
        settled.subtract(missing)
    }

    /// What is stamped anew at this place of the journal bears other stamps from now on.
    private mutating func noteRestamped(_ server: Instant, _ correction: Int64) {
        var replica = content
        let anew = replica.restampUnsent(server: server, correction: correction)
        for (key, stamps) in own { own[key] = Set(stamps.map { anew[$0] ?? $0 }) }
        restamped.append((anew, server))
    }

    /// A tab reads what others wrote, but all anew when that depends on the order in which all wrote.
    mutating func read(_ tab: Int) {
        let unread = disk.entries.filter { $0.place > tabs[tab].through }
        if disk.packed > tabs[tab].through || unread.contains(where: { $0.isRefusedAhead }) { return readAll(tab) }
        var hasReset = false
        for entry in unread where entry.tab != tabs[tab].id {
            guard let read = ReplicaDisk.entry(of: entry.bytes) else { continue }
            if case .resetEnded = read { hasReset = true }
            tabs[tab].replica.replay(read)
        }
        // What was changed here as another tab ended the reset waits for all of its record in this tab alone.
        let unsent = tabs[tab].replica.outbox
        if hasReset, !unsent.isEmpty {
            tabs[tab].pending.append(.init(entry: .changed(Array(unsent.values)), written: []))
        }
        tabs[tab].through = disk.last
    }

    /// A tab takes what the disk says, and what it has not written yet.
    private mutating func readAll(_ tab: Int) {
        tabs[tab].replica = tabs[tab].replica.rebuilt(on: content, tabs[tab].pending.map(\.entry))
        tabs[tab].mustReadAll = tabs[tab].pending.contains { if case .refusedAhead = $0.entry { true } else { false } }
        tabs[tab].lastStamp = nil
        tabs[tab].through = disk.last
    }

    /// A tab makes a snapshot of what it has read, and of its own, and deletes what all of that stood in.
    mutating func pack(_ tab: Int) {
        guard tabs[tab].pending.isEmpty else { return }
        // What stayed in the journal beside the snapshot that has it would be unsent once more after a restart.
        read(tab)
        disk.snapshot = ReplicaDisk.encode(tabs[tab].replica, preferences: [:])
        disk.packed = tabs[tab].through
        disk.entries.removeAll { $0.place <= tabs[tab].through }
    }
}
