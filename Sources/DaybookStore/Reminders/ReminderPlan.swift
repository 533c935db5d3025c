import DaybookCore

/// The effect of a record's change on its waiting reminder (R2).
///
/// Pure, so that no two storages can differ in it.
enum ReminderPlan: Equatable {
    /// Nothing.
    case keep
    /// Nothing waits any more.
    case cancel
    /// It waits for this moment.
    case set(Instant)

    /// Compares a record as it was with what it is from now on.
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
    /// When a to-do's reminder fires: nil unless there is one, and the to-do is there and open.
    var openReminder: Instant? {
        guard kind == .todo, isAlive, self[Todo.Field.done]?.boolValue != true else { return nil }
        return self[Todo.Field.reminder]?.integerValue.map { Instant(milliseconds: $0) }
    }

    /// Whether a reminder was set in time, and came here only after its moment, from a device that had no network.
    ///
    /// A reminder that returns by undoing or from the trash is not a new one. A past reminder stays past (R2).
    fileprivate func cameLate(_ moment: Instant, after before: Record?, at now: Instant) -> Bool {
        guard let field = field(Todo.Field.reminder), before?[Todo.Field.reminder] != field.value else { return false }
        return field.stamp.wall < moment && now < moment.advanced(by: DeliveryRules.lifetime)
    }
}
