import DaybookCore
import Foundation
import GRDB

/// A reminder that has come due.
public struct DueReminder: Equatable, Sendable {
    /// The to-do.
    public var todo: ListedTodo
    /// When it was due.
    public var due: Instant
    /// Whether it came due while no watch ran (R3).
    public var isMissed: Bool
}

/// Finds the reminders of a notebook's file as they come due (R1 to R3), each once.
///
/// The file keeps which reminders were shown, so a watch that begins later does not show them again.
public final class ReminderWatch {
    private let file: NotebookFile
    private let lock: ReminderLock
    /// Reminders that were due until this moment were shown already, or were not known then.
    private let since: Instant
    /// The reminders that this watch has shown. A reminder that a sync brings late is shown even when a reminder with a
    /// later time was shown before it.
    private var shown: [Todo.ID: Instant] = [:]

    /// A watch that begins with the missed reminders: since the last reminder that was shown, or else since the last
    /// change. Nil while another watch rings the reminders of this file.
    public init?(_ file: NotebookFile, now: Instant) throws {
        guard let lock = ReminderLock(besides: file.path) else { return nil }
        self.lock = lock
        self.file = file
        since = min(try file.read { try $0.remindedThrough() } ?? now, now)
    }

    /// The reminders that have come due and were not shown yet, soonest first.
    public func due(_ now: Instant) throws -> [DueReminder] {
        let all = try file.read { reader in
            try reader.reminders(after: since, through: now).filter { try reader.wasAwaited($0.todo) }
        }
        let new: [DueReminder] = all.compactMap { listed in
            guard let due = listed.todo.reminder, shown[listed.todo.id] != due else { return nil }
            return DueReminder(todo: listed, due: due, isMissed: due.advanced(by: Reminders.punctual) < now)
        }
        guard let last = new.last else { return [] }
        // A reminder rings even when a full disk cannot keep the fact that it was shown.
        try? file.write { writer in try writer.change([]) { _ = $0.recordShown(last.due) } }
        for reminder in new { shown[reminder.todo.todo.id] = reminder.due }
        return new
    }

    /// The next reminder that is due after a moment; nil when no reminder is set.
    public func next(after now: Instant) throws -> ListedTodo? {
        try file.read { try $0.reminders(after: now, through: Instant(milliseconds: .max), limit: 1).first }
    }

    /// A number that changes when another command has changed the notebook.
    public func version() throws -> Int { try file.version() }
}

extension NotebookReader {
    /// The open to-dos whose reminders are due after one moment and not after another, soonest first.
    func reminders(after start: Instant, through end: Instant, limit: Int? = nil) throws -> [ListedTodo] {
        let text = """
            SELECT (SELECT record FROM records WHERE records.row = todos.row), todos.code, \
            \(ShortName.isShared("todos.code")) FROM todos INDEXED BY todos_by_reminder \
            WHERE done = 0 AND reminder > ? AND reminder <= ? \
            ORDER BY reminder, id LIMIT \(limit ?? -1)
            """
        return try listed((text, [start.milliseconds, end.milliseconds])).todos
    }

    /// Whether a to-do was open with its reminder when that came due.
    fileprivate func wasAwaited(_ todo: Todo) throws -> Bool {
        guard let due = todo.reminder else { return false }
        let sql = """
            SELECT (SELECT record FROM records WHERE records.row = todos.row)
            FROM todos INDEXED BY todos_by_reminder WHERE done = 0 AND reminder = ? AND id = ?
            """
        return try record(Data.fetchOne(db, sql: sql, arguments: [due.milliseconds, todo.id.uuid.blob])).awaited(due)
    }

    /// When the last reminder that was shown was due, or else the time of the last change; nil for an empty notebook,
    /// which has missed no reminder.
    fileprivate func remindedThrough() throws -> Instant? {
        let replica = try NotebookPart(db: db, path: path).replica()
        if let shown = replica.remindedThrough { return shown }
        let hasRecords = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM records)") ?? false
        return hasRecords ? replica.clock.latest : nil
    }
}
