import DaybookCore

/// The effect of a record's change on its waiting reminder (R2).
///
/// Pure, so that no two storages can differ in it.
enum ReminderPlan: Equatable {
    /// The waiting reminder stays as it is.
    case keep
    /// Delete the waiting reminder.
    case cancel
    /// The reminder waits for this moment.
    case set(Instant)

    /// Compares a record before a change with the record after it.
    init(from before: Record?, to after: Record, at now: Instant) {
        let moment = after.openReminder
        if before?.openReminder == moment {
            // An edit of another field must not make it fire again.
            self = .keep
        } else if let moment, moment > now || after.cameLate(moment, after: before, at: now) {
            self = .set(moment)
        } else {
            self = .cancel
        }
    }
}

extension Record {
    /// When a to-do's reminder fires; nil unless the to-do has a reminder, is alive and is open.
    var openReminder: Instant? {
        guard kind == .todo, isAlive, self[Todo.Field.done]?.boolValue != true else { return nil }
        return self[Todo.Field.reminder]?.integerValue.map { Instant(milliseconds: $0) }
    }

    /// Whether a reminder was set in time but arrived here after its moment, from a device that had no network.
    ///
    /// A reminder that an undo or the trash restores is not new. If its time has passed, it does not fire (R2).
    fileprivate func cameLate(_ moment: Instant, after before: Record?, at now: Instant) -> Bool {
        guard let field = field(Todo.Field.reminder), before?[Todo.Field.reminder] != field.value else { return false }
        return field.stamp.wall < moment && now < moment.advanced(by: DeliveryRules.lifetime)
    }
}
