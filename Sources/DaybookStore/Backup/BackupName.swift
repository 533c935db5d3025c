import DaybookCore

/// The name of a backup's folder: when it was taken, in UTC, and a number if several backups were taken in one second.
///
/// `2026-11-22T09-00-00Z`, then `2026-11-22T09-00-00Z-2`. It has no colon, which some file systems do not allow.
public struct BackupName: Hashable, Comparable, Sendable {
    /// Seconds since 1970 in UTC.
    let second: Int64
    /// The number of the backup within its second, from 1.
    let number: Int

    /// The name for a moment. `number` is at least 1.
    init(at moment: Instant, number: Int = 1) {
        second = moment.milliseconds.floored(by: 1_000)
        self.number = number
    }

    /// Reads a name; nil for every text that ``description`` would not write.
    public init?(_ text: String) {
        guard text.utf8.count >= 20, let end = text.firstIndex(of: "Z") else { return nil }
        let parts = text[..<end].split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let moment = Instant(rfc3339: "\(parts[0])T\(parts[1].replacing("-", with: ":"))Z")
        else { return nil }
        let rest = text[text.index(after: end)...]
        let number = rest.isEmpty ? 1 : Int(rest.dropFirst())
        guard let number else { return nil }
        self.init(at: moment, number: number)
        // Each name has one text. A folder that a person named differently is not taken for a backup.
        guard number >= 1, description == text else { return nil }
    }

    /// Earlier backups first.
    public static func < (left: BackupName, right: BackupName) -> Bool {
        (left.second, left.number) < (right.second, right.number)
    }
}

extension BackupName: CustomStringConvertible {
    /// The name as text.
    public var description: String {
        let text = Instant(milliseconds: second * 1_000).rfc3339
        let time = text.dropFirst(11).prefix(8).replacing(":", with: "-")
        return "\(text.prefix(10))T\(time)Z" + (number > 1 ? "-\(number)" : "")
    }
}

extension Int64 {
    /// The quotient rounded down. `divisor` is positive.
    func floored(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }
}
