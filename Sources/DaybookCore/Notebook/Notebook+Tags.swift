extension Notebook {
    /// Renames a tag on all to-dos, or removes it from them if `name` is nil, in one step. Samples keep it: they cannot be
    /// edited (T10). `name` has passed the rules.
    public mutating func retag(_ tag: String, to name: String?, _ now: Instant) -> (
        result: Retagging, effects: [Effect]
    ) {
        let folded = Fold.bytes(tag)
        let stamp = replica.stamp(now: now)
        var result = Retagging()
        var changes: [Record] = []
        for todo in todos.todos {
            guard let place = todo.tags.firstIndex(where: { Fold.bytes($0) == folded }) else { continue }
            if todo.origin == .imported {
                result.leavesSamples = true
                continue
            }
            var draft = TodoDraft(todo)
            draft.tags.remove(at: place)
            if let name { draft.add(tag: name) }
            let fields = todo.changes(to: draft, at: stamp)
            if !fields.isEmpty { changes.append(Record(kind: .todo, id: todo.id.uuid, fields: fields)) }
        }
        result.changed = changes.map { $0.key }
        return (result, make(changes, as: name == nil ? .removedTag(tag) : .renamedTag(tag)))
    }

    /// What became of a tag on all to-dos.
    public struct Retagging: Equatable, Sendable {
        /// The to-dos that were changed.
        public var changed: [Record.Key] = []
        /// Samples have the tag still.
        public var leavesSamples = false
    }
}
