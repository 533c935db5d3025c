import DaybookCore

/// A note as a text that a person writes, as commit messages are: the first line is the title, the rest the text.
struct NoteForm {
    let rules: Rules

    /// The line below which nothing belongs to the note.
    static let end = "# ------------------------ >8 ------------------------"

    /// The text of a draft, with instructions for the person below it.
    func text(of draft: NoteDraft) -> String {
        let (title, text) = (rules.limits.noteTitle, rules.limits.noteDescription)
        return """
            \(DisplayWidth.harmless(draft.title))

            \(draft.description)

            \(NoteForm.end)
            The first line is the title: \(title.minimum) to \(title.maximum) characters. The rest is the text: \
            \(text.minimum) to \(text.maximum).
            This part is not saved. An empty title and text end without a change.

            """
    }

    /// The draft that a text holds: the first line that is not blank, and all below it.
    func draft(of text: String) -> NoteDraft {
        var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)[...]
        if let end = lines.lastIndex(where: { $0 == NoteForm.end }) { lines = lines[..<end] }
        lines = lines.drop { $0.allSatisfy(\.isWhitespace) }
        let title = lines.popFirst().map(String.init) ?? ""
        return rules.normalized(NoteDraft(typed: title, lines.joined(separator: "\n")))
    }

    /// The draft that an edited text holds. An unchanged title or text keeps its value exactly, and an empty text
    /// changes nothing.
    func draft(of text: String, editing before: NoteDraft) -> NoteDraft {
        let unchanged = draft(of: self.text(of: before))
        var edited = draft(of: text)
        if edited == NoteDraft() { return before }
        if edited.title == unchanged.title { edited.title = before.title }
        if edited.description == unchanged.description { edited.description = before.description }
        return edited
    }
}

extension NoteDraft {
    /// This draft with the differences between two drafts, as in ``TodoDraft/taking(changesFrom:to:)``.
    func taking(changesFrom before: NoteDraft, to after: NoteDraft) -> NoteDraft {
        NoteDraft(
            title: after.title == before.title ? title : after.title,
            description: after.description == before.description ? description : after.description
        )
    }
}
