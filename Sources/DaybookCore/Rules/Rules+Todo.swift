extension Rules {
    /// A draft as it is stored: ends of the title trimmed, tags trimmed.
    public func normalized(_ draft: TodoDraft) -> TodoDraft {
        var normal = draft
        normal.title = Text.trimmed(draft.title)
        normal.detail = Text.isShown(draft.detail) ? draft.detail : ""
        normal.tags = draft.tags.map { Text.trimmed($0) }
        return normal
    }

    /// Every rule that a normalised draft breaks (T2 to T6), in the order of a form.
    ///
    /// Values that `todo` has too are not checked. Its dates may have passed (T5), and its texts may be longer than the
    /// limits in force, because those can change. Such a text may be edited as long as it does not become longer.
    public func violations(of draft: TodoDraft, changing todo: Todo? = nil, now: Instant) -> [Violation] {
        if let todo, todo.origin == .imported, draft != TodoDraft(todo) {
            return [Violation(.title, .imported, Texts.importedNotEditable)]
        }
        var found: [Violation] = []
        if todo.map({ !draft.title.isSame(as: $0.title) }) ?? true,
            let broken = titleViolation(draft.title, was: todo?.title)
        {
            found.append(broken)
        }
        if !draft.detail.isSame(as: todo?.detail ?? ""), let broken = detailViolation(draft.detail, was: todo?.detail) {
            found.append(broken)
        }
        if draft.deadline != todo?.deadline, let broken = deadlineViolation(draft.deadline, setAt: now) {
            found.append(broken)
        }
        if draft.reminder != todo?.reminder, let broken = reminderViolation(draft.reminder, setAt: now) {
            found.append(broken)
        }
        found += tagViolations(draft.tags, having: todo?.tags ?? [])
        return found
    }

    func titleViolation(_ title: String, was: String? = nil) -> Violation? {
        if !Text.isShown(title) { return Violation(.title, .required, Texts.titleRequired) }
        if Text.isLonger(title, than: limits.titleMaximum, was: was) {
            return Violation(.title, .tooLong, Texts.tooLong(Texts.title, limits.titleMaximum))
        }
        if Text.hasControls(title, allowingLines: false) {
            return Violation(.title, .badCharacters, Texts.controlCharacters(Texts.title))
        }
        return nil
    }

    func detailViolation(_ detail: String, was: String? = nil) -> Violation? {
        if Text.isLonger(detail, than: limits.detailMaximum, was: was) {
            return Violation(.detail, .tooLong, Texts.tooLong(Texts.detail, limits.detailMaximum))
        }
        if isTooLarge(detail) { return Violation(.detail, .tooLarge, Texts.recordTooLarge) }
        if Text.hasControls(detail, allowingLines: true) {
            return Violation(.detail, .badCharacters, Texts.controlCharacters(Texts.detail))
        }
        return nil
    }

    /// T5: a deadline must be today or later. Where the time zone is not known, "today" began at most 24 hours before
    /// now.
    func deadlineViolation(_ deadline: Instant?, setAt moment: Instant) -> Violation? {
        guard let deadline, deadline < moment.advanced(by: -.days(1)) else { return nil }
        return Violation(.deadline, .past, Texts.deadlinePast)
    }

    /// T6: in the future only.
    func reminderViolation(_ reminder: Instant?, setAt moment: Instant) -> Violation? {
        guard let reminder, reminder <= moment else { return nil }
        return Violation(.reminder, .past, Texts.reminderPast)
    }

    /// T3, each broken rule once. Two devices may have given a to-do a fourth tag (S4). The tags that it has may stay
    /// or go, but no tag may be added.
    func tagViolations(_ tags: [String], having present: [String] = []) -> [Violation] {
        var found: [Violation] = []
        if tags.count > limits.tagsMaximum, tags.contains(where: { !present.hasText($0) }) {
            found.append(Violation(.tags, .tooMany, Texts.tooManyTags(limits.tagsMaximum)))
            // No person typed this many. Checking each of them would only cost time.
            if tags.count / 8 > limits.tagsMaximum { return found }
        }
        let repeats = IndexSort.repeats(tags.map { Fold.lowercase($0) })
        for (place, tag) in tags.enumerated() {
            if !present.hasText(tag), let broken = tagViolation(tag), !found.contains(broken) { found.append(broken) }
            if repeats[place] {
                let twice = Violation(.tags, .duplicate, Texts.tagTwice(tag))
                if !found.contains(twice) { found.append(twice) }
            }
        }
        return found
    }

    func tagViolation(_ tag: String) -> Violation? {
        if !Text.isShown(tag) { return Violation(.tags, .required, Texts.tagEmpty) }
        if Text.isLonger(tag, than: limits.tagMaximum) || tag.utf8.count > Rules.tagBytesMaximum {
            return Violation(.tags, .tooLong, Texts.tagTooLong(limits.tagMaximum))
        }
        if Text.hasControls(tag, allowingLines: false) {
            return Violation(.tags, .badCharacters, Texts.controlCharacters(Texts.tag))
        }
        return nil
    }

    /// The most bytes of a tag. A tag is a part of the name of a field, which has a bound in the sync call.
    private static let tagBytesMaximum = 960

    /// Whether a text alone takes more than three quarters of a record's bytes. Its characters may have many bytes.
    func isTooLarge(_ text: String) -> Bool {
        // A byte takes at most six in JSON.
        let bound = recordBytesMaximum / 4 * 3
        return text.utf8.count > bound / 6 && JSON.string(text).encodedCount > bound
    }
}
