// The choice of limits (A15), on the account screen and where a limit stops a person.

extension Home {
    /// Chooses the limits of the account. Typed text stays, and the new limits apply to it.
    mutating func choose(_ limits: Limits.Choice, at place: Keyboard.Place?, _ context: Context) -> [Outcome] {
        let was = notebook.rules.choice
        var outcomes = [Outcome](notebook.choose(limits, context.now))
        guard notebook.rules.choice != was else { return [] }
        var context = context
        context.rules = notebook.rules
        outcomes.append(upper == nil ? .show(Toast(text: Texts.chosen(limits))) : .announce(Texts.chosen(limits)))
        overlay = overlay?.withoutViolation
        editor?.revalidate(context)
        openNote?.tagViolation = nil
        list.quickAdd.readAgain(context)
        return outcomes + (place.map { [.move($0)] } ?? [])
    }
}

extension Editor {
    /// Forgets the violations of earlier limits, and reads the title's words by the new ones.
    fileprivate mutating func revalidate(_ context: Context) {
        for field in [Violation.Field.title, .detail, .tags] { violations.remove(at: field) }
        if isReadingTitle { titleLine.readAgain(context, beside: draft) }
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
    /// The same question, without its broken rule.
    fileprivate var withoutViolation: Overlay {
        switch self {
        case .renameTag(let tag, let name, _): .renameTag(tag, to: name, nil)
        case .tagChosen(let name, _): .tagChosen(name, nil)
        default: self
        }
    }
}
