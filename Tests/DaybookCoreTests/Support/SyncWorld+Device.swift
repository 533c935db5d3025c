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
        /// Stamps of this device that the server has taken, according to the device's disk.
        var acknowledged: Set<Stamp> = []
        /// The stamps of all changes made here, as they were last sent.
        var own: [Record.Key: Set<Stamp>] = [:]
        /// The restamped stamps since the last look.
        var restamped: [(Restamping, server: Instant)] = []
        private var started = 0

        init(number: Int, tabs: Int, skew: Int64) {
            self.number = number
            self.skew = skew
            for _ in 0..<tabs {
                self.tabs.append(Tab(id: 0, number: 0, notebook: Notebook(account: Device.account, device: id)))
                start(self.tabs.count - 1)
            }
        }

        var id: UUID { UUID(high: 7, low: UInt64(number) << 4) }

        static let account = Account(id: UUID(high: 1, low: 1), name: "Asha", mobile: "", email: "asha@example.com")
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
    }

    /// A notebook in a tab of the browser, as the product has it.
    struct Tab {
        /// Which of all that ever were.
        var id: Int
        /// The tab's number among the open tabs, 0 to 14.
        var number: UInt8
        var notebook: Notebook
        /// The writes that are not on the disk yet.
        var pending: [Pending] = []
        var lastStamp: Stamp?
        /// The notebook has asked for all of the disk.
        var wantsDisk = false
        /// The call under way.
        var call: SyncRequest?
        var answer: SyncAnswer?

        var replica: Replica { notebook.replica }

        /// Carries out what the notebook asks to write and send. `written`: the values that a person set.
        mutating func carry(_ effects: [Notebook.Effect], written: [Written] = []) {
            for effect in effects {
                switch effect {
                case .append(let sequence, let bytes):
                    pending.append(Pending(sequence: sequence, bytes: bytes, written: written))
                case .request(let request): call = try? SyncRequest(request.body)
                case .readDisk: wantsDisk = true
                default: break
                }
            }
        }

        /// Has the notebook do something while it talks to the server for all tabs.
        mutating func lead(_ body: (inout Notebook) -> [Notebook.Effect]) {
            notebook.connection.leads = true
            carry(body(&notebook))
            notebook.connection.leads = false
        }
    }

    /// An entry on its way to the disk.
    struct Pending {
        var sequence: Int
        var bytes: [UInt8]
        var written: [Written]
        var entry: Entry? { ReplicaDisk.entry(of: bytes) }
    }
}

extension SyncWorld.Device {
    private var content: ReplicaDisk.Content {
        ReplicaDisk.decode(snapshot: disk.snapshot, journal: disk.entries.map(\.bytes), newDevice: id)
    }

    /// Another device with the same disk, and so with the same id.
    func copied() -> Self {
        var copy = self
        for tab in copy.tabs.indices { copy.start(tab) }
        return copy
    }

    /// A tab opens with the content of the disk.
    mutating func start(_ tab: Int) {
        started += 1
        let taken = tabs.indices.filter { $0 != tab }.map { tabs[$0].number }
        let number = (UInt8(0)...14).first { !taken.contains($0) } ?? 0
        let disk = Disk(place: .sealed, through: self.disk.last)
        var notebook = Notebook(account: Self.account, content: content, disk: disk)
        notebook.replica.use(tab: number)
        notebook.connection.leads = false
        tabs[tab] = SyncWorld.Tab(id: started, number: number, notebook: notebook)
        tabs[tab].carry(tabs[tab].notebook.open())
    }

    /// The entries of a tab are on the disk, and shown as saved. `leads`: the tab talks to the server meanwhile.
    mutating func flush(_ tab: Int, into written: inout [SyncWorld.Written], leads: Bool = false) {
        guard let last = tabs[tab].pending.last?.sequence else { return }
        for pending in tabs[tab].pending {
            let entry = pending.entry
            if case .refusedAhead(let server, let correction) = entry { noteRestamped(server, correction) }
            disk.last += 1
            disk.entries.append(.init(place: disk.last, tab: tabs[tab].id, bytes: pending.bytes))
            written += pending.written
            guard case .answered(_, _, _, let results) = entry else { continue }
            for result in results where result.violations.isEmpty { self.acknowledged.formUnion(result.stamps) }
        }
        tabs[tab].pending = []
        if leads { tabs[tab].lead { $0.stored(last) } } else { tabs[tab].carry(tabs[tab].notebook.stored(last)) }
    }

    /// The device has read all that the server has of a record. Its unsent changes were not taken, or are lost on the
    /// server.
    mutating func noteMissing(in version: Record, _ replica: Replica) {
        guard let missing = replica.outbox[version.key]?.stamps else { return }
        own[version.key, default: []].formUnion(missing)
        acknowledged.subtract(missing)
    }

    /// The changes that are restamped at this place of the journal have other stamps from now on.
    private mutating func noteRestamped(_ server: Instant, _ correction: Int64) {
        var replica = content.replica
        let restamping = replica.restampUnsent(server: server, correction: correction)
        for (key, stamps) in own { own[key] = Set(stamps.map { restamping[$0] ?? $0 }) }
        restamped.append((restamping, server))
    }

    /// A tab reads the entries of other tabs. It reads the whole disk when it asked for that, or when another tab
    /// packed entries that it has not read.
    mutating func read(_ tab: Int, leads: Bool = false) {
        let through = tabs[tab].notebook.disk.through
        if !tabs[tab].wantsDisk, disk.packed <= through {
            let unread = disk.entries.filter { $0.place > through && $0.tab != tabs[tab].id }.map(\.bytes)
            tabs[tab].carry(tabs[tab].notebook.shared(unread, through: disk.last))
            if !tabs[tab].wantsDisk { return }
        }
        let all = DiskContent(snapshot: disk.snapshot, journal: disk.entries.map(\.bytes), through: disk.last)
        tabs[tab].wantsDisk = false
        tabs[tab].lastStamp = nil
        if leads { tabs[tab].lead { $0.merge(all) } } else { tabs[tab].carry(tabs[tab].notebook.merge(all)) }
    }

    /// A tab makes a snapshot of its own entries and those that it has read, and deletes the entries that the snapshot
    /// contains.
    mutating func pack(_ tab: Int) {
        guard tabs[tab].pending.isEmpty else { return }
        // An entry that stayed in the journal beside a snapshot that contains it would be unsent again after a restart.
        read(tab)
        for case .pack(_, let through, let bytes) in tabs[tab].notebook.storeOvertaken() {
            disk.snapshot = bytes
            disk.packed = through
            disk.entries.removeAll { $0.place <= through }
        }
    }
}
