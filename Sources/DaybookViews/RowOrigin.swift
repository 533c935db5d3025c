import DaybookCore

/// What the row of a to-do was drawn from. While that is the same, the row is the same, and is not written again only to be
/// compared with the document.
struct RowOrigin: Equatable {
    /// The version of the to-do.
    var version: Int
    var height: Int
    var isSelected: Bool
}

extension RowOrigin {
    /// What all rows are drawn from besides their to-dos.
    struct Surroundings: Equatable {
        /// The day with the time zone.
        var today: Today
        /// The version of the notes, because a row names the to-do's note.
        var notes: Int
        var showsBins: Bool
        var canMove: Bool

        /// Nil for rows that are written each time: notes, rows to choose from, and all rows while the server refuses a change.
        init?(_ home: Home, _ today: Today) {
            guard home.list.section == .todos, home.list.choice == nil, home.notebook.replica.rejections.isEmpty else {
                return nil
            }
            self.today = today
            notes = home.notebook.notes.revision
            showsBins = home.list.showsBins
            canMove = home.list.canMove(home.notebook)
        }
    }
}

extension Todo {
    /// The first moment of the day, from `now` on, at which its row may look different though nothing changes: the deadline
    /// passes, or the reminder comes or counts as missed.
    func nextLook(from now: Instant) -> Instant {
        var next = Instant(milliseconds: .max)
        if let deadline, deadline >= now { next = deadline }
        if let reminder {
            let missed = reminder.advanced(by: Reminders.punctual)
            if reminder >= now { next = min(next, reminder) } else if missed >= now { next = min(next, missed) }
        }
        return next
    }
}
