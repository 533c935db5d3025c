/// Marking a to-do done or open, with what that means for one that repeats: done, it is history, and the next
/// occurrence is there; open again, the next one goes, unless somebody has changed it since.
///
/// See docs/decisions/0014-repeating.md.
public struct Marking: Sendable {
    /// Whether it is done from now on.
    public var isDone: Bool
    /// The change's stamp. What it does to the next occurrence bears the same one: should another device mark the
    /// to-do too, the later of the two decides about both.
    public var stamp: Stamp
    /// When that is.
    public var now: Instant
    /// Where the person is: a day begins at their midnight.
    public var zone: TimeZone

    /// A marking at a moment.
    public init(done isDone: Bool, at stamp: Stamp, now: Instant, in zone: TimeZone) {
        self.isDone = isDone
        self.stamp = stamp
        self.now = now
        self.zone = zone
    }

    /// The change of the to-do's own record.
    public func change(of record: Record) -> Record {
        Record(kind: .todo, id: record.id, fields: [Record.Field(Todo.Field.done, .bool(isDone), stamp)])
    }

    /// The change of the next occurrence; nil when nothing is to be done about it. `next` is that of
    /// ``Record/following``.
    ///
    /// The change repeats the present state with this stamp, because another device may have written another state
    /// before.
    public func change(following record: Record, next: Record?) -> Record? {
        guard isDone else {
            guard let next, !next.isAlive || next.isUntouched else { return nil }
            return Record(kind: .todo, id: next.id, deleted: stamp)
        }
        let before = next.flatMap { Todo($0, evenIfDeleted: true) }
        if let next, let created = next[Todo.Field.created], next.isAlive {
            return Record(kind: .todo, id: next.id, fields: [Record.Field(Todo.Field.created, created, stamp)])
        }
        // One that was done has had its own next, even if it was deleted since.
        guard before?.isDone != true, let draft = Todo(record)?.next(now: now, in: zone) else { return nil }
        return occurrence(draft, of: record, over: before)
    }

    /// Makes the next occurrence, or brings it back as it is to be now.
    private func occurrence(_ draft: TodoDraft, of record: Record, over before: Todo?) -> Record {
        var fields: [Record.Field]
        if let before {
            fields = before.changes(to: draft, at: stamp)
            fields.append(Record.Field(Todo.Field.created, .integer(stamp.wall.milliseconds), stamp))
        } else {
            let origin = record[Todo.Field.origin]?.stringValue.flatMap(Todo.Origin.init(rawValue:)) ?? .own
            fields = Todo.fields(for: draft, origin: origin, at: stamp)
        }
        // A new to-do is open without a word. Said here it would open it again where another device has made it too,
        // earlier, and it has been done since.
        fields.removeAll { $0.name == Todo.Field.done }
        fields.append(Record.Field(Todo.Field.series, .string(record.series.description), stamp))
        return Record(kind: .todo, id: record.following.id, fields: fields)
    }
}

extension Record {
    /// The series that a to-do is an occurrence of: the id of its first one.
    var series: UUID { self[Todo.Field.series]?.stringValue.flatMap { UUID($0) } ?? id }

    /// Names the occurrence that follows this one, wherever and whenever it is made: UUIDv5 of the series and of this
    /// occurrence. (Of its day it cannot be: two devices do not agree on that, since one may have been away for days.)
    public var following: Key { Key(kind: .todo, id: .v5(namespace: series, name: id.description)) }

    /// Whether nothing was changed since this occurrence was made. That it was deleted and put back is no change.
    fileprivate var isUntouched: Bool {
        guard let made = field(Todo.Field.series)?.stamp else { return false }
        return fields.allSatisfy { $0.stamp <= made || $0.name == Todo.Field.created }
    }
}
