/// One action of a person on a notebook, with the data that undoes it.
///
/// Undoing a step makes another change: each field that the step changed gets its earlier value, with a new stamp. So
/// an undo merges with the changes of other devices as any edit does (docs/decisions/0029-undo.md).
public struct Step: Equatable, Sendable {
    /// The step's number, unique in its notebook.
    public let number: Int
    /// The person's action.
    public internal(set) var verb: Verb
    /// The records that it changed, each once.
    var changes: [Change]

    /// An action of a person, for the message after an undo. A text is the title of the to-do or the note.
    public enum Verb: Equatable, Sendable {
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
        case moved(String)
        case renamedTag(String)
        case removedTag(String)
        /// One operation on this many to-dos.
        case several(Operation, Int)
    }

    /// An action on several to-dos together. Its number is on disks and never changes.
    public enum Operation: UInt8, Sendable, CaseIterable {
        case markedDone
        case markedOpen
        case planned
        case tagged
        case deleted
    }

    /// A record before and after a step.
    struct Change: Equatable, Sendable {
        /// Nil when the step made the record.
        var before: Record?
        var after: Record

        var key: Record.Key { after.key }
    }
}

extension Step {
    /// Whether this step left the record of a later change as that change found it.
    func leaves(_ later: Change) -> Bool {
        guard let found = later.before, let left = changes.first(where: { $0.key == later.key })?.after else {
            return false
        }
        return left.isAlive == found.isAlive && left.isSame(as: found)
    }
}

extension Step {
    /// The occurrence whose mark made the change at a place, or deleted its record: a mark puts both one after the other.
    /// Nil for any other change. `place` is above 0.
    @inline(never)
    func marked(before place: Int) -> Record.Key? {
        guard changes[place].after.field(Todo.Field.series) != nil else { return nil }
        let before = changes[place - 1]
        // Both may have been deleted or planned together.
        guard before.marks, before.after.following == changes[place].key else { return nil }
        return before.key
    }
}

extension Step.Change {
    /// The reversal of a change.
    struct Reversal {
        /// The change to make; nil when the record has its earlier values already, or must keep its present ones.
        var change: Record?
        /// A value stays because another device has changed it since.
        var leavesOthers = false
        /// A value stays because the rules refuse the earlier one: its time has passed. Limits that became shorter
        /// refuse nothing here.
        var leavesPassed = false
    }

