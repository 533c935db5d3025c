extension Rules {
    /// Why a change would make its record too large; nil when it stays within the bounds of a record.
    ///
    /// A change that does not make its record larger is accepted at any size. So a record can always be deleted or made
    /// smaller, and a to-do can always be marked.
    func sizeViolation(of change: Record, existing: Record?) -> Violation? {
        if change.fields.isEmpty || Rules.isMarking(change) { return nil }
        // Where the storage knows the sizes, nothing is counted here.
        if recordBytesMaximum == .max, recordFieldsMaximum == .max { return nil }
        var (bytes, fields) = (0, 0)
        for field in change.fields {
            // Whatever the remaining fields replace, the record keeps more bytes than this.
            if bytes > recordBytesMaximum { return Rules.tooLarge }
            guard let there = existing?.field(field.name) else {
                fields += 1
                bytes += field.bytes + 1
                continue
            }
            if field.supersedes(there) { bytes += field.bytes - there.bytes }
        }
        if fields > 0, fields + (existing?.fields.count ?? 0) > recordFieldsMaximum { return Rules.tooManyFields }
        guard bytes > 0 else { return nil }
        // Without fields there is no comma: the braces alone are left.
        let before = existing.flatMap { $0.fields.isEmpty ? nil : $0.fieldsBytes } ?? 1
        return before + bytes > recordBytesMaximum ? Rules.tooLarge : nil
    }

    /// Whether a change does nothing but mark a to-do, which adds no more than a few bytes, once.
    public static func isMarking(_ change: Record) -> Bool {
        guard change.kind == .todo, change.fields.count == 1, let field = change.fields.first else { return false }
        return field.name.isSame(as: Todo.Field.done) && field.value.boolValue != nil
    }

    /// A record would have more bytes than ``Rules/recordBytesMaximum``.
    public static var tooLarge: Violation { Violation(.record, .tooLarge, Texts.recordTooLarge) }

    /// A record would have more fields than ``Rules/recordFieldsMaximum``.
    public static var tooManyFields: Violation { Violation(.record, .tooMany, Texts.recordTooLarge) }

    /// The account has no room left for what would be added.
    public static var noRoom: Violation { Violation(.account, .quota, Texts.noRoom) }
}
