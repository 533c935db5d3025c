/// One thing that happens to a replica: the only way in which a replica changes. A journal is a list of entries.
public enum Entry: Equatable, Sendable {
    /// Changes made on this device.
    case changed([Record])
    /// A sync call was answered: what came, from where on it was asked for and how far it leads, and what the server
    /// has taken or refused.
    case answered(records: [Record], after: Int64 = 0, cursor: Int64, settled: [Settlement])
    /// Unsent changes were stamped anew, and the clock corrected by so many milliseconds: in a journal of the second
    /// layout only.
    case restamped(Restamping, correction: Int64)
    /// The server refused stamps as ahead of its clock, and told its time: what is unsent and too far ahead is stamped
    /// anew, and the clock corrected by so many milliseconds. What that comes to depends on the entries before, so
    /// it is done at this place of the journal by all who read it, and by nobody before.
    case refusedAhead(server: Instant, correction: Int64)

    /// A choice of the person's on this device, such as the order of the list.
    case preferred(name: String, value: String)
    /// Everything is read again from the start (S10); the server's time then.
    case resetBegan(server: Instant)
    /// Everything has been read again, up to the cursor; the server's time then.
    case resetEnded(server: Instant, cursor: Int64)

    /// Whether what it comes to depends on the entries before it: all who share a journal apply it at its place there.
    var isOrdered: Bool {
        if case .refusedAhead = self { true } else { false }
    }
}
