import DaybookCore
import DaybookPhone
import SwiftUI

/// The deadline in the editor (T5): offers, words, a calendar and a time.
struct DeadlineSection: View {
    var phone: PhoneApp
    var editor: Editor

    var body: some View {
        Section {
            DisclosureGroup(isExpanded: isOpen) {
                Chips {
                    ForEach(DayChoice.allCases, id: \.self) { day in
                        Button(Texts.label(day)) { send(.deadlineSuggested(day)) }
                    }
                }
                TextField(
                    "When, for example “tomorrow 5pm”",
                    text: phone.field({ $0.editor?.deadlineTyped.text }) { .editor(.deadlineTyped($0)) }
                )
                ReadingView(typed: editor.deadlineTyped)
                DayCalendar(phone: phone, picked: day) { send(.deadlinePicked($0)) }
                if let deadline = editor.draft.deadline, let day {
                    Toggle("All day", isOn: isWholeDay(day))
                    if editor.deadlineMinute(in: phone.moment.zone) != nil {
                        DatePicker("Time", selection: time(deadline), displayedComponents: .hourAndMinute)
                    }
                    Button("No deadline") { send(.deadlinePicked(nil)) }
                }
            } label: {
                LabeledContent("Deadline", value: words)
            }
            BrokenRule(violation: editor.violation(.deadline))
        }
    }

    private var day: CivilDate? { editor.draft.deadline.map { phone.moment.zone.date(at: $0) } }

    private var words: String {
        let (now, zone) = phone.moment
        return editor.draft.deadline.map { Texts.due($0, isDone: true, now: now, zone: zone).text } ?? ""
    }

    private var isOpen: Binding<Bool> {
        phone.choice(editor.deadlineCalendar != nil) { _ in .editor(.whenTapped(.deadline)) }
    }

    private func isWholeDay(_ day: CivilDate) -> Binding<Bool> {
        phone.choice(editor.deadlineMinute(in: phone.moment.zone) == nil) {
            .editor(.deadlineTimed($0 ? nil : phone.firstMinute(on: day)))
        }
    }

    private func time(_ deadline: Instant) -> Binding<Date> {
        phone.choice(deadline.date) { .editor(.deadlineTimed(phone.minute(of: $0))) }
    }

    private func send(_ action: Editor.Action) { phone.send(.editor(action)) }
}

/// The reminder in the editor (T6).
struct ReminderSection: View {
    var phone: PhoneApp
    var editor: Editor

    var body: some View {
        Section {
            DisclosureGroup(isExpanded: isOpen) {
                Chips {
                    ForEach(offers, id: \.self) { offer in
                        Button(Texts.offer(offer, phone.moment.zone.habits)) { send(.reminderSuggested(offer)) }
                    }
                }
                TextField(
                    "When, for example “in 2 hours”",
                    text: phone.field({ $0.editor?.reminderTyped.text }) { .editor(.reminderTyped($0)) }
                )
                ReadingView(typed: editor.reminderTyped)
                DayCalendar(phone: phone, picked: day) { send(.reminderDayPicked($0)) }
                if let reminder = editor.draft.reminder {
                    DatePicker("Time", selection: time(reminder), displayedComponents: .hourAndMinute)
                    Button("No reminder") { send(.reminderPicked(nil)) }
                }
            } label: {
                LabeledContent("Reminder", value: words)
            }
            BrokenRule(violation: editor.violation(.reminder))
        }
    }

    private var offers: [Snooze] {
        Snooze.allCases.filter { $0.moment(phone.moment.now, in: phone.moment.zone) != nil }
    }

    private var day: CivilDate? { editor.draft.reminder.map { phone.moment.zone.date(at: $0) } }

    private var words: String {
        editor.draft.reminder.map { Texts.moment($0, now: phone.moment.now, zone: phone.moment.zone) } ?? ""
    }

    private var isOpen: Binding<Bool> {
        phone.choice(editor.reminderCalendar != nil) { _ in .editor(.whenTapped(.reminder)) }
    }

    private func time(_ reminder: Instant) -> Binding<Date> {
        phone.choice(reminder.date) { .editor(.reminderTimed(phone.minute(of: $0))) }
    }

    private func send(_ action: Editor.Action) { phone.send(.editor(action)) }
}
