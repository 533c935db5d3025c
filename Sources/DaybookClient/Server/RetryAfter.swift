import DaybookCore

/// How long a server asks to wait (RFC 9110, 10.2.3): seconds, or the moment at which to come back.
enum RetryAfter {
    /// The longest wait: a day, in seconds.
    private static let longest = 86_400

    /// The seconds of a header's value, 0 to a day; nil for a value that is not such a time.
    static func seconds(_ value: String, now: Instant) -> Int? {
        if let seconds = Int(value) { return (0...longest).contains(seconds) ? seconds : nil }
        guard let moment = moment(value) else { return nil }
        // After a moment in the past there is nothing to wait for.
        let seconds = (moment.milliseconds - now.milliseconds + 999) / 1_000
        return seconds <= Int64(longest) ? Int(max(seconds, 0)) : nil
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may write (RFC 9110, 5.6.7).
    private static func moment(_ text: String) -> Instant? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
        return Instant(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
