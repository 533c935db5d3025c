/// A to-do that was deleted and can be brought back (S12).
public struct TrashedTodo: Equatable, Sendable {
    /// As it was.
    public let todo: Todo
    /// When it was deleted, by the clock of the device that did.
    public let deleted: Instant
}

extension Home {
    /// What was deleted in the last 30 days, latest first. Reads every record.
    public func trash(now: Instant) -> [TrashedTodo] {
        let oldest = now.advanced(by: .milliseconds(-Rules.historyLifetime.milliseconds))
        var found: [TrashedTodo] = []
        for record in replica.records.values {
            guard let deleted = record.deleted, deleted.wall > oldest, !record.isAlive,
                let todo = Todo(record, evenIfDeleted: true)
            else { continue }
            found.append(TrashedTodo(todo: todo, deleted: deleted.wall))
        }
        let order = IndexSort.order(found.count) {
            found[$0].deleted == found[$1].deleted
                ? found[$1].todo.id.uuid < found[$0].todo.id.uuid : found[$1].deleted < found[$0].deleted
        }
        return order.map { found[Int($0)] }
    }

    /// Brings a deleted to-do back as it was; nothing happens when it is not deleted.
    mutating func revive(_ id: Todo.ID, _ now: Instant) -> [Effect] {
        // One field stamped after the delete revives the record (S4). It is the one nobody edits, so an edit that
        // another device made meanwhile is not overridden.
        guard let record = replica.records[Record.Key(kind: .todo, id: id.uuid)], !record.isAlive,
            let created = record[Todo.Field.created]
        else { return [] }
        let field = Record.Field(Todo.Field.created, created, replica.stamp(now: now))
        let effects = make(Record(kind: .todo, id: id.uuid, fields: [field]))
        return effects + [.announce(Texts.restored(todos[id]?.title ?? ""))]
    }
}
