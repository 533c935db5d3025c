import DaybookCore

/// The rule for removing backups: `7d,4w` keeps the newest backup of each of seven days and of each of four weeks.
///
/// Only days that have a backup count, so no backup is removed just because time passes: a server that was off for a
/// year keeps its backups. Days, weeks (starting on Monday), months and years are in UTC.
public struct BackupKeeping: Equatable, Sendable {
    /// A number of days, weeks or months.
    struct Rule: Equatable, Sendable {
        var count: Int
        var span: Span
    }

    /// The period. Its newest backup is kept.
    enum Span: Character, CaseIterable, Sendable {
        case day = "d"
        case week = "w"
        case month = "m"
        case year = "y"
        /// Each backup is a period; the rule is a plain number.
        case backup = "#"
    }

    var rules: [Rule]

    /// Reads rules separated by commas. Throws ``BackupError/badRule(_:)`` with the first rule that cannot be read.
    public init(_ text: String) throws(BackupError) {
        rules = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let part = part.filter { $0 != " " }
            let isPlain = part.last?.isNumber ?? false
            let span = isPlain ? Span.backup : part.last.flatMap { Span(rawValue: $0) }
            let digits = isPlain ? part[...] : part.dropLast()
            guard let span, isPlain || span != .backup, digits.allSatisfy(\.isASCII), let count = Int(digits),
                (1...10_000).contains(count)
            else { throw .badRule(part) }
            rules.append(Rule(count: count, span: span))
        }
    }

    /// The backups that a rule keeps. The newest backup is always among them.
    func kept(of backups: some Sequence<BackupName>) -> Set<BackupName> {
        let newestFirst = Set(backups).sorted(by: >)
        var kept = Set(newestFirst.prefix(1))
        for rule in rules {
            var seen: Set<Int64> = []
            for (index, backup) in newestFirst.enumerated() {
                guard seen.insert(rule.span.bucket(of: backup, index)).inserted else { continue }
                if seen.count > rule.count { break }
                kept.insert(backup)
            }
        }
        return kept
    }
}

extension BackupKeeping.Span {
    /// The same number for all backups of one day, week, month or year.
    fileprivate func bucket(of backup: BackupName, _ index: Int) -> Int64 {
        let day = backup.second.floored(by: 86_400)
        switch self {
        case .day: return day
        // 1970 began on a Thursday.
        case .week: return (day + 3).floored(by: 7)
        case .month:
            let date = CivilDate(daysSince1970: Int(day))
            return Int64(date.year * 12 + date.month)
        case .year: return Int64(CivilDate(daysSince1970: Int(day)).year)
        case .backup: return Int64(index)
        }
    }
}
