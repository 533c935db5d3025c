/// The lengths of what a person writes (A2, T2 to T4, N2).
public struct Limits: Equatable, Sendable {
    /// Characters of a person's name, ends included (A2).
    public var name: Rules.Range
    /// Characters of a to-do's title at most (T2).
    public var titleMaximum: Int
    /// Characters of a to-do's detail at most (T4).
    public var detailMaximum: Int
    /// Tags of a to-do at most (T3).
    public var tagsMaximum: Int
    /// Characters of a tag at most (T3).
    public var tagMaximum: Int
    /// Characters of a note's title, ends included (N2).
    public var noteTitle: Rules.Range
    /// Characters of a note's description, ends included (N2).
    public var noteDescription: Rules.Range

    /// The limits of the rules as they were first given.
    public static let classic = Limits(
        name: Rules.Range(4, 25),
        titleMaximum: 32,
        detailMaximum: 1_000,
        tagsMaximum: 3,
        tagMaximum: 8,
        noteTitle: Rules.Range(5, 100),
        noteDescription: Rules.Range(100, 1_000)
    )

    /// The limits that a person may choose instead (A15).
    public static let roomy = Limits(
        name: Rules.Range(1, 100),
        titleMaximum: 500,
        detailMaximum: 50_000,
        tagsMaximum: 20,
        tagMaximum: 30,
        noteTitle: Rules.Range(1, 500),
        noteDescription: Rules.Range(0, 50_000)
    )

    /// Limits that allow every text that either of two limits allows.
    public func union(_ other: Limits) -> Limits {
        Limits(
            name: name.union(other.name),
            titleMaximum: max(titleMaximum, other.titleMaximum),
            detailMaximum: max(detailMaximum, other.detailMaximum),
            tagsMaximum: max(tagsMaximum, other.tagsMaximum),
            tagMaximum: max(tagMaximum, other.tagMaximum),
            noteTitle: noteTitle.union(other.noteTitle),
            noteDescription: noteDescription.union(other.noteDescription)
        )
    }

    /// One of the two sets of limits.
    public enum Choice: String, Equatable, Sendable, CaseIterable {
        /// ``Limits/classic``, with the operator's changes.
        case classic
        /// ``Limits/roomy``, with the operator's changes.
        case roomy
    }

    /// The choices that an operator offers to the accounts of a server.
    public struct Offer: Equatable, Sendable {
        /// The choice of an account that has not chosen.
        public var standard = Choice.classic
        /// Whether the standard choice holds for every account.
        public var isFixed = false
        /// The limits of ``Choice/classic``.
        public var classic = Limits.classic
        /// The limits of ``Choice/roomy``. They allow whatever ``classic`` allows.
        public var roomy = Limits.roomy

        /// The offer of a server without settings.
        public init() {}
    }
}

extension Limits.Choice {
    /// The record that holds an account's choice. An import takes it along, so its id is the same for all accounts.
    public static let key = Record.Key(
        kind: .setting,
        id: UUID(high: 0x6461_7962_6f6f_8000, low: 0x8000_0000_0000_0001)
    )
    /// The field of that record.
    static var field: String { "limits" }

    /// The choice in a record; nil for any other record, and for a record without a choice.
    public init?(_ record: Record?) {
        guard let record, record.key == Self.key, record.isAlive,
            let name = record[Self.field]?.wordValue, let choice = Self(rawValue: name)
        else { return nil }
        self = choice
    }

    /// The change that makes this choice.
    public func record(at stamp: Stamp) -> Record {
        Record(kind: Self.key.kind, id: Self.key.id, fields: [.init(Self.field, .string(rawValue), stamp)])
    }
}

extension Rules {
    /// The limits in force.
    public var limits: Limits {
        switch choice {
        case .classic: offer.classic
        case .roomy: offer.roomy
        }
    }

    /// These rules for an account with its choice of limits; nil when it has not chosen.
    public func choosing(_ choice: Limits.Choice?) -> Rules {
        var rules = self
        rules.choice = offer.isFixed ? offer.standard : choice ?? offer.standard
        return rules
    }

    /// These rules with the widest limits that an account may choose. Text that was written under them stays valid when
    /// the account chooses other limits: an undo, a sync and an import may bring it back.
    public var widest: Rules { choosing(.roomy) }

    /// Whether an account may choose longer limits than those in force.
    public var canBeLifted: Bool { !offer.isFixed && choice == .classic && offer.roomy != offer.classic }
}
