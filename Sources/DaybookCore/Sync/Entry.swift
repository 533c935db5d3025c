/// One thing that happens to a replica: the only way in which a replica changes. A journal is a list of entries.
public enum Entry: Equatable, Sendable {
    /// Changes made on this device.
    case changed([Record])
    /// A sync call was answered: the records that came, the cursor of the call and the cursor of the answer, and the
    /// changes that the server acknowledged or refused.
    case answered(records: [Record], after: Int64 = 0, cursor: Int64, results: [ChangeResult])
    /// Unsent changes were restamped, and the clock was corrected by this number of milliseconds. Journals of the
    /// second layout only have this entry.
    case restamped(Restamping, correction: Int64)
    /// The server refused stamps as too far ahead of its clock, and reported its time. Unsent changes with such stamps
    /// are restamped, and the clock is corrected by this number of milliseconds. The result depends on the entries
    /// before, so each reader of the journal does this at this place, and not before.
    case refusedAhead(server: Instant, correction: Int64)

    /// The person made a choice on this device, such as the order of the list.
    case preferred(name: String, value: String)
    /// A reset began: all records are read again from the start (S10). The server's time at that moment.
    case resetBegan(server: Instant)
    /// A reset ended: all records up to the cursor were read again. The server's time at that moment.
    case resetEnded(server: Instant, cursor: Int64)

    /// Whether the result of the entry depends on the entries before it. Each reader applies it at its place in the
    /// journal.
    var isOrdered: Bool {
        if case .refusedAhead = self { true } else { false }
    }

    /// The part of the entry that concerns records which an answer of the server does not name: the beginning and the
    /// end of a reset concern all records. Nil when it does nothing to them. A face that reads records in parts applies
    /// it to all others.
    public var toOthers: Entry? {
        switch self {
        case .answered(_, let after, let cursor, _):
            .answered(records: [], after: after, cursor: cursor, results: [])
        case .resetBegan, .resetEnded: self
        default: nil
        }
    }
}
