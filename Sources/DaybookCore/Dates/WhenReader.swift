/// Reads what people write for a time: "tomorrow 9am", "in 2 hours", "friday", "25 dec", "end of month".
///
/// English, in any case. Days come before months ("5/6" is 5 June), weeks begin on Monday, and "9" is nine in the
/// morning while "5" is five in the afternoon. A time that has passed means the next such time, unless the words name
/// today. Other text is refused. `docs/decisions/0016-words-for-times.md` gives the reasons.
public struct WhenReader: Sendable {
    private let now: Instant
    private let zone: TimeZone

    /// A reader for a person's time zone.
    public init(now: Instant, zone: TimeZone) {
        self.now = now
        self.zone = zone
    }

    /// The time that a whole text names; nil when the text is not a time. A time that has passed has a ``When/later``.
    public func read(_ text: String, for purpose: When.Purpose) -> When? {
        guard text.utf8.count <= 200 else { return nil }
        let line = DateLine(text)
        var parser = DateParser(line, now: now, zone: zone, isAlone: true)
        guard let spoken = parser.expression(from: 0), spoken.repetition == nil, parser.isAtEnd else { return nil }
        return spoken.resolved(for: purpose, now: now, zone: zone)
    }
}

extension DateParser {
    /// Nothing but closing signs is left.
    var isAtEnd: Bool {
        for token in tokens[at...] where token.kind != .sign { return false }
        return true
    }
}
