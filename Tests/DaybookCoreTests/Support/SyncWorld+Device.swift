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
        var entries: [(place: Int, tab: Int, bytes: [UInt8])] = []
        var last = 0
    }

    /// A view of the replica.
    struct Tab {
        /// Which of all that ever were.
        var id: Int
        /// Which of those that are open, 0 to 15.
        var number: UInt8
        var replica: Replica
        var engine = SyncEngine()
        /// How far it has read the journal.
        var through: Int
        /// What is not on the disk yet.
        var pending: [Pending] = []
        var lastStamp: Stamp?
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

    /// A tab opens, with what the disk holds.
    mutating func start(_ tab: Int) {
        started += 1
        let taken = tabs.indices.filter { $0 != tab }.map { tabs[$0].number }
        let number = (UInt8(0)...15).first { !taken.contains($0) } ?? 0
        tabs[tab] = SyncWorld.Tab(id: started, number: number, replica: content, through: disk.last)
        tabs[tab].replica.use(tab: number)
    }

    /// What a tab wrote is on the disk, and said to be saved.
    mutating func flush(_ tab: Int, into written: inout [SyncWorld.Written]) {
        for pending in tabs[tab].pending {
            disk.last += 1
            disk.entries.append((disk.last, tabs[tab].id, ReplicaDisk.encode(pending.entry)))
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

    /// A tab reads what others wrote.
    mutating func read(_ tab: Int) {
        if disk.packed > tabs[tab].through {
            let content = content
            // A tab cannot know whether what it holds as unsent was settled before another let the record go: it keeps it.
            for key in tabs[tab].replica.outbox.keys where content.records[key] == nil {
                settled.subtract(own[key] ?? [])
            }
            tabs[tab].replica.absorb(content)
            tabs[tab].lastStamp = nil
        } else {
            var hasReset = false
            for entry in disk.entries where entry.place > tabs[tab].through && entry.tab != tabs[tab].id {
                guard let read = ReplicaDisk.entry(of: entry.bytes) else { continue }
                if case .restamped = read { tabs[tab].lastStamp = nil }
                if case .resetEnded = read { hasReset = true }
                tabs[tab].replica.replay(read)
            }
            // What was changed here as another tab ended the reset waits for all of its record in this tab alone.
            let unsent = tabs[tab].replica.outbox
            if hasReset, !unsent.isEmpty {
                tabs[tab].pending.append(.init(entry: .changed(Array(unsent.values)), written: []))
            }
        }
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
