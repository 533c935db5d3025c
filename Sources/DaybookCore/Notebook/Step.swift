/// One thing that a person did with a notebook, and what it takes to undo it.
///
/// Undoing a step makes another change: each field that the step changed gets the value that it had before, with a new
/// stamp. So it merges with the changes of other devices as any edit does (docs/decisions/0029-undo.md).
public struct Step: Equatable, Sendable {
    /// Names the step among those of its notebook.
    public let number: Int
    /// What the person did.
    public internal(set) var deed: Deed
    /// The records that it changed, each once.
    var changes: [Change]

    /// What a person did, for the message that says what was undone. A text is the title of the to-do or the note.
    public enum Deed: Equatable, Sendable {
        case added(String)
        case addedTodos(Int)
        case edited(String)
        case markedDone(String)
        case markedOpen(String)
        case deleted(String)
        case removedSamples(Int)
        case restored(String)
        case wrote(String)
        case addedPhoto
        case removedPhoto
        case movedPhoto
    }

    /// A record as it was before a step, and after it.
    struct Change: Equatable, Sendable {
        /// Nil when the step made the record.
        var before: Record?
        var after: Record

        var key: Record.Key { after.key }
    }
}

extension Step.Change {
    /// What undoes a change.
    struct Reversal {
        /// The change to make; nil when the record is already as it was, or must stay as it is.
        var change: Record?
        /// Something stays as another device has it since.
        var leavesOthers = false
        /// Something stays, because the rules do not take what was there before any more: its time has passed.
        var leavesPassed = false
    }

    /// Puts a record back to what it was. A value that is not the step's any more is somebody else's, and stays.
    func reversal(of current: Record?, at stamp: Stamp, _ rules: Rules) -> Reversal {
        guard let current else { return Reversal(leavesOthers: true) }
        let wasAlive = before?.isAlive == true
        if !wasAlive {
            guard after.isAlive, current.isAlive else { return Reversal() }
            if !current.says(after) { return Reversal(leavesOthers: true) }
        } else if after.isAlive, !current.isAlive {
            return Reversal(leavesOthers: true)
        }
        var found = Reversal()
        var fields = FieldChanges(stamp)
        // Of a record that the step made nothing is left to say.
        if let before { putBack(before, in: current, &fields, &found, rules) }
        if wasAlive, !current.isAlive, fields.all.isEmpty, let (name, value) = current.revival {
            fields.set(name, value)
        }
        let change = Record(kind: key.kind, id: key.id, fields: fields.all, deleted: wasAlive ? nil : stamp)
        if change.latest != nil { found.change = change }
        return found
    }

    private func putBack(
        _ before: Record,
        in current: Record,
        _ fields: inout FieldChanges,
        _ found: inout Reversal,
        _ rules: Rules
    ) {
        for field in after.fields {
            let name = field.name
            if field.isBookkeeping {
                if before.field(name)?.stamp != field.stamp { fields.renew(field) }
                continue
            }
            let (was, became, value) = (before.word(name), after.word(name), current.word(name))
            if was == became || value == was { continue }
            if value != became {
                found.leavesOthers = true
                continue
            }
            var old = FieldChanges(fields.stamp)
            old.set(name, was ?? Record.Field.silence(name))
            let change = Record(kind: key.kind, id: key.id, fields: old.all)
            // A note that breaks a rule is a draft; a to-do would be refused.
            if key.kind == .todo, !rules.violations(of: change, existing: current).isEmpty {
                found.leavesPassed = true
            } else {
                fields.set(name, was ?? Record.Field.silence(name))
            }
        }
    }

    /// Whether the record shows something else after the change than before.
    var isVisible: Bool {
        guard let before else { return after.isAlive }
        return before.isAlive != after.isAlive || after.isAlive && !before.says(after)
    }
}

extension Record {
    /// The value of a field; nil when it says as little as a field that is not there.
    fileprivate func word(_ name: String) -> JSON? {
        self[name].flatMap { $0 == Field.silence(name) ? nil : $0 }
    }

    /// Whether the record says what another version of it does.
    fileprivate func says(_ other: Record) -> Bool {
        fields.allSatisfy { $0.isBookkeeping || word($0.name) == other.word($0.name) }
            && other.fields.allSatisfy { $0.isBookkeeping || word($0.name) == other.word($0.name) }
    }

    /// One field stamped after the delete revives a record (S4). It is one that nobody edits, so an edit that another
    /// device made meanwhile is not overridden. Nil for a record that nothing shows.
    var revival: (name: String, value: JSON)? {
        let name = kind == .photo ? Photo.Field.position : Todo.Field.created
        return self[name].map { (name, $0) }
    }
}

extension Record.Field {
    /// The value by which a field says nothing, since no change takes a field out of a record.
    fileprivate static func silence(_ name: String) -> JSON {
        if name == Todo.Field.repeatFrom { return .string(RecurrenceBasis.due.rawValue) }
        return name == Todo.Field.done || Todo.tag(of: name) != nil ? .bool(false) : .null
    }

    /// Whether the field says by its stamp alone what it says: when an occurrence was made or a note's photos changed.
    fileprivate var isBookkeeping: Bool { name == Todo.Field.series || name == Note.Field.photosChanged }
}

extension FieldChanges {
    /// Sets a field that counts by its stamp.
    fileprivate mutating func renew(_ field: Record.Field) {
        set(field.name, field.name == Note.Field.photosChanged ? .integer(stamp.wall.milliseconds) : field.value)
    }
}
