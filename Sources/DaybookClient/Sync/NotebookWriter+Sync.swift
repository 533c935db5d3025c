import DaybookCore
import GRDB

// The two halves of a sync call, each in one transaction: reading the changes to send, and writing the answer. Core's
// engine decides both over a part of the replica: the changes that are sent, and the records that the answer names.

extension NotebookReader {
    /// The call to make now; nil when the engine makes no call. Reads the oldest unsent changes, as many as fit a call.
    ///
    /// Throws ``SyncFailure/otherAccount(_:)`` when the notebook belongs to another account than the session.
    func begin(_ engine: inout SyncEngine, of account: DaybookCore.UUID) throws -> SyncRequest? {
        guard let own = try self.account(), own.id == account else {
            throw SyncFailure.otherAccount(try self.account()?.email ?? "")
        }
        var part = try NotebookPart(db: db, path: path)
        try part.loadOldestUnsent()
        return engine.begin(try replica(part))
    }

    /// The replica of a part, with the number of the unsent changes that are not in it.
    fileprivate func replica(_ part: NotebookPart) throws -> Replica {
        var replica = try part.replica()
        replica.unsentElsewhere = try unsentCount() - part.unsentCount
        return replica
    }

    /// How far the notebook has synced. Two calls in a row that leave this unchanged make no progress.
    func place() throws -> SyncPlace {
        let replica = try NotebookPart(db: db, path: path).replica()
        return SyncPlace(cursor: replica.cursor, isReset: replica.isReset, unsent: try unsentCount())
    }
}

/// How far a notebook has synced.
struct SyncPlace: Equatable {
    var cursor: Int64
    var isReset: Bool
    var unsent: Int
}

extension NotebookWriter {
    /// Writes the server's answer: the records, the changes that it took or refused, and the cursor.
    func answered(_ answer: SyncAnswer, _ engine: inout SyncEngine, now: Instant) throws -> SyncEngine.Outcome? {
        let named = answer.changes.map { $0.key } + engine.phase.sent.map { $0.key }
        return try change(named) { engine.answered(answer, replica: &$0, now: now) }
    }

    /// Writes that the server refused the call as a whole. Nil when nothing was sent that could be left out.
    func refused(_ violation: Violation, _ engine: inout SyncEngine) throws -> SyncEngine.Outcome? {
        try change(engine.phase.sent.map { $0.key }) { engine.refused(violation, replica: &$0) }
    }

    private func change(
        _ keys: [DaybookCore.Record.Key],
        _ decide: (inout Replica) -> SyncEngine.Outcome?
    ) throws -> SyncEngine.Outcome? {
        var part = try NotebookPart(db: db, path: path)
        for key in keys { try part.load(key) }
        let before = try reader.replica(part)
        var after = before
        guard let outcome = decide(&after) else { return nil }
        // `follow` reads the other records with the same head, so it must run before the head is saved.
        try follow(outcome.entries, except: Set(after.records.keys).union(part.keys))
        try part.save(after, over: before)
        for entry in outcome.entries {
            if case .refusedAhead = entry { try restamp(entry) }
        }
        return outcome
    }

    /// Records that are read at once when an entry is about all of them.
    private static let chunk = 500

    /// Applies the beginning or the end of a reset to all records that the answer does not name, some at a time.
    private func follow(_ entries: [Entry], except named: Set<DaybookCore.Record.Key>) throws {
        guard entries.contains(where: { $0.isReset }) else { return }
        var last: Int64 = 0
        while true {
            var part = try NotebookPart(db: db, path: path)
            guard let next = try part.load(after: last, count: NotebookWriter.chunk) else { return }
            last = next
            part.forget(named)
            let before = try part.replica()
            var after = before
            for entry in entries.compactMap({ $0.toOthers }) { after.apply(entry) }
            try part.saveRecords(after, over: before)
        }
    }

    /// Applies an entry that a notebook in memory has decided. The file is the disk of that notebook.
    ///
    /// The file then has what that notebook has: both apply the same entries in the same order.
    public func apply(_ entry: Entry) throws {
        if entry.needsAllUnsent { return try restamp(entry) }
        var part = try NotebookPart(db: db, path: path)
        for key in entry.keys { try part.load(key) }
        let before = try part.replica()
        var after = before
        after.apply(entry)
        try follow([entry], except: Set(after.records.keys).union(part.keys))
        try part.save(after, over: before)
    }

    /// All of the replica. A notebook that was never written to becomes a device of its own now.
    public func replica() throws -> Replica {
        let replica = try reader.replica()
        try NotebookPart(db: db, path: path).save(replica, over: replica)
        return replica
    }

    /// Makes the file hold this replica, and no record besides it.
    public func replace(with replica: Replica) throws {
        var part = try NotebookPart(db: db, path: path)
        _ = try part.load(after: 0, count: .max)
        try part.save(replica, over: try part.replica())
    }

    /// Restamps the unsent changes that are ahead of the server's clock. Needs all of them: the new stamps keep their
    /// order. The stamps of all other records are known to the server, and the clock knows the greatest of those.
    private func restamp(_ entry: Entry) throws {
        var part = try NotebookPart(db: db, path: path)
        try part.loadAllUnsent()
        let before = try part.replica()
        var after = before
        after.apply(entry)
        try part.save(after, over: before)
    }
}

extension NotebookReader {
    /// All of the replica. Reads every record.
    public func replica() throws -> Replica {
        var part = try NotebookPart(db: db, path: path)
        _ = try part.load(after: 0, count: .max)
        return try part.replica()
    }
}

extension Entry {
    /// Whether the entry changes unsent changes that it does not name.
    fileprivate var needsAllUnsent: Bool {
        switch self {
        case .refusedAhead, .restamped: true
        default: false
        }
    }

    /// The records that the entry names.
    fileprivate var keys: [DaybookCore.Record.Key] {
        switch self {
        case .changed(let records): records.map { $0.key }
        case .answered(let records, _, _, let results): records.map { $0.key } + results.map { $0.key }
        default: []
        }
    }

    fileprivate var isReset: Bool {
        switch self {
        case .resetBegan, .resetEnded: true
        default: false
        }
    }
}

extension SyncEngine.Outcome {
    /// The records whose changes the server refused.
    var refusedCount: Int {
        entries.reduce(0) { count, entry in
            guard case .answered(_, _, _, let results) = entry else { return count }
            return count + results.count { !$0.violations.isEmpty }
        }
    }
}

extension SyncEngine.Phase {
    /// The changes of the call that is under way.
    fileprivate var sent: [SyncEngine.Sent] {
        if case .calling(let sent) = self { sent } else { [] }
    }
}
