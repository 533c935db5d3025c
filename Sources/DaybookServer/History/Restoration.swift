import DaybookCore
import DaybookStore

/// Restores a value of a field, or a deleted record as a whole. A restore is an ordinary change, made now.
struct Restoration: Sendable {
    /// The entry number that means a record as a whole.
    static let whole: Int64 = 0

    /// The field with the value to restore; nil for the whole record.
    let field: Record.Field?
    let rules: Rules
    let now: Instant
    /// The verdicts on a change of that field, found before the transaction.
    private let texts: Rules.TextVerdicts?

    init(field: Record.Field?, of key: Record.Key, rules: Rules, now: Instant) {
        self.field = field
        self.rules = rules
        self.now = now
        texts = field.map { rules.textVerdicts(on: Record(kind: key.kind, id: key.id, fields: [$0])) }
    }

    /// Why a restore is refused.
    enum Refusal: Error, Sendable {
        case notFound
        case broken([Violation])
    }

    /// The decision about the present record, for a change with this stamp.
    func decision(about existing: Record?, stamp: Stamp) -> Decision<Refusal> {
        guard let existing else { return .refuse(.notFound) }
        guard let field else { return revival(of: existing, stamp: stamp) }
        if existing.isAlive, existing[field.name] == field.value { return .keep }
        return decision(Record.Field(field.name, field.value, stamp), in: existing, texts)
    }

    /// One field that is stamped after the delete revives a record (S4). Undo uses the same field, which no person
    /// edits, so that an edit in progress is not overwritten.
    private func revival(of existing: Record, stamp: Stamp) -> Decision<Refusal> {
        if existing.isAlive { return .keep }
        let oldest = now.advanced(by: -Rules.historyLifetime)
        guard let deleted = existing.deleted, deleted.wall >= oldest,
            let field = existing.field(Todo.Field.created) ?? existing.fields.first
        else { return .refuse(.notFound) }
        return decision(Record.Field(field.name, field.value, stamp), in: existing, nil)
    }

    private func decision(
        _ field: Record.Field,
        in existing: Record,
        _ texts: Rules.TextVerdicts?
    ) -> Decision<Refusal> {
        let change = Record(kind: existing.kind, id: existing.id, fields: [field])
        var violations = rules.violations(of: change, existing: existing, texts: texts)
        var merged = existing
        merged.merge(change)
        // A fourth tag can be found only in the merged to-do or note, because the change alone holds fewer. And a date is set by a person
        // here, so it may not have passed.
        if violations.isEmpty, let before = Todo(existing, evenIfDeleted: true),
            let after = Todo(merged, evenIfDeleted: true),
            before.tags != after.tags || before.deadline != after.deadline || before.reminder != after.reminder
        {
            violations = rules.violations(of: TodoDraft(after), changing: before, now: now)
        }
        if violations.isEmpty, let before = Note(existing), let after = Note(merged) {
            violations = rules.violations(ofTags: after.tags, having: before.tags)
        }
        return violations.isEmpty ? .merge(change) : .refuse(.broken(violations))
    }
}
