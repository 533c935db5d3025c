import DaybookCore
import Foundation

extension DaybookCore.TimeZone {
    /// The span before and after now for which the offsets of a named zone are looked up.
    private static let years: Int64 = 20

    /// The zone of an IANA name, such as `Europe/Berlin`, from Foundation's database, so that the machine needs no
    /// database. Nil when there is no such zone.
    ///
    /// Its offsets are correct for twenty years before and after `moment`; beyond that, those of the nearest year
    /// continue.
    init?(iana name: String, around moment: Instant) {
        guard name.utf8.count <= 64, let zone = Foundation.TimeZone(identifier: name) else { return nil }
        func date(_ instant: Instant) -> Date { Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000) }
        func offset(_ date: Date) -> Int { zone.secondsFromGMT(for: date) / 60 }
        let span = Instant.Span.days(Self.years * 366)
        var day = date(moment.advanced(by: -span))
        let end = date(moment.advanced(by: span))
        self.init(initialOffset: offset(day))
        while let next = zone.nextDaylightSavingTimeTransition(after: day), next > day, next < end {
            let start = Instant(milliseconds: Int64((next.timeIntervalSince1970 * 1_000).rounded()))
            transitions.append(Transition(start: start, offset: offset(next)))
            day = next
        }
    }
}

extension ObjectReader {
    /// The time zone of the person who marks a to-do, from the member `timeZone`; nil when the member is missing.
    mutating func timeZone(around moment: Instant) -> DaybookCore.TimeZone? {
        guard let name = optionalText("timeZone") else { return nil }
        let zone = DaybookCore.TimeZone(iana: name, around: moment)
        if zone == nil { note("timeZone", .unknown, "Give the name of a time zone, such as Asia/Kolkata.") }
        return zone
    }
}
