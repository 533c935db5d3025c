extension Rules {
    /// A draft as it is stored: ends of the title trimmed, tags trimmed.
    public func normalized(_ draft: TodoDraft) -> TodoDraft {
        var normal = draft
        normal.title = Text.trimmed(draft.title)
        normal.detail = Text.trimmed(draft.detail).isEmpty ? "" : draft.detail
        normal.tags = draft.tags.map { Text.trimmed($0) }
        return normal
    }

    /// Every rule that a normalised draft breaks (T2 to T6), in the order of a form. `todo` is the to-do that it
    /// changes; dates that it does not change may have passed (T5).
    public func violations(of draft: TodoDraft, changing todo: Todo? = nil, now: Instant) -> [Violation] {
        if let todo, todo.origin == .imported, draft != TodoDraft(todo) {
            return [Violation(.title, .imported, Texts.importedNotEditable)]
        }
        var found: [Violation] = []
        if let broken = titleViolation(draft.title) { found.append(broken) }
        if let broken = detailViolation(draft.detail) { found.append(broken) }
        if draft.deadline != todo?.deadline, let broken = deadlineViolation(draft.deadline, setAt: now) {
            found.append(broken)
        }
        if draft.reminder != todo?.reminder, let broken = reminderViolation(draft.reminder, setAt: now) {
            found.append(broken)
        }
        // Two devices may have given a to-do a fourth tag (S4); one may keep or drop those, but add none.
        let isAddingTags = draft.tags.contains { tag in !(todo?.tags.contains(tag) ?? false) }
        found += tagViolations(draft.tags, counting: todo == nil || isAddingTags)
        return found
    }

    func titleViolation(_ title: String) -> Violation? {
        if Text.trimmed(title).isEmpty { return Violation(.title, .required, Texts.titleRequired) }
        if Text.isLonger(title, than: titleMaximum) {
            return Violation(.title, .tooLong, Texts.tooLong(Texts.title, titleMaximum))
        }
        if Text.hasControls(title, allowingLines: false) {
            return Violation(.title, .badCharacters, Texts.controlCharacters(Texts.title))
        }
        return nil
    }

    func detailViolation(_ detail: String) -> Violation? {
        if Text.isLonger(detail, than: detailMaximum) {
            return Violation(.detail, .tooLong, Texts.tooLong(Texts.detail, detailMaximum))
        }
        if Text.hasControls(detail, allowingLines: true) {
            return Violation(.detail, .badCharacters, Texts.controlCharacters(Texts.detail))
        }
        return nil
    }

    /// T5: from today on. "Today" began at most 24 hours before now wherever the person is, which is all that can
    /// be said where the time zone is not known.
    func deadlineViolation(_ deadline: Instant?, setAt moment: Instant) -> Violation? {
        guard let deadline, deadline < moment.advanced(by: -.days(1)) else { return nil }
        return Violation(.deadline, .past, Texts.deadlinePast)
    }

    /// T6: in the future only.
    func reminderViolation(_ reminder: Instant?, setAt moment: Instant) -> Violation? {
        guard let reminder, reminder <= moment else { return nil }
        return Violation(.reminder, .past, Texts.reminderPast)
    }

    /// T3, each broken rule once.
    func tagViolations(_ tags: [String], counting: Bool) -> [Violation] {
        var found: [Violation] = []
        if counting, tags.count > tagsMaximum {
            found.append(Violation(.tags, .tooMany, Texts.tooManyTags(tagsMaximum)))
            // No person typed so many. Checking each of them would only cost time.
            if tags.count / 8 > tagsMaximum { return found }
        }
        let repeats = IndexSort.repeats(tags.map { $0.lowercased() })
        for (place, tag) in tags.enumerated() {
            if let broken = tagViolation(tag), !found.contains(broken) { found.append(broken) }
            if repeats[place] {
                let twice = Violation(.tags, .duplicate, Texts.tagTwice(tag))
                if !found.contains(twice) { found.append(twice) }
            }
        }
        return found
    }

    func tagViolation(_ tag: String) -> Violation? {
        if Text.trimmed(tag).isEmpty { return Violation(.tags, .required, Texts.tagEmpty) }
        if Text.isLonger(tag, than: tagMaximum) {
            return Violation(.tags, .tooLong, Texts.tagTooLong(tagMaximum))
        }
        if Text.hasControls(tag, allowingLines: false) {
            return Violation(.tags, .badCharacters, Texts.controlCharacters(Texts.tag))
        }
        return nil
    }
}
