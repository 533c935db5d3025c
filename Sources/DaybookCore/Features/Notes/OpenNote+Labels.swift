// The tags of a note and its pin. Both are kept at once, whether the note is read or written.

extension OpenNote {
    mutating func reduceLabels(_ action: Action, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        switch action {
        case .pinTapped: return notebook.togglePin(id, now)
        case .tagTextChanged(let text): return tagTextChanged(text, &notebook, now)
        case .tagSubmitted: return takeTag(&notebook, now)
        case .tagSuggested(let tag): return add([tag], &notebook, now)
        case .tagRemoved(let tag):
            guard let note = notebook.notes[id] else { return [] }
            tagViolation = nil
            let effects = notebook.label(id, tags: note.tags.filter { !$0.isSame(as: tag) }, now)
            return [Outcome](effects) + [.move(.tagInput), .announce(Texts.tagRemoved(tag))]
        default: return []
        }
    }

    /// The rule that keeps the typed text from becoming a tag; nil when nothing would be lost with the text.
    var refusedTag: Violation? { tagText.isEmpty || tagViolation?.code == .duplicate ? nil : tagViolation }

    private mutating func tagTextChanged(_ text: String, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        let line = Text.oneLine(text)
        // A comma ends a tag, as people write lists.
        if line.utf8.contains(UInt8(ascii: ",")) { return add(Text.parts(line, between: ","), &notebook, now) }
        let before = tagViolation
        tagText = line
        tagViolation = nil
        let written: [Outcome] = line.isSame(as: text) ? [] : [.write(line, in: .tag)]
        guard let broken = notebook.rules.tagViolation(Text.trimmed(line)), broken.code == .tooLong else {
            return written
        }
        tagViolation = broken
        return written + (broken == before ? [] : [.announce(broken.message)])
    }

    /// Makes tags of the typed text, if the rules accept them.
    mutating func takeTag(_ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        tagText.isEmpty ? [] : add(Text.parts(tagText, between: ","), &notebook, now)
    }

    /// Adds tags in one step. Those that a rule refuses stay in the line.
    private mutating func add(_ typed: [String], _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        guard let note = notebook.notes[id] else { return [] }
        var tags = note.tags
        tagText = ""
        tagViolation = nil
        for text in typed {
            let tag = Text.trimmed(text)
            if tag.isEmpty { continue }
            guard let broken = notebook.rules.tagViolations(tags + [tag], having: tags).first else {
                tags.append(tag)
                continue
            }
            tagViolation = broken
            // In a list, a tag that the note has needs no correction.
            if typed.count == 1 || broken.code != .duplicate { tagText += (tagText.isEmpty ? "" : ", ") + tag }
        }
        let news: [Outcome] = tagViolation.map { [.announce($0.message)] } ?? []
        let effects = tags.count == note.tags.count ? [] : notebook.label(id, tags: tags, now)
        return [Outcome](effects) + [.write(tagText, in: .tag)] + news
    }
}

extension Notebook {
    /// Pins a note, or takes its pin away.
    mutating func togglePin(_ id: Note.ID, _ now: Instant) -> [Outcome] {
        guard let note = notes[id] else { return [] }
        let effects = label(id, isPinned: !note.isPinned, now)
        return [Outcome](effects) + [.announce(Texts.pinned(Texts.named(note.title), !note.isPinned))]
    }
}
