extension Notebook {
    /// Renames a tag on all to-dos and notes, or removes it from them if `name` is nil, in one step. Samples keep it: they
    /// cannot be edited (T10). `name` has passed the rules.
    public mutating func retag(_ tag: String, to name: String?, _ now: Instant) -> (
        result: Retagging, effects: [Effect]
    ) {
        let folded = Fold.bytes(tag)
        let stamp = replica.stamp(now: now)
        var result = Retagging()
        var changes: [Record] = []
        for todo in todos.todos {
            guard todo.tags.contains(where: { Fold.bytes($0) == folded }) else { continue }
            if todo.origin == .imported {
                result.leavesSamples = true
                continue
            }
            var draft = TodoDraft(todo)
            // Two devices may have given it two spellings of the tag.
            draft.tags.removeAll { Fold.bytes($0) == folded }
            if let name { draft.add(tag: name) }
            let fields = todo.changes(to: draft, at: stamp)
            if !fields.isEmpty { changes.append(Record(kind: .todo, id: todo.id.uuid, fields: fields)) }
        }
        for note in notes.notes {
            guard note.tags.contains(where: { Fold.bytes($0) == folded }) else { continue }
            var draft = TodoDraft(tags: note.tags)
            // Two devices may have given it two spellings of the tag.
            draft.tags.removeAll { Fold.bytes($0) == folded }
            if let name { draft.add(tag: name) }
            let fields = note.changes(tags: draft.tags, at: stamp)
            if !fields.isEmpty { changes.append(Record(kind: .note, id: note.id.uuid, fields: fields)) }
        }
        result.changed = changes.map { $0.key }
        return (result, make(changes, as: name == nil ? .removedTag(tag) : .renamedTag(tag)))
    }

    /// The outcome of a rename or a removal of a tag.
    public struct Retagging: Equatable, Sendable {
        /// The to-dos and notes that were changed.
        public var changed: [Record.Key] = []
        /// Samples have the tag still.
        public var leavesSamples = false
    }

    /// The tags in use of to-dos and notes, in alphabetical order.
    public var tags: [String] { todos.tagUses.names(with: notes.tagUses) }

    /// The tags in use that begin with a text: those of to-dos, the most used first, and then those that only notes
    /// have. Without those of `used`; at most `limit`.
    public func tags(beginning: String, besides used: [String], limit: Int) -> [String] {
        let ofTodos = todos.tags(beginning: beginning, besides: used, limit: limit)
        let left = limit - ofTodos.count
        if left <= 0 { return ofTodos }
        return ofTodos + notes.tags(beginning: beginning, besides: used + ofTodos, limit: left)
    }
}
