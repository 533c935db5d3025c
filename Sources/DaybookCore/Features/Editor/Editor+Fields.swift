extension Editor {
    /// Typing and picking.
    mutating func edit(_ action: Action, _ context: Context) -> [Outcome] {
        if case .failed = status { status = .editing }
        let day = repeatDay(now: context.now, zone: context.world.zone)
        defer {
            if subject == .new, draft.title == titleLine.text { titleLine.read(draft.title, context, beside: draft) }
            refitRepeat(from: day, to: repeatDay(now: context.now, zone: context.world.zone))
        }
        switch action {
        case .titleChanged(let text): return titleChanged(text, context)
        case .titleToggled(let place): return titleLine.toggle(at: place, context, beside: draft)
        case .titleReverted(let caret): return titleLine.revert(at: caret, context, beside: draft)
        case .titleDivided: return divideTitle(context)
        case .detailChanged(let text):
            let before = detailLeft(context.rules)
            draft.detail = Text.manyLines(text)
            forget(.detail)
            let told = Outcome.full(before, detailLeft(context.rules))
            return draft.detail == text ? told : told + [.write(draft.detail, in: .detail)]
        case .tagTextChanged(let text): return tagTextChanged(text, context.rules)
        case .tagSubmitted: return submit(typedTags, context.rules)
        case .tagSuggested(let tag): return submit([tag], context.rules)
        case .tagRemoved(let tag):
            draft.tags.removeAll { $0.isSame(as: tag) }
            forget(.tags)
            return [.move(.tagInput), .announce(Texts.tagRemoved(tag))]
        case .whenTapped(let purpose): toggleCalendar(purpose, context)
        case .whenWalked(let purpose, let step):
            take(step, in: purpose, context.world.zone.habits)
            return [.move(.day(purpose))]
        case .whenTurned(let purpose, let step): take(step, in: purpose, context.world.zone.habits)
        case .deadlinePicked(let day):
            pickDeadline(day, context.world.zone)
            // The button that removes the deadline disappears with it.
            if day == nil { return [.move(.field(.deadline))] }
        case .deadlineTimed(let minute): timeDeadline(minute, context)
        case .deadlineSuggested(let choice):
            pickDeadline(context.day(choice), context.world.zone)
            return announcement(of: .deadline, context)
        case .reminderPicked(let moment):
            remind(at: moment, context.world.zone)
            if moment == nil { return [.move(.field(.reminder))] }
        case .reminderDayPicked(let day):
            let zone = context.world.zone
            let minute = draft.reminder.map { zone.minuteOfDay(at: $0) } ?? SpokenTime.morning
            remind(at: context.moment(on: day, minute), zone)
            return announcement(of: .reminder, context)
        case .reminderTimed(let minute):
            let zone = context.world.zone
            remind(
                at: draft.reminder.map { zone.instant(on: zone.date(at: $0), minuteOfDay: minute) }
                    ?? context.next(minute),
                zone
            )
        case .reminderSuggested(let choice):
            let zone = context.world.zone
            // To the minute, as times are picked.
            guard let moment = choice.moment(context.now, in: zone) else { break }
            let seconds = moment.milliseconds.flooredDivision(by: 60_000).remainder
            remind(at: moment.advanced(by: .milliseconds(-seconds)), zone)
            return announcement(of: .reminder, context)
        case .deadlineTyped(let text): return typeDeadline(text, context)
        case .reminderTyped(let text): return typeReminder(text, context)
        case .repeatPicked(let preset): pickRepeat(preset, on: day, context.world.zone.habits)
        case .repeatEdited(let edit): return editRepeat(edit, on: day, context.world.zone.habits)
        case .notePicked(let note): draft.note = note
        case .bothTapped: showsBoth.toggle()
        case .otherTitleTapped:
            guard let other = otherTitle else { break }
            (otherTitle, draft.title) = (draft.title, other)
            return [.write(other, in: .title)]
        case .otherDetailTapped:
            guard let other = otherDetail else { break }
            (otherDetail, draft.detail) = (draft.detail, other)
            return [.write(other, in: .detail)]
        case .saveTapped, .linesSubmitted, .discardTapped, .closed, .deleteTapped, .historyTapped: break
        }
        return []
    }

    // MARK: - The title (T2)

    private mutating func titleChanged(_ text: String, _ context: Context) -> [Outcome] {
        forget(.title)
        let before = titleLeft(context.rules)
        draft.title = Text.oneLine(text)
        if subject == .new { titleLine.typed(text, context, beside: draft) }
        let told = Outcome.full(before, titleLeft(context.rules))
        return draft.title == text ? told : told + [.write(draft.title, in: .title)]
    }

    /// Moves the text beyond a title's limit to the detail. The times and tags in the words go into the fields.
    private mutating func divideTitle(_ context: Context) -> [Outcome] {
        forget(.title)
        draft = context.rules.divided(spoken(context))
        titleLine = QuickAddLine()
        return [.write(draft.title, in: .title), .write(draft.detail, in: .detail), .move(.editorTitle)]
    }

    /// The draft with the times and tags that the words in its title name.
    mutating func spoken(_ context: Context) -> TodoDraft {
        isReadingTitle ? titleLine.draft(context, over: draft) : context.rules.normalized(draft)
    }

    mutating func forget(_ field: Violation.Field) {
        violations.remove(at: field)
    }

    // MARK: - Tags (T3)

    private mutating func tagTextChanged(_ text: String, _ rules: Rules) -> [Outcome] {
        let before = violation(.tags)
        forget(.tags)
        let line = Text.oneLine(text)
        tagText = line
        // A comma ends a tag, as people write lists.
        if line.utf8.contains(UInt8(ascii: ",")) { return submit(typedTags, rules) }
        let written: [Outcome] = line == text ? [] : [.write(line, in: .tag)]
        guard let broken = rules.tagViolation(Text.trimmed(line)), broken.code == .tooLong else { return written }
        violations.append(broken)
        return written + (broken == before ? [] : [.announce(broken.message)])
    }

    private var typedTags: [String] { Text.parts(tagText, between: ",") }

    private mutating func submit(_ tags: [String], _ rules: Rules) -> [Outcome] {
        add(tags, rules)
        let said: [Outcome] = violation(.tags).map { [.announce($0.message)] } ?? []
        return said + [.write(tagText, in: .tag)]
    }

    /// Makes tags of the typed text.
    mutating func takeTag(_ rules: Rules) { add(typedTags, rules) }

    /// Those that a rule refuses stay in the line.
    private mutating func add(_ typed: [String], _ rules: Rules) {
        tagText = ""
        for text in typed {
            let tag = Text.trimmed(text)
            if tag.isEmpty { continue }
            guard let broken = rules.tagViolations(draft.tags + [tag], having: draft.tags).first else {
                draft.tags.append(tag)
                continue
            }
            forget(.tags)
            violations.append(broken)
            // In a list, a tag that the to-do has needs no correction.
            if typed.count == 1 || broken.code != .duplicate { tagText += (tagText.isEmpty ? "" : ", ") + tag }
        }
    }

    // MARK: - Changes from elsewhere

    /// Takes over the other device's changes in the fields that were not edited here.
    mutating func merge(_ theirs: TodoDraft) {
        if theirs.title != base.title, let other = Editor.merge(theirs.title, &draft.title, base.title) {
            otherTitle = other
        }
        if theirs.detail != base.detail, let other = Editor.merge(theirs.detail, &draft.detail, base.detail) {
            otherDetail = other
        }
        if draft.deadline == base.deadline { draft.deadline = theirs.deadline }
        if draft.reminder == base.reminder { draft.reminder = theirs.reminder }
        if draft.note == base.note { draft.note = theirs.note }
        if draft.repetition == base.repetition { draft.repetition = theirs.repetition }
        // Tags merge one by one: what was added or removed here stays so.
        let added = draft.tags.filter { !base.tags.hasText($0) }
        let removed = base.tags.filter { !draft.tags.hasText($0) }
        draft.tags = theirs.tags.filter { !removed.hasText($0) }
        for tag in added { draft.add(tag: tag) }
        base = theirs
    }

    /// Takes over another device's text if the text here was not edited. Otherwise replaces nothing and returns the
    /// other device's text.
    private static func merge(_ theirs: String, _ mine: inout String, _ base: String) -> String? {
        if mine != base, mine != theirs { return theirs }
        mine = theirs
        return nil
    }
}

extension TimeZone {
    /// The moment of a wall clock's `2026-11-22T09:00`; nil for anything else.
    public func instant(wallClock text: String) -> Instant? {
        let parts = Text.parts(text, between: "T")
        guard parts.count == 2, let date = CivilDate(parts[0]) else { return nil }
        var reader = DigitReader(parts[1])
        guard let hour = reader.digits(2), hour < 24, reader.skip(":"), let minute = reader.digits(2), minute < 60
        else { return nil }
        return instant(on: date, minuteOfDay: hour * 60 + minute)
    }

    /// The reading of a wall clock at a moment, as `2026-11-22T09:00`.
    public func wallClock(at instant: Instant) -> String {
        let minute = minuteOfDay(at: instant)
        var bytes = date(at: instant).description.bytes
        bytes.append(UInt8(ascii: "T"))
        bytes.appendDecimal(minute / 60, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDecimal(minute % 60, width: 2)
        return String(utf8: bytes)
    }
}
