import DaybookCore

/// The header by which a service states when to retry (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The longest accepted time. Longer times are cut to it.
    static let longest = Duration.seconds(31 * 86_400)

    /// The wait that a number of seconds or a date means; nil for any other text. A date in the past means no wait.
    static func duration(_ text: String, now: Instant) -> Duration? {
        if let seconds = Int64(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(.seconds(seconds), longest)
        }
        guard let date = date(text, now: now) else { return nil }
        return min(max(.milliseconds(date.milliseconds - now.milliseconds), .zero), longest)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// A date in any of the three forms of HTTP (RFC 9110, section 5.6.7). All of them have a month's name, a time, and
    /// two numbers: the day, and then the year.
    static func date(_ text: String, now: Instant) -> Instant? {
        var (numbers, month, seconds): ([Int], Int?, Int?) = ([], nil, nil)
        guard text.utf8.count <= 40 else { return nil }
        for word in text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" }) {
            if let index = months.firstIndex(of: String(word)) {
                month = index + 1
            } else if word.contains(":") {
                seconds = secondsOfDay(word)
            } else if let number = Int(word) {
                numbers.append(number)
            }
        }
        guard numbers.count == 2, let month, let seconds,
            let date = CivilDate(year: year(numbers[1], now: now), month: month, day: numbers[0])
        else { return nil }
        return Instant(milliseconds: (Int64(date.daysSince1970) * 86_400 + Int64(seconds)) * 1_000)
    }

    private static func secondsOfDay(_ time: Substring) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        // A leap second, 60, counts as the second after it.
        guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    /// A year of two digits is in the present century, or in the last one if it would be more than 50 years ahead.
    private static func year(_ number: Int, now: Instant) -> Int {
        guard number < 100 else { return min(number, 9_999) }
        let current = CivilDate(daysSince1970: Int(now.milliseconds / 86_400_000)).year
        let year = current / 100 * 100 + number
        return year > current + 50 ? year - 100 : year
    }
}
