import DaybookCore

/// A to-do as a text that a person edits: a line for each field, an empty line, and the detail.
struct TodoForm {
    let fields: FieldReader

    private enum Name: String, CaseIterable {
        case title = "Title"
        case due = "Due"
        case remind = "Remind"
        case rule = "Repeat"
        case tags = "Tags"
    }

    /// The text of a draft.
    func text(of draft: TodoDraft) -> String {
        let lines = Name.allCases.map { name in
            let value = value(of: name, in: draft)
            return name.rawValue + ":" + (value.isEmpty ? "" : " " + value)
        }
        return lines.joined(separator: "\n") + "\n\n" + draft.detail + (draft.detail.isEmpty ? "" : "\n")
    }

    /// The draft that an edited text holds. A field with an unchanged text keeps its value exactly. Throws a
    /// ``Refusal`` for a value that is not valid, and for a line that is not a field.
    func draft(of text: String, editing draft: TodoDraft) throws -> TodoDraft {
        var edited = draft
        var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst(), !line.allSatisfy(\.isWhitespace) {
            guard let colon = line.firstIndex(of: ":"), let name = Name(rawValue: String(line[..<colon])) else {
                let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
                throw Refusal(
                    """
                    “\(DisplayWidth.harmless(String(line)))” is no field. The lines above the first empty one are \
                    \(names), each with a colon; the detail stands below it.
                    """
                )
            }
            let value = FieldReader.trimmed(String(line[line.index(after: colon)...]))
            if value != self.value(of: name, in: draft) { try set(name, value, in: &edited) }
        }
        let detail = lines.joined(separator: "\n")
        // The end of the last line is the form's.
        edited.detail = detail.hasSuffix("\n") ? String(detail.dropLast()) : detail
        return edited
    }

    private func value(of name: Name, in draft: TodoDraft) -> String {
        switch name {
        case .title: DisplayWidth.harmless(draft.title)
        case .due: draft.deadline.map { moment($0, isDeadline: true) } ?? ""
        case .remind: draft.reminder.map { moment($0, isDeadline: false) } ?? ""
        case .rule: draft.repetition.map { Texts.repetition($0) } ?? ""
        case .tags: draft.tags.map { "#" + $0 }.joined(separator: ", ")
        }
    }

    private func set(_ name: Name, _ value: String, in draft: inout TodoDraft) throws {
        switch name {
        case .title: draft.title = value
        case .due: draft.deadline = try fields.time(value, for: .deadline)
        case .remind: draft.reminder = try fields.time(value, for: .reminder)
        case .rule: draft.repetition = try fields.repetition(value)?.repetition
        case .tags:
            let tags = value.split(separator: ",").map { FieldReader.trimmed(String($0)) }.filter { !$0.isEmpty }
            draft.tags = tags.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
        }
    }

    /// "2026-11-25 17:00", and a day alone for a deadline at its end.
    private func moment(_ instant: Instant, isDeadline: Bool) -> String {
        let date = fields.zone.date(at: instant)
        if isDeadline, instant == fields.zone.endOfDay(date) { return date.description }
        let minute = fields.zone.minuteOfDay(at: instant)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date) \(two(minute / 60)):\(two(minute % 60))"
    }
}

extension TodoDraft {
    /// This draft with the differences between two drafts. So a long edit does not undo changes that another command
    /// makes meanwhile.
    func taking(changesFrom before: TodoDraft, to after: TodoDraft) -> TodoDraft {
        var draft = self
        if after.title != before.title { draft.title = after.title }
        if after.detail != before.detail { draft.detail = after.detail }
        if after.deadline != before.deadline { draft.deadline = after.deadline }
        if after.reminder != before.reminder { draft.reminder = after.reminder }
        if after.repetition != before.repetition { draft.repetition = after.repetition }
        draft.tags.removeAll { before.tags.contains($0) && !after.tags.contains($0) }
        draft.tags += after.tags.filter { !before.tags.contains($0) && !draft.tags.contains($0) }
        return draft
    }
}
