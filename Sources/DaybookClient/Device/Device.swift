import DaybookCore
import Foundation

/// The facts of the machine: the time, the time zone, and fresh ids.
public enum Device {
    /// The machine's wall clock.
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// An unused id.
    public static func newID(now: Instant) -> DaybookCore.UUID {
        .v7(at: now, random: (.random(in: .min ... .max), .random(in: .min ... .max)))
    }

    /// The person's time zone, from ten years ago to ten years ahead.
    public static func zone(now: Instant) -> DaybookCore.TimeZone {
        tzset()
        let years = Instant.Span.days(3_653)
        return zone(from: now.advanced(by: -years), to: now.advanced(by: years), offset: offset)
    }

    /// A zone by its offset at each moment, in minutes east of UTC. Offsets are looked at every week, and the moment of a
    /// change is found by halves.
    static func zone(from first: Instant, to last: Instant, offset: (Instant) -> Int) -> DaybookCore.TimeZone {
        var zone = DaybookCore.TimeZone(initialOffset: offset(first))
        var (start, current) = (first, zone.initialOffset)
        while start < last {
            let end = start.advanced(by: .days(7))
            let next = offset(end)
            if next != current {
                var (before, after) = (start.milliseconds, end.milliseconds)
                while after - before > 1 {
                    let middle = (before + after) / 2
                    if offset(Instant(milliseconds: middle)) == current { before = middle } else { after = middle }
                }
                zone.transitions.append(.init(start: Instant(milliseconds: after), offset: next))
                current = next
            }
            start = end
        }
        return zone
    }

    /// The system's offset at a moment, in minutes east of UTC.
    private static func offset(_ instant: Instant) -> Int {
        var seconds = time_t(instant.milliseconds.quotientAndRemainder(dividingBy: 1_000).quotient)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        return local.tm_gmtoff / 60
    }
}
