import DaybookCore
import DaybookPhone
import SwiftUI

/// The repetition of a to-do (T7): presets that fit its day, and a panel for any other rule.
struct RepeatSection: View {
    var phone: PhoneApp
    var editor: Editor

    /// An entry of the first choice.
    private enum Choice: Hashable {
        case never
        case preset(RepeatPreset)
        case custom
    }

    /// The three ways to end.
    private enum End: Hashable {
        case never
        case day
        case times
    }

    var body: some View {
        Section {
            Picker("Repeat", selection: choice) {
                Text("Never").tag(Choice.never)
                ForEach(RepeatPreset.fitted(to: day), id: \.self) { preset in
                    if let rule = preset.rule(on: day) {
                        Text(verbatim: Texts.repetition(Repetition(rule))).tag(Choice.preset(preset))
                    }
                }
                Text("Custom").tag(Choice.custom)
            }
            if let repetition = editor.draft.repetition {
                DisclosureGroup(isExpanded: showsPanel) {
                    panel(repetition)
                } label: {
                    Text(verbatim: Texts.repetition(repetition))
                }
            }
            BrokenRule(violation: editor.violation(.repetition))
        }
    }

    private var day: CivilDate { editor.repeatDay(now: phone.moment.now, zone: phone.moment.zone) }

    private var choice: Binding<Choice> {
        var chosen = Choice.never
        if let preset = editor.repeatPreset(now: phone.moment.now, zone: phone.moment.zone), !editor.showsRepeatPanel {
            chosen = .preset(preset)
        } else if editor.draft.repetition != nil {
            chosen = .custom
        }
        return phone.choice(chosen) { choice in
            switch choice {
            case .never: .editor(.repeatPicked(nil))
            case .preset(let preset): .editor(.repeatPicked(preset))
            case .custom: .editor(.repeatEdited(.customTapped))
            }
        }
    }

    private var showsPanel: Binding<Bool> {
        phone.choice(editor.showsRepeatPanel) { _ in .editor(.repeatEdited(.customTapped)) }
    }

    // MARK: - The panel

    @ViewBuilder private func panel(_ repetition: Repetition) -> some View {
        let rule = repetition.rule
        Stepper(
            "Every \(rule.interval)",
            value: edit(rule.interval) { .interval($0) },
            in: 1...RecurrenceRule.intervalMaximum
        )
        Picker("Unit", selection: edit(rule.frequency) { .unit($0) }) {
            ForEach([RecurrenceRule.Frequency.daily, .weekly, .monthly, .yearly], id: \.self) { unit in
                Text(verbatim: Texts.unit(unit, rule.interval)).tag(unit)
            }
        }
        if repetition.basis == .due {
            if rule.frequency == .weekly { weekdays(rule) }
            if rule.frequency == .monthly { monthDays(rule) }
        }
        Picker("Counts from", selection: edit(repetition.basis) { .basis($0) }) {
            Text("The due day").tag(RecurrenceBasis.due)
            Text("The day it is done").tag(RecurrenceBasis.completion)
        }
        ends(rule)
    }

    private func weekdays(_ rule: RecurrenceRule) -> some View {
        Chips {
            ForEach(phone.moment.zone.habits.week, id: \.self) { day in
                Toggle(
                    String(Texts.weekday(day).prefix(2)),
                    isOn: edit(rule.weekdays.contains { $0.day == day }) { _ in .weekday(day) }
                )
                .toggleStyle(.button)
                .accessibilityLabel(Text(verbatim: Texts.weekday(day)))
            }
        }
    }

    private func monthDays(_ rule: RecurrenceRule) -> some View {
        let fitted = RepeatPreset.fitted(to: day).filter { $0.rule(on: day)?.frequency == .monthly }
        let chosen = fitted.first { preset in
            preset.rule(on: day).map { $0.monthDays == rule.monthDays && $0.weekdays == rule.weekdays } ?? false
        }
        return Picker("On", selection: edit(chosen ?? .monthly) { .monthDay($0) }) {
            ForEach(fitted, id: \.self) { preset in
                if let rule = preset.rule(on: day) { Text(verbatim: Texts.monthDay(rule)).tag(preset) }
            }
        }
    }

    @ViewBuilder private func ends(_ rule: RecurrenceRule) -> some View {
        Picker("Ends", selection: end(rule)) {
            Text("Never").tag(End.never)
            Text("On a day").tag(End.day)
            Text("After a number of times").tag(End.times)
        }
        switch rule.end {
        case .never: EmptyView()
        case .until(let last):
            DatePicker("Last day", selection: lastDay(last), in: phone.noon(of: day)..., displayedComponents: .date)
        case .count(let count):
            Stepper(
                "\(count) times",
                value: edit(count) { .count($0) },
                in: 1...RecurrenceRule.countMaximum
            )
        }
    }

    private func end(_ rule: RecurrenceRule) -> Binding<End> {
        let chosen: End =
            switch rule.end {
            case .never: .never
            case .until: .day
            case .count: .times
            }
        return edit(chosen) { end in
            switch end {
            case .never: .endless
            case .day: .until(nil)
            case .times: .count(nil)
            }
        }
    }

    private func lastDay(_ day: CivilDate) -> Binding<Date> {
        edit(phone.noon(of: day)) { .until(phone.day(of: $0)) }
    }

    private func edit<Value: Equatable>(
        _ value: Value,
        _ edit: @escaping @MainActor (Value) -> Editor.RepeatEdit
    ) -> Binding<Value> {
        phone.choice(value) { .editor(.repeatEdited(edit($0))) }
    }
}
