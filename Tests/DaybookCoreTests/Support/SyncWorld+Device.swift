@testable import DaybookCore

extension SyncWorld {
    /// A browser: tabs that share a disk.
    struct Device {
        let number: Int
        var tabs: [Tab] = []
        var disk = Log()
        /// Nothing can be written now.
        var isFull = false
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
        /// The writes that are on their way to the disk.
        var pending: [Pending] = []
        /// All writes that the notebook does not take for stored yet: the pending ones, and failed ones.
        var unstored: [Pending] = []
        var lastStamp: Stamp?
        /// The notebook has asked for all of the disk.
        var wantsDisk = false
        /// The call under way.
        var call: SyncRequest?
        var answer: SyncAnswer?

        var replica: Replica { notebook.replica }

        /// Carries out what the notebook asks to write and send. `written`: the values that a person set.
        mutating func carry(_ effects: [Notebook.Effect], written: [Written] = []) {
            var written = written
            for effect in effects {
                switch effect {
                case .append(let sequence, let bytes):
                    begin(Pending(sequence: sequence, bytes: bytes, written: written))
                    written = []  // a snapshot may come with it
                case .pack(let sequence, let through, let bytes):
                    begin(Pending(sequence: sequence, bytes: bytes, through: through, written: written))
                case .request(let request): call = try? SyncRequest(request.body)
                case .readDisk: wantsDisk = true
                default: break
                }
            }
        }

        private mutating func begin(_ write: Pending) {
            pending.append(write)
            unstored.append(write)
        }

        /// The notebook learns that the disk has all up to a number. Returns the writes that count as stored now.
        mutating func stored(_ last: Int) -> [Pending] {
            carry(notebook.stored(last))
            let through = notebook.disk.storedThrough
            defer { unstored.removeAll { $0.sequence <= through } }
            return unstored.filter { $0.sequence <= through }
        }

        /// Has the notebook do something while it talks to the server for all tabs.
        mutating func lead(written: [Written] = [], _ body: (inout Notebook) -> [Notebook.Effect]) {
            notebook.connection.leads = true
            carry(body(&notebook), written: written)
            notebook.connection.leads = false
        }
    }

    /// An entry, or a snapshot, on its way to the disk.
    struct Pending {
        var sequence: Int
        var bytes: [UInt8]
        /// Of a snapshot: it holds what other tabs appended up to this.
        var through: Int?
        var written: [Written]
        var entry: Entry? { through == nil ? ReplicaDisk.entry(of: bytes) : nil }
    }
}

extension SyncWorld.Device {
    var content: ReplicaDisk.Content {
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

    /// The waiting writes of a tab are on the disk, and shown as saved; or all of them fail, while the disk is full.
    /// `leads`: the tab talks to the server meanwhile.
    mutating func flush(_ tab: Int, into written: inout [SyncWorld.Written], leads: Bool = false) {
        while !tabs[tab].pending.isEmpty {
            writeGroup(tab, of: tabs[tab].pending.count, into: &written, leads: leads)
        }
    }

    /// The oldest waiting writes of a tab are one transaction. The others still wait after it.
    mutating func writeGroup(
        _ tab: Int,
        of count: Int,
        into written: inout [SyncWorld.Written],
        leads: Bool = false
    ) {
        let group = Array(tabs[tab].pending.prefix(count))
        guard let last = group.last?.sequence else { return }
        tabs[tab].pending.removeFirst(group.count)
        let through = group.last { $0.through != nil }?.through
        if isFull {
            for _ in group { tell(tab, leads) { $0.storeFailed(.full) } }
        } else if let through, isOvertaken(tab, through) {
            read(tab, leads: leads)
            tell(tab, leads) { $0.storeOvertaken() }
            // As the host does: a later group may be on the disk before the next snapshot, and stands for these entries.
            tabs[tab].pending.insert(contentsOf: group.filter { $0.through == nil }, at: 0)
        } else {
            write(group, tab)
            let isLeading = tabs[tab].notebook.connection.leads
            tabs[tab].notebook.connection.leads = isLeading || leads
            let stored = tabs[tab].stored(last)
            tabs[tab].notebook.connection.leads = isLeading
            for write in stored { note(write, into: &written) }
        }
    }

    private mutating func tell(_ tab: Int, _ leads: Bool, _ body: (inout Notebook) -> [Notebook.Effect]) {
        if leads { tabs[tab].lead(body) } else { tabs[tab].carry(body(&tabs[tab].notebook)) }
    }

    /// Another tab has packed or written what a snapshot up to this place does not hold.
    private func isOvertaken(_ tab: Int, _ through: Int) -> Bool {
        disk.packed > through || disk.entries.contains { $0.place > through && $0.tab != tabs[tab].id }
    }

    /// A snapshot takes the place of the journal, after all entries; those before it in its group are in it, and nowhere
    /// else.
    private mutating func write(_ group: [SyncWorld.Pending], _ tab: Int) {
        let snapshot = group.last { $0.through != nil }
        if let snapshot {
            disk.last += 1
            disk.packed = disk.last
            disk.snapshot = snapshot.bytes
            disk.entries = []
            tabs[tab].carry(tabs[tab].notebook.shared([], through: disk.packed))
        }
        for write in group where write.through == nil && write.sequence > snapshot?.sequence ?? 0 {
            if case .refusedAhead(let server, let correction) = write.entry { noteRestamped(server, correction) }
            disk.last += 1
            disk.entries.append(.init(place: disk.last, tab: tabs[tab].id, bytes: write.bytes))
        }
    }

    private mutating func note(_ stored: SyncWorld.Pending, into written: inout [SyncWorld.Written]) {
        written += stored.written
        guard case .answered(_, _, _, let results) = stored.entry else { return }
        for result in results where result.violations.isEmpty { acknowledged.formUnion(result.stamps) }
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

    /// A read fails. The face reports that when all of the disk was wanted, and the next read is of all again.
    mutating func failToRead(_ tab: Int) {
        if tabs[tab].wantsDisk { tabs[tab].carry(tabs[tab].notebook.storeFailed(.refused)) }
    }

    /// A tab makes a snapshot of its own entries and those that it has read, which takes the place of the journal.
    mutating func pack(_ tab: Int) {
        guard tabs[tab].pending.isEmpty else { return }
        read(tab)
        tabs[tab].carry(tabs[tab].notebook.storeOvertaken())
    }
}
