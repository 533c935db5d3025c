import Testing

@testable import DaybookCore

/// Time zones of the tests, with their changes of summer time from 2026 to 2027.
enum Places {
    static let berlin = zone(
        60,
        ("2026-03-29T01:00:00Z", 120),
        ("2026-10-25T01:00:00Z", 60),
        ("2027-03-28T01:00:00Z", 120),
        ("2027-10-31T01:00:00Z", 60)
    )
    static let newYork = zone(
        -300,
        ("2026-03-08T07:00:00Z", -240),
        ("2026-11-01T06:00:00Z", -300),
        ("2027-03-14T07:00:00Z", -240),
        ("2027-11-07T06:00:00Z", -300)
    )
    /// Half an hour of summer time.
    static let lordHowe = zone(
        660,
        ("2026-04-04T15:00:00Z", 630),
        ("2026-10-03T15:30:00Z", 660),
        ("2027-04-03T15:00:00Z", 630),
        ("2027-10-02T15:30:00Z", 660)
    )
    /// Clocks go back at midnight, so that the last hour of the day comes twice.
    static let cairo = zone(
        120,
        ("2026-04-23T22:00:00Z", 180),
        ("2026-10-29T21:00:00Z", 120),
        ("2027-04-29T22:00:00Z", 180),
        ("2027-10-28T21:00:00Z", 120)
    )
    static let kolkata = TimeZone(initialOffset: 330)
    /// Skipped 30 December 2011.
    static let apia = zone(-600, ("2011-12-30T10:00:00Z", 840))

    private static func zone(_ offset: Int, _ changes: (String, Int)...) -> TimeZone {
        TimeZone(
            initialOffset: offset,
            transitions: changes.map { TimeZone.Transition(start: instant($0.0), offset: $0.1) }
        )
    }

    static func instant(_ text: String) -> Instant {
        guard let instant = Instant(rfc3339: text) else { preconditionFailure("\(text) is no moment") }
        return instant
    }

    /// The moment at which a wall clock shows a text, the first of two.
    static func instant(_ wall: String, in zone: TimeZone) -> Instant {
        guard let instant = zone.instant(wallClock: wall) else { preconditionFailure("\(wall) is no time") }
        return instant
    }
}

/// One line of a table: the words, and the wall clock's time for them; nil when the words are not a time.
struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    /// As `2026-11-19T09:00`, with `day` behind it when the words contain no time of day.
    var shown: String?
    var testDescription: String { "\(text) is \(shown ?? "no time")" }

    init(_ text: String, _ shown: String?) {
        self.text = text
        self.shown = shown
    }
}

extension When {
    func shown(in zone: TimeZone) -> String {
        zone.wallClock(at: instant) + (isDay ? " day" : "") + (later == nil ? "" : " passed")
    }
}
