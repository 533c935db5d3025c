import DaybookCore
import DaybookPhone
import SwiftUI

/// The editor of a to-do.
struct EditorView: View {
    var phone: PhoneApp
    var home: Home
    var editor: Editor

    var body: some View {
        Form {
            if editor.isGone {
                Section { Text("This to-do was deleted on another device. Saving restores it.") }
            }
            Section {
                TextField("Title", text: text(editor.draft.title) { .titleChanged($0) }, axis: .vertical)
                    .accessibilityIdentifier("title")
                broken(.title)
                let rules = phone.app.rules
                if rules.canBeLifted, editor.titleLeft(rules) < 0 || editor.detailLeft(rules) < 0 {
                    Button("Allow longer texts") { phone.send(.limitsChosen(.roomy)) }
                }
                if let other = editor.otherTitle {
                    Button("Take the other title: \(other)") { send(.otherTitleTapped) }
                }
                TextField("Detail", text: text(editor.draft.detail) { .detailChanged($0) }, axis: .vertical)
                    .lineLimit(3...10)
                broken(.detail)
                if let other = editor.otherDetail {
                    Button("Take the other detail: \(other)") { send(.otherDetailTapped) }
                }
            } footer: {
                Text(verbatim: Texts.left(editor.titleLeft(phone.app.rules)))
            }
            Section("Deadline") {
                time("When, for example “tomorrow 5pm”", editor.deadlineTyped) { .deadlineTyped($0) }
                ForEach(DayChoice.allCases, id: \.self) { day in
                    Button(Texts.label(day)) { send(.deadlineSuggested(day)) }
                }
                if let deadline = editor.draft.deadline {
                    Text(verbatim: Texts.deadlineTime(deadline, now: phone.moment.now, zone: phone.moment.zone))
                    Button("No deadline") { send(.deadlinePicked(nil)) }
                }
                broken(.deadline)
            }
            Section("Reminder") {
                time("When, for example “in 2 hours”", editor.reminderTyped) { .reminderTyped($0) }
                if let reminder = editor.draft.reminder {
                    DatePicker("At", selection: picked(reminder), in: Date()...)
                    Button("No reminder") { send(.reminderPicked(nil)) }
                }
                broken(.reminder)
            }
            Section("Repeat") {
                if let repetition = editor.draft.repetition {
                    Text(verbatim: Texts.repetition(repetition))
                    Button("Never") { send(.repeatPicked(nil)) }
                }
                Menu("Choose") {
                    Button("Every day") { send(.repeatPicked(.daily)) }
                    Button("On weekdays") { send(.repeatPicked(.weekdays)) }
                    Button("Every week") { send(.repeatPicked(.weekly)) }
                    Button("Every two weeks") { send(.repeatPicked(.fortnightly)) }
                    Button("Every month") { send(.repeatPicked(.monthly)) }
                    Button("Every year") { send(.repeatPicked(.yearly)) }
                }
            }
            TagSection(
                tags: editor.draft.tags,
                text: text(editor.tagText) { .tagTextChanged($0) },
                violation: editor.violation(.tags),
                add: { send(.tagSubmitted) },
                remove: { send(.tagRemoved($0)) }
            )
            if case .existing = editor.subject {
                Section {
                    Button("History", systemImage: "clock.arrow.circlepath") { send(.historyTapped) }
                    Button("Delete", systemImage: "trash", role: .destructive) { send(.deleteTapped) }
                }
            }
        }
        .navigationTitle(editor.beganNew ? "New to-do" : "To-do")
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button("Close") { send(.closed) }
            }
            ToolbarItem(placement: .confirmationAction) {
                Button("Save") { send(.saveTapped) }
                    .disabled(!editor.canSave)
                    .keyboardShortcut("s", modifiers: .command)
            }
        }
    }

    private func send(_ action: Editor.Action) { phone.send(.editor(action)) }

    private func text(_ value: String, _ action: @escaping (String) -> Editor.Action) -> Binding<String> {
        phone.text(value) { phone.home(.editor(action($0))) }
    }

    private func time(
        _ label: LocalizedStringKey,
        _ typed: TypedTime,
        _ action: @escaping (String) -> Editor.Action
    ) -> some View {
        TextField(label, text: text(typed.text, action))
    }

    private func picked(_ reminder: Instant) -> Binding<Date> {
        Binding(get: { reminder.date }, set: { send(.reminderPicked(Instant($0))) })
    }

    @ViewBuilder private func broken(_ field: Violation.Field) -> some View {
        if let violation = editor.violation(field) {
            Text(verbatim: violation.message)
                .font(.footnote)
                .foregroundStyle(.red)
        }
    }
}
