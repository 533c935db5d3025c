extension Rules {
    /// The most photos of a note that sync accepts. Several devices may each have added ten without a network, and all
    /// stay (S4).
    public static let notePhotosBound = 100

    /// A draft as it is stored: without white space at the ends of title and description, which N2 does not count.
    public func normalized(_ draft: NoteDraft) -> NoteDraft {
        NoteDraft(title: Text.trimmed(draft.title), description: Text.trimmed(draft.description))
    }

    /// Tags as they are stored: without white space at their ends.
    public func normalized(tags: [String]) -> [String] { tags.map { Text.trimmed($0) } }

    /// The rules that the tags of a note break, which are those of a to-do (T3).
    public func violations(ofTags tags: [String], having present: [String] = []) -> [Violation] {
        tagViolations(tags, having: present)
    }

    /// The number of characters that N2 counts in a text as typed.
    public func count(_ text: String) -> Int { Text.trimmed(text).count }

    /// Every rule that a normalised draft breaks (N2), in the order of a form.
    ///
    /// Values that `note` has too are not checked, because limits can change. A text of the note that is too long or too
    /// short may be edited as long as it does not become longer or shorter.
    public func violations(of draft: NoteDraft, changing note: Note? = nil) -> [Violation] {
        var found: [Violation] = []
        if note.map({ !draft.title.isSame(as: $0.title) }) ?? true,
            let broken = noteTitleViolation(draft.title, was: note?.title)
        {
            found.append(broken)
        }
        if note.map({ !draft.description.isSame(as: $0.description) }) ?? true,
            let broken = noteDescriptionViolation(draft.description, was: note?.description)
        {
            found.append(broken)
        }
        return found
    }

    /// The violation of a note with too many photos (N2). Two devices together may have added more photos than are
    /// allowed (S4). They may stay or be removed, but no photo may be added.
    public func notePhotosViolation(_ count: Int, having already: Int = 0) -> Violation? {
        guard count > photosMaximum, count > already else { return nil }
        return Violation(.photos, .tooMany, Texts.tooManyPhotos(photosMaximum))
    }

    /// The violation of a note with more photos than sync accepts (``notePhotosBound``).
    public static var notePhotosBoundViolation: Violation {
        Violation(.photos, .tooMany, Texts.tooManyPhotos(notePhotosBound))
    }

    func noteTitleViolation(_ title: String, was: String? = nil) -> Violation? {
        if let broken = violation(of: title, was, .title, limits.noteTitle, Texts.title, Texts.titleRequired) {
            return broken
        }
        guard Text.hasControls(title, allowingLines: false) else { return nil }
        return Violation(.title, .badCharacters, Texts.controlCharacters(Texts.title))
    }

    func noteDescriptionViolation(_ description: String, was: String? = nil) -> Violation? {
        let (range, name) = (limits.noteDescription, Texts.description)
        if let broken = violation(of: description, was, .description, range, name, Texts.descriptionRequired) {
            return broken
        }
        if isTooLarge(description) { return Violation(.description, .tooLarge, Texts.recordTooLarge) }
        guard Text.hasControls(description, allowingLines: true) else { return nil }
        return Violation(.description, .badCharacters, Texts.controlCharacters(Texts.description))
    }

    private func violation(
        of text: String,
        _ was: String?,
        _ field: Violation.Field,
        _ length: Range,
        _ name: String,
        _ required: String
    ) -> Violation? {
        if Text.isLonger(text, than: length.maximum, was: was) {
            return Violation(field, .tooLong, Texts.tooLong(name, length.maximum))
        }
        guard length.minimum > 0 else { return nil }
        let shown = Text.trimmed(text)
        if shown.isEmpty { return Violation(field, .required, required) }
        // The counting of a long text stops before its end.
        let count = shown.prefix(length.minimum).count
        guard count < length.minimum, was.map({ count < self.count($0) }) ?? true else { return nil }
        return Violation(field, .tooShort, Texts.tooShort(name, length.minimum, missing: length.minimum - count))
    }
}
