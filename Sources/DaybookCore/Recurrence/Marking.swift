/// Marking a to-do done or open. Marking a repeating to-do done adds its next occurrence. Marking it open again
/// deletes that occurrence, unless it was changed.
///
/// See docs/decisions/0014-repeating.md.
public struct Marking: Sendable {
    /// Whether the to-do becomes done or open.
    public var isDone: Bool
    /// The stamp of the change, and of the change to the next occurrence. If another device marks the to-do too, the
    /// later mark decides about both.
    public var stamp: Stamp
    /// The time of the change.
    public var now: Instant
    /// The person's time zone: a day begins at their midnight.
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

    /// The change of the next occurrence; nil when the next occurrence stays as it is. `next` is the record of
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
        // A to-do that was done has had its next occurrence already, even if that was deleted since.
        guard before?.isDone != true, var todo = Todo(record) else { return nil }
        todo.reminder = record.usualReminder
        return todo.next(now: now, in: zone).map { occurrence($0, of: record, over: before) }
    }

    /// Makes the next occurrence, or brings it back as it is to be now.
    private func occurrence(_ draft: TodoDraft, of record: Record, over before: Todo?) -> Record {
        var fields: [Record.Field]
        if let before {
            fields = before.changes(to: draft, at: stamp)
            fields.append(Record.Field(Todo.Field.created, .integer(stamp.wall.milliseconds), stamp))
        } else {
            let origin = record[Todo.Field.origin]?.wordValue.flatMap(Todo.Origin.init(rawValue:)) ?? .own
            fields = Todo.fields(for: draft, origin: origin, at: stamp)
            fields += cleared(in: record, besides: fields)
        }
        // A new to-do is open without this field. With it, an occurrence that another device made earlier, and that is
        // done by now, would be open again.
        fields.removeAll { $0.name == Todo.Field.done }
        // The series stays where the person has put it.
        if let position = record[Todo.Field.position], !position.isNull {
            fields.append(Record.Field(Todo.Field.position, position, stamp))
        }
        fields.append(Record.Field(Todo.Field.series, .string(record.series.description), stamp))
        return Record(kind: .todo, id: record.following.id, fields: fields)
    }
}

extension Marking {
    /// What was taken off the to-do, for the next occurrence: another device may have made that already, before it knew.
    private func cleared(in record: Record, besides fields: [Record.Field]) -> [Record.Field] {
        var cleared: [Record.Field] = []
        for field in record.fields where !fields.contains(where: { $0.name.isSame(as: field.name) }) {
            let isTag = Todo.tag(of: field.name) != nil && field.value == .bool(false)
            let isBasis = field.name.isSame(as: Todo.Field.repeatFrom)
            let isValue = field.value.isNull && !field.name.isSame(as: Todo.Field.position)
            if isTag || isBasis || isValue { cleared.append(Record.Field(field.name, field.value, stamp)) }
        }
        return cleared
    }
}

extension Record {
    /// The series that a to-do belongs to: the id of its first occurrence.
    var series: UUID { self[Todo.Field.series]?.stringValue.flatMap { UUID($0) } ?? id }

    /// The reminder that the next occurrences go by: the one before the person put it off, or before a plan removed it because
    /// it would be in the past. Any other change of the reminder changes the usual one too.
    var usualReminder: Instant? {
        let reminder = field(Todo.Field.reminder)
        let before = field(Todo.Field.putOff).flatMap { $0.stamp == reminder?.stamp && counts($0) ? $0 : nil }
        return (before ?? reminder)?.value.integerValue.map { Instant(milliseconds: $0) }
    }

    /// Whether the deadline is still the one with which the usual reminder was kept.
    private func counts(_ kept: Field) -> Bool {
        if kept.value.isNull { return false }
        if self[Todo.Field.reminder]?.isNull == false { return true }
        guard let deadline = field(Todo.Field.deadline) else { return true }
        return deadline.stamp <= kept.stamp
    }

    /// The usual reminder of a to-do that repeats; nil for any other.
    public var seriesReminder: Instant? { Repetition(self) == nil ? nil : usualReminder }

    /// The id of the occurrence that follows this one, wherever and whenever it is made: UUIDv5 of the series and of
    /// this occurrence. (It cannot depend on the day: two devices may disagree about it, since one may have been away
    /// for days.)
    public var following: Key { Key(kind: .todo, id: .v5(namespace: series, name: id.description)) }

    /// Whether nothing was changed since this occurrence was made. Deleting it and putting it back does not count as a
    /// change.
    var isUntouched: Bool {
        guard let made = field(Todo.Field.series)?.stamp else { return false }
        return fields.allSatisfy { $0.stamp <= made || $0.name == Todo.Field.created }
    }
}
