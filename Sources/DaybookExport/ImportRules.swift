import DaybookCore

/// The parts of a record that an import keeps, and what it requires of the account (A14, S9).
package enum ImportRules {
    /// Why an import is refused before anything is read.
    package static let notEmpty = "This account is not empty. Import into an account that has nothing but samples."

    /// The kinds of records that a person makes. An account with only settings is empty.
    private static let things: [Record.Kind] = [.todo, .note, .photo]

    /// Whether an account with this record is not empty.
    package static func isContent(_ record: Record) -> Bool {
        record.isAlive && things.contains(record.kind) && Todo(record)?.origin != .imported
    }

    /// Revives a record that was deleted here after its export: its fields get new stamps and win over the delete.
    package static func revived(_ record: Record, over existing: Record?, stamp: () -> Stamp) -> Record {
        guard var merged = existing, record.isAlive else { return record }
        merged.merge(record)
        if merged.isAlive { return record }
        let stamp = stamp()
        let fields = record.fields.map { Record.Field($0.name, $0.value, stamp) }
        return Record(kind: record.kind, id: record.id, fields: fields)
    }
}

extension Rules {
    /// The reason for refusing a change from elsewhere (S9); empty when the change is allowed.
    package func violationsInSync(
        of change: Record,
        existing: Record?,
        texts: TextVerdicts,
        now: Instant
    ) -> [Violation] {
        if Rules.isAhead(change, of: now) {
            return [
                Violation(
                    Violation.Field("stamp"),
                    .stampAhead,
                    "This device's clock is ahead. Stamp the change again."
                )
            ]
        }
        guard Rules.isKindName(change.kind.name) else {
            return [
                Violation(
                    Violation.Field("kind"),
                    .badCharacters,
                    "The name of a kind must not contain spaces or control characters."
                )
            ]
        }
        return violations(of: change, existing: existing, texts: texts)
    }

    /// Whether a kind may have this name. Invisible characters in it could only deceive.
    package static func isKindName(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// The reason for refusing a record of an export (S9): the rules of sync, except those about the moment of setting
    /// a value. An import sets no values; those rules were checked when a value was set, by the clock of that moment
    /// (T5, T6). A merge may have brought together more than three tags (S4).
    package func violationsInImport(
        of record: Record,
        existing: Record?,
        texts: TextVerdicts,
        now: Instant
    ) -> [Violation] {
        violationsInSync(of: record, existing: existing, texts: texts, now: now).filter { violation in
            violation.code != .past && !(violation.field == .tags && violation.code == .tooMany)
        }
    }
}
