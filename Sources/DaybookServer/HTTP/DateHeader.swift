import Foundation
import Synchronization

/// The value of the `Date` header, made once a second (RFC 9110, section 6.6.1).
///
/// Answers of tasks get theirs from Hummingbird, which keeps its own to itself.
final class DateHeader: Sendable {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private let last = Mutex<(second: Int, text: String)>((-1, ""))

    /// The present time.
    var value: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let second = time.tv_sec
        return last.withLock { last in
            if last.second != second { last = (second, Self.text(of: second)) }
            return last.text
        }
    }

    /// The form that servers write: `Sun, 06 Nov 1994 08:49:37 GMT` (section 5.6.7).
    static func text(of second: Int) -> String {
        var (time, parts) = (time_t(second), tm())
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900)"
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        return "\(days[Int(parts.tm_wday)]), \(date) \(clock) GMT"
    }
}
