import DaybookCore
import Foundation

extension DaybookCore.TimeZone {
    /// A zone of the system from a week before a moment to two months after it, which is all that a widget shows.
    public init(_ zone: Foundation.TimeZone, around now: Instant) {
        var moment = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000 - 7 * 86_400)
        let end = moment.addingTimeInterval(67 * 86_400)
        self.init(initialOffset: zone.secondsFromGMT(for: moment) / 60)
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next < end, next > moment {
            let start = Instant(milliseconds: Int64((next.timeIntervalSince1970 * 1_000).rounded()))
            transitions.append(.init(start: start, offset: zone.secondsFromGMT(for: next) / 60))
            moment = next
        }
    }
}
