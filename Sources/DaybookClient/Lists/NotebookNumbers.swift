import DaybookCore
import GRDB

/// The to-dos and notes of a notebook and the to-dos done lately, in numbers. Deleted records do not count.
public struct NotebookNumbers: Equatable, Sendable {
    /// Open to-dos.
    public var open = 0
    /// Open to-dos that were planned for an earlier day, as in the web app's Today (L9).
    public var overdue = 0
    /// Open to-dos that are planned for today.
    public var today = 0
    /// Done to-dos.
    public var done = 0
    /// Notes.
    public var notes = 0
    /// The days until today, oldest first.
    public var days: [Day]

    /// The to-dos that were added and done on a day.
    public struct Day: Equatable, Sendable {
        /// The day.
        public var date: CivilDate
        /// To-dos that were marked done on the day and are still done.
        public var done = 0
        /// To-dos that were added on the day.
        public var added = 0

        /// A day.
        public init(date: CivilDate, done: Int = 0, added: Int = 0) {
            self.date = date
            self.done = done
            self.added = added
        }
    }

    /// The numbers of an empty notebook, over this many days.
    public init(until today: Today, days: Int) {
        let last = today.date.daysSince1970
        self.days = (0..<max(days, 1)).reversed().map { Day(date: CivilDate(daysSince1970: last - $0)) }
    }

    /// The days in a row on which something was done, until today or, while nothing was done today, until yesterday.
    /// Only the counted days are looked at.
    public var streak: Int {
        let past = days.last?.done == 0 ? days.dropLast() : days[...]
        return past.reversed().prefix { $0.done > 0 }.count
    }
}

extension NotebookReader {
    /// The numbers of the notebook, over this many days until today.
    public func numbers(_ today: Today, days: Int) throws -> NotebookNumbers {
        var numbers = NotebookNumbers(until: today, days: days)
        numbers.open = try count("todos WHERE done = 0")
        numbers.done = try count("todos WHERE done = 1")
        numbers.notes = try count("notes")
        let sql = """
            SELECT record FROM (
                SELECT row FROM todos WHERE done = 0 AND deadline < ?1
                UNION SELECT row FROM todos INDEXED BY todos_by_reminder WHERE done = 0 AND reminder < ?1
            ) AS planned CROSS JOIN records USING (row)
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [today.end.milliseconds])
        while let row = try rows.next() {
            switch try Todo(record(row[0]))?.planned(today).map({ today.part(of: $0) }) {
            case .overdue?: numbers.overdue += 1
            case .today?: numbers.today += 1
            default: break
            }
        }
        try count("SELECT completed FROM todos WHERE completed >= ? AND completed < ?", \.done, in: &numbers, today)
        try count(
            "SELECT created FROM todos WHERE done IN (0, 1) AND created >= ? AND created < ?",
            \.added,
            in: &numbers,
            today
        )
        return numbers
    }

    private func count(_ what: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(what)") ?? 0 }

    /// Counts moments on their days.
    private func count(
        _ sql: String,
        _ number: WritableKeyPath<NotebookNumbers.Day, Int>,
        in numbers: inout NotebookNumbers,
        _ today: Today
    ) throws {
        guard let first = numbers.days.first?.date else { return }
        let start = today.zone.startOfDay(first).milliseconds
        let moments = try Int64.fetchCursor(db, sql: sql, arguments: [start, today.end.milliseconds])
        while let moment = try moments.next() {
            let date = today.zone.date(at: Instant(milliseconds: moment))
            let place = date.daysSince1970 - first.daysSince1970
            if numbers.days.indices.contains(place) { numbers.days[place][keyPath: number] += 1 }
        }
    }
}
