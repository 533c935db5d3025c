import DaybookCore
import DaybookPhone
// Apple's classes are not `Sendable`. The objects here do not leave the call that has made them.
@preconcurrency import EventKit
import Foundation

/// Apple's Reminders. Nothing is written there.
enum SystemReminders {
    /// The reason why nothing was read.
    enum Problem: Error {
        /// The person has not allowed it.
        case denied
        case unreadable
    }

    /// All reminders, the newest first. Asks the person, the first time.
    ///
    /// EventKit answers on a thread of its own, so nothing here belongs to the main actor.
    nonisolated static func all() async throws -> [AppleReminder] {
        let store = EKEventStore()
        guard await mayRead(store) else { throw Problem.denied }
        let found: [AppleReminder]? = await withCheckedContinuation { continuation in
            _ = store.fetchReminders(matching: store.predicateForReminders(in: nil)) { reminders in
                let sorted = reminders?.sorted { ($0.creationDate ?? .distantPast) > ($1.creationDate ?? .distantPast) }
                continuation.resume(returning: sorted?.map { AppleReminder($0) })
            }
        }
        guard let found else { throw Problem.unreadable }
        return found
    }

    private nonisolated static func mayRead(_ store: EKEventStore) async -> Bool {
        await withCheckedContinuation { continuation in
            store.requestFullAccessToReminders { isAllowed, _ in continuation.resume(returning: isAllowed) }
        }
    }
}

extension AppleReminder {
    fileprivate init(_ reminder: EKReminder) {
        let due = reminder.dueDateComponents.flatMap { Due($0) }
        let alarms = (reminder.alarms ?? []).compactMap { alarm in
            alarm.absoluteDate.map { Instant($0) } ?? due?.moment(with: alarm.relativeOffset)
        }
        self.init(
            // A reminder that was never on a server has an id that is valid on this device alone.
            id: reminder.calendarItemExternalIdentifier ?? reminder.calendarItemIdentifier,
            title: reminder.title ?? "",
            notes: reminder.notes ?? "",
            link: reminder.url?.absoluteString,
            list: reminder.calendar?.title ?? "",
            due: due,
            alarms: alarms,
            rule: reminder.recurrenceRules?.first.map { Rule($0) },
            isCompleted: reminder.isCompleted
        )
    }
}

extension AppleReminder.Due {
    /// A due date without an hour is a day.
    fileprivate init?(_ parts: DateComponents) {
        if parts.hour == nil {
            guard let year = parts.year, let month = parts.month, let day = parts.day,
                let date = CivilDate(year: year, month: month, day: day)
            else { return nil }
            self = .day(date)
        } else {
            guard let date = Calendar(identifier: .gregorian).date(from: parts) else { return nil }
            self = .moment(Instant(date))
        }
    }

    /// The moment this many seconds after a due time; nil for a day.
    fileprivate func moment(with offset: TimeInterval) -> Instant? {
        guard case .moment(let moment) = self else { return nil }
        return moment.advanced(by: .milliseconds(Int64(offset * 1_000)))
    }
}

extension AppleReminder.Rule {
    fileprivate init(_ rule: EKRecurrenceRule) {
        let last = rule.recurrenceEnd?.endDate.map {
            Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: $0)
        }
        self.init(
            frequency: rule.frequency.rawValue,
            interval: rule.interval,
            weekdays: (rule.daysOfTheWeek ?? []).map { ($0.dayOfTheWeek.rawValue, $0.weekNumber) },
            monthDays: (rule.daysOfTheMonth ?? []).map { $0.intValue },
            months: (rule.monthsOfTheYear ?? []).map { $0.intValue },
            setPositions: (rule.setPositions ?? []).map { $0.intValue },
            firstDay: rule.firstDayOfTheWeek,
            lastDay: last.flatMap { CivilDate(year: $0.year ?? 0, month: $0.month ?? 0, day: $0.day ?? 0) },
            count: rule.recurrenceEnd?.occurrenceCount ?? 0,
            hasMore: !(rule.weeksOfTheYear ?? []).isEmpty || !(rule.daysOfTheYear ?? []).isEmpty
        )
    }
}
