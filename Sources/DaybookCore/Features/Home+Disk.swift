/// How a replica's disk is doing.
public struct Disk: Equatable, Sendable {
    /// Where things are kept.
    public var place: Place
    /// The number of the last thing written or being written.
    var sequence = 0
    /// Everything up to this is on disk.
    public var storedThrough = 0
    /// How far the journal that all pages of this browser share has been read, as the disk numbers it.
    public internal(set) var through = 0
    /// What is being written, oldest first: whatever the disk is found to hold, this comes on top.
    var unwritten: [Unwritten] = []
    /// The journal holds, or will, an entry that is carried out by reading all of the disk anew.
    var mustReadAll = false
    /// A call is due once that is done.
    var isSyncDue = false
    /// Bytes in the journal since the last snapshot.
    var journalBytes = 0
    /// Entries that could not be read at launch.
    var damaged = 0
    /// The last write failed, and why.
    public var failure: Failure?

    /// Where a replica is kept.
    public enum Place: Equatable, Sendable {
        /// Sealed on the device.
        case sealed
        /// This device keeps nothing; what is not synced is lost with the page.
        case memory
    }

    /// An entry on its way to the disk.
    struct Unwritten: Equatable, Sendable {
        var sequence: Int
        var entry: ReplicaDisk.Entry
    }

    /// Why a write failed.
    public enum Failure: Equatable, Sendable {
        case full
        case refused
    }

    init(place: Place, damaged: Int = 0, sequence: Int = 0, through: Int = 0) {
        self.place = place
        self.through = through
        self.damaged = damaged
        self.sequence = sequence
        storedThrough = sequence
    }

    /// A journal longer than this is folded into a snapshot.
    static let journalBytesMaximum = 512 << 10
}

extension Home {
    /// Writes what happened to the device's disk, and now and then everything anew.
    mutating func write(_ entry: ReplicaDisk.Entry) -> [Effect] {
        guard disk.place == .sealed else { return [] }
        disk.sequence += 1
        disk.unwritten.append(Disk.Unwritten(sequence: disk.sequence, entry: entry))
        // After a failed write the journal has a gap, which only a snapshot closes.
        if disk.failure != nil || leads && disk.journalBytes > Disk.journalBytesMaximum && !disk.mustReadAll {
            return [snapshot()]
        }
        let bytes = ReplicaDisk.encode(entry)
        disk.journalBytes += bytes.count
        return [.appendJournal(sequence: disk.sequence, bytes)]
    }

    private mutating func snapshot() -> Effect {
        disk.journalBytes = 0
        let bytes = ReplicaDisk.encode(replica, preferences: preferences)
        return .writeSnapshot(sequence: disk.sequence, through: disk.through, bytes)
    }

    /// Puts what could be read in place of what could not, and says so; the rest is asked of the server.
    mutating func mendDisk() -> [Effect] {
        disk.sequence += 1
        return [snapshot()] + show(Toast(text: Texts.diskDamaged))
    }

    mutating func stored(_ sequence: Int) -> [Effect] {
        disk.storedThrough = max(disk.storedThrough, sequence)
        if disk.storedThrough >= disk.sequence { disk.failure = nil }
        let isToBeRead = disk.unwritten.contains { $0.sequence <= sequence && $0.entry.isRefusedAhead }
        disk.unwritten.removeAll { $0.sequence <= sequence }
        let effects = editorStored() + (isToBeRead ? [.readDisk] : [])
        return effects + (replica.isReset && !isResetUnstored ? syncNow() : [])
    }

    /// Everything is to be read again, and the disk does not know yet. Were the server told and this page killed now, the
    /// server would take its next call for one that has read what it has not.
    var isResetUnstored: Bool {
        replica.isReset && replica.cursor == 0 && disk.place == .sealed && disk.failure == nil
            && disk.storedThrough < disk.sequence
    }

    mutating func storeFailed(_ sequence: Int, _ failure: Disk.Failure) -> [Effect] {
        disk.failure = failure
        // The disk takes no entry now; the snapshot that closes the gap holds what this one comes to.
        for unwritten in disk.unwritten where unwritten.entry.isRefusedAhead && disk.mustReadAll {
            replica.replay(unwritten.entry)
        }
        disk.mustReadAll = false
        return editorStoreFailed() + syncDue()
    }

    /// Another page has packed the journal further than this one's snapshot, which was not written, had read; that is
    /// taken over by now.
    mutating func storeOvertaken() -> [Effect] {
        disk.place == .sealed ? [snapshot()] : []
    }
}
