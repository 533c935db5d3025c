// The choice of limits (A15), in the settings of the account and where a limit stops a person.

extension Home {
    /// Chooses the limits of the account. What was typed stays, and is judged by the new limits.
    mutating func choose(_ limits: Limits.Choice, _ context: Context) -> [Outcome] {
        let was = notebook.rules.choice
        var outcomes = [Outcome](notebook.choose(limits, context.now))
        guard notebook.rules.choice != was else { return [] }
        var context = context
        context.rules = notebook.rules
        outcomes.append(page == nil ? .show(Toast(text: Texts.chosen(limits))) : .announce(Texts.chosen(limits)))
        if overlay != nil {
            overlay = overlay?.withoutViolation
        } else if case .editor(var editor) = sheet {
            outcomes.append(.move(editor.judgeAgain(context)))
            sheet = .editor(editor)
        } else if openNote?.writing != nil {
            outcomes.append(.move(.noteDescription))
        } else if !list.quickAdd.text.isEmpty {
            list.quickAdd.readAgain(context)
            outcomes.append(.move(.quickAdd))
        }
        return outcomes
    }
}

extension Editor {
    /// Forgets the violations of earlier limits, and reads the title's words by the new ones. Returns the place where the
    /// person goes on.
    fileprivate mutating func judgeAgain(_ context: Context) -> Keyboard.Place {
        let place: Keyboard.Place = violation(.tags) == nil ? .editorTitle : .tagInput
        for field in [Violation.Field.title, .detail, .tags] { violations.remove(at: field) }
        if isReadingTitle { titleLine.readAgain(context, beside: draft) }
        return place
    }
}

extension QuickAddLine {
    /// Reads the line by other limits.
    fileprivate mutating func readAgain(_ context: Context, beside draft: TodoDraft = TodoDraft()) {
        violation = nil
        read(text, context, beside: draft)
    }
}

extension Overlay {
    /// The same question without the rule that its answer broke.
    fileprivate var withoutViolation: Overlay {
        switch self {
        case .renameTag(let tag, let name, _): .renameTag(tag, to: name, nil)
        case .tagChosen(let name, _): .tagChosen(name, nil)
        default: self
        }
    }
}