    /// The change that gives a record its earlier values. A value that differs from the step's result was changed by
    /// another device since, and stays. `isNext`: it is the next occurrence of a to-do that the step marked. A device that
    /// marked that to-do too has made the same occurrence for a day of its own, which is no change of it.
    func reversal(of current: Record?, at stamp: Stamp, _ rules: Rules, isNext: Bool = false) -> Reversal {
        guard let current else { return Reversal(leavesOthers: true) }
        let wasAlive = before?.isAlive == true
        if !wasAlive {
            guard after.isAlive, current.isAlive else { return Reversal() }
            if !current.isSame(as: after), !(isNext && current.isUntouched) { return Reversal(leavesOthers: true) }
        } else if after.isAlive, !current.isAlive {
            return Reversal(leavesOthers: true)
        }
        var found = Reversal()
        var fields = FieldChanges(stamp)
        // A record that the step made has no earlier values.
        if let before {
            putBack(before, in: current, &fields, &found, rules)
            if key.kind == .todo { putBackReminder(before, in: current, &fields, &found, rules) }
        }
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
            if key.kind == .todo, name.isSame(as: Todo.Field.reminder) || name.isSame(as: Todo.Field.putOff) {
                continue
            }
            let (was, became, value) = (before.meaning(name), after.meaning(name), current.meaning(name))
            if was == became || value == was { continue }
            if value != became {
                found.leavesOthers = true
                continue
            }
            var old = FieldChanges(fields.stamp)
            old.set(name, was ?? Record.Field.absence(name))
            let change = Record(kind: key.kind, id: key.id, fields: old.all)
            // A note that breaks a rule is a draft; a to-do would be refused.
            if key.kind == .todo, !rules.widest.violations(of: change, existing: current).isEmpty {
                found.leavesPassed = true
            } else {
                fields.set(name, was ?? Record.Field.absence(name))
            }
        }
    }

    /// Restores the reminder and the usual reminder with one stamp, because `putOff` counts only with the stamp of `reminder`.
    private func putBackReminder(
        _ before: Record,
        in current: Record,
        _ fields: inout FieldChanges,
        _ found: inout Reversal,
        _ rules: Rules
    ) {
        let (was, became, now) = (Reminding(before), Reminding(after), Reminding(current))
        if was == became || now == was { return }
        if now != became {
            found.leavesOthers = true
            return
        }
        var old = FieldChanges(fields.stamp)
        old.set(Todo.Field.reminder, .optional(was.reminder))
        let change = Record(kind: key.kind, id: key.id, fields: old.all)
        let isRefused = was.reminder != now.reminder && !rules.widest.violations(of: change, existing: current).isEmpty
        if isRefused { found.leavesPassed = true }
        // The rules refuse the earlier reminder. The next occurrences of a repeating to-do use it all the same.
        if isRefused, was.usual == now.usual || Repetition(current) == nil { return }
        let reminder = isRefused ? now.reminder : was.reminder
        fields.set(Todo.Field.reminder, .optional(reminder))
        if let usual = was.usual, usual != reminder { fields.set(Todo.Field.putOff, .integer(usual.milliseconds)) }
    }

    /// When a to-do reminds, and when it does usually.
    private struct Reminding: Equatable {
        let reminder, usual: Instant?

        init(_ record: Record) {
            reminder = record[Todo.Field.reminder]?.integerValue.map { Instant(milliseconds: $0) }
            usual = record.usualReminder
        }
    }

    /// Whether the change marks a to-do done or open.
    var marks: Bool {
        guard let before, before.isAlive, after.isAlive else { return false }
        return (before[Todo.Field.done]?.boolValue ?? false) != (after[Todo.Field.done]?.boolValue ?? false)
    }

    /// Whether the change is visible in the record.
    var isVisible: Bool {
        guard let before else { return after.isAlive }
        return before.isAlive != after.isAlive || after.isAlive && !before.isSame(as: after)
    }
}

extension Record {
    /// The value of a field; nil for a value that means the same as a missing field.
    @inline(never)
    fileprivate func meaning(_ name: String) -> JSON? {
        self[name].flatMap { $0 == Field.absence(name) ? nil : $0 }
    }

    /// Whether two versions of the record have the same values. The moment at which it was made does not count: each
    /// device that marks a repeating to-do done makes the next occurrence at its own moment.
    @inline(never)
    fileprivate func isSame(as other: Record) -> Bool {
        func isSame(_ field: Field) -> Bool {
            field.isBookkeeping || field.name == Todo.Field.created || meaning(field.name) == other.meaning(field.name)
        }
        return fields.allSatisfy(isSame) && other.fields.allSatisfy(isSame)
    }

    /// One field stamped after the delete revives a record (S4). People cannot edit this field, so the stamp does not
    /// override another device's edit. Nil for a record that is never shown.
    var revival: (name: String, value: JSON)? {
        let name = kind == .photo ? Photo.Field.position : Todo.Field.created
        return self[name].map { (name, $0) }
    }
}

extension Record.Field {
    /// The value that means the same as a missing field. No change can remove a field from a record.
    fileprivate static func absence(_ name: String) -> JSON {
        if name == Todo.Field.repeatFrom { return .string(RecurrenceBasis.due.rawValue) }
        let isFlag = name == Todo.Field.done || name == Note.Field.pinned || Todo.tag(of: name) != nil
        return isFlag ? .bool(false) : .null
    }

    /// Whether only the field's stamp has a meaning: the time of an occurrence, or of a change to a note's photos.
    fileprivate var isBookkeeping: Bool { name == Todo.Field.series || name == Note.Field.photosChanged }
}

extension FieldChanges {
    /// Sets a field whose stamp alone has a meaning.
    fileprivate mutating func renew(_ field: Record.Field) {
        set(field.name, field.name == Note.Field.photosChanged ? .integer(stamp.wall.milliseconds) : field.value)
    }
}
