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
            if case .failed(let message) = editor.status {
                Section { Text(verbatim: message).foregroundStyle(.red) }
            }
            if editor.isGone {
                Section {
                    Text("This to-do was deleted on another device. Saving restores it.")
                    Button("Discard", role: .destructive) { send(.discardTapped) }
                }
            }
            texts
            TagSection(
                tags: editor.draft.tags,
                offered: home.notebook.tags(beginning: editor.tagText, besides: editor.draft.tags, limit: 6),
                text: phone.field({ $0.editor?.tagText }) { .editor(.tagTextChanged($0)) },
                violation: editor.violation(.tags),
                add: { send(.tagSubmitted) },
                suggest: { send(.tagSuggested($0)) },
                remove: { send(.tagRemoved($0)) }
            )
            DeadlineSection(phone: phone, editor: editor)
            ReminderSection(phone: phone, editor: editor)
            RepeatSection(phone: phone, editor: editor)
            note
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
                Button(editor.isGone ? "Restore" : "Save") { send(.saveTapped) }
                    .disabled(!editor.canSave || isSaving)
                    .keyboardShortcut("s", modifiers: .command)
            }
        }
    }

    private var isSaving: Bool { if case .saving = editor.status { true } else { false } }

    private var texts: some View {
        Section {
            TextField(
                "Title",
                text: phone.field({ $0.editor?.draft.title }) { .editor(.titleChanged($0)) },
                axis: .vertical
            )
            .accessibilityIdentifier("title")
            PiecesView(pieces: editor.titleLine.pieces(phone.moment)) { send(.titleToggled(at: $0)) }
            BrokenRule(violation: editor.violation(.title))
            offers
            if let other = editor.otherTitle {
                Button("Take the other title: \(other)") { send(.otherTitleTapped) }
            }
            TextField(
                "Detail",
                text: phone.field({ $0.editor?.draft.detail }) { .editor(.detailChanged($0)) },
                axis: .vertical
            )
            .lineLimit(3...10)
            BrokenRule(violation: editor.violation(.detail))
            if let other = editor.otherDetail {
                Button("Take the other detail: \(other)") { send(.otherDetailTapped) }
            }
            ForEach(PhoneTexts.links(editor.draft.detail), id: \.self) { link in
                Link(destination: link) { Label(link.absoluteString, systemImage: "link") }
            }
        } footer: {
            Text(verbatim: Texts.left(editor.titleLeft(phone.app.rules)))
        }
    }

    /// The offers for a text that is too long.
    @ViewBuilder private var offers: some View {
        let rules = phone.app.rules
        if editor.titleLine.lines.count > 1 {
            Button(Texts.addLines(editor.titleLine.lines.count)) { send(.linesSubmitted) }
        }
        if editor.titleLeft(rules) < 0 {
            Button("Move the rest to the detail") { send(.titleDivided) }
        }
        if rules.canBeLifted, editor.titleLeft(rules) < 0 || editor.detailLeft(rules) < 0 {
            Button("Allow longer texts") { phone.send(.limitsChosen(.roomy)) }
        }
    }

    /// The note that it belongs to, and the way there.
    @ViewBuilder private var note: some View {
        let notes = home.linkableNotes(editor.draft.note)
        if !notes.isEmpty {
            Section {
                Picker("Note", selection: phone.choice(editor.draft.note) { .editor(.notePicked($0)) }) {
                    Text("None").tag(Note.ID?.none)
                    ForEach(notes, id: \.id) { note in
                        Text(verbatim: note.title.isEmpty ? Texts.untitledNote : note.title).tag(Note.ID?.some(note.id))
                    }
                }
                .pickerStyle(.navigationLink)
                if let id = editor.draft.note, home.notebook.notes[id] != nil {
                    Button("Open the note", systemImage: "note.text") { phone.send(.list(.noteTapped(id))) }
                }
            }
        }
    }

    private func send(_ action: Editor.Action) { phone.send(.editor(action)) }
}
