/// A line of words that makes a to-do: the line above the list, or the title of a new to-do.
public struct QuickAddLine: Equatable, Sendable {
    /// The whole text as typed. Text beyond a title's limit is not cut.
    public internal(set) var text = ""
    /// The times and tags in the text; nil when it has a title alone.
    public internal(set) var understood: QuickAdd?
    /// Pieces of the text that a person made plain.
    public internal(set) var plain: [TextSpan] = []
    /// The lines of a text that was pasted, if there are several; each can be a to-do of its own.
    public internal(set) var lines: [String] = []
    /// The rule that kept the line from being added.
    public internal(set) var violation: Violation?

    /// The characters that the title has left; negative when it is too long. Times and tags are not counted.
    public func left(_ rules: Rules) -> Int {
        Text.left(understood?.title ?? Text.trimmed(text), of: rules.limits.titleMaximum)
    }
}

extension QuickAddLine {
    /// Longer text is kept, but its times and tags are not read, because each key reads the whole line. In bytes.
    private static var readMaximum: Int { 2_000 }

    /// The greatest number of pasted lines that are offered as to-dos. A longer text is not a list of things to do.
    private static var linesMaximum: Int { 500 }

    /// Takes over typed or pasted text. `draft` has the values that are set besides the line.
    mutating func typed(_ typed: String, _ context: Context, beside draft: TodoDraft = TodoDraft()) {
        let parts = Text.todoLines(typed)
        lines = parts.count > 1 && parts.count <= QuickAddLine.linesMaximum ? parts : []
        violation = nil
        read(Text.oneLine(typed), context, beside: draft)
    }

    /// Reads the text after a change. Pieces that the person made plain stay plain.
    mutating func read(_ line: String, _ context: Context, beside draft: TodoDraft) {
        plain = plain.carried(from: text, to: line)
        text = line
        understand(context, beside: draft)
    }

    /// Reads the words of the line. Words for a field that `draft` has a value for belong to the title.
    mutating func understand(_ context: Context, beside draft: TodoDraft = TodoDraft()) {
        understood = nil
        if text.utf8.count > QuickAddLine.readMaximum { return }
        var kept = plain
        // A word that does not count may uncover another word for the same field.
        for _ in 0..<4 {
            let read = context.read(text, plain: kept)
            let taken = read.spans.filter { draft.has($0.kind) }
            if taken.isEmpty {
                understood = read.spans.isEmpty ? nil : read
                return
            }
            kept += taken.map { $0.place }
        }
    }

    /// Turns the piece of the line that a person tapped to plain text, or plain text back.
    mutating func toggle(at place: Int, _ context: Context, beside draft: TodoDraft = TodoDraft()) -> [Outcome] {
        for (index, span) in plain.enumerated() where span.start <= place && place < span.end {
            plain.remove(at: index)
            understand(context, beside: draft)
            return []
        }
        for span in understood?.spans ?? [] where span.place.start <= place && place < span.place.end {
            return makePlain(span.place, context, beside: draft)
        }
        return []
    }

    /// Turns the piece that the caret touches to plain text, or the last one.
    mutating func revert(at caret: Int?, _ context: Context, beside draft: TodoDraft = TodoDraft()) -> [Outcome] {
        for span in (understood?.spans ?? []).reversed() where caret.map({ span.place.touches($0) }) ?? true {
            return makePlain(span.place, context, beside: draft)
        }
        return []
    }

    private mutating func makePlain(_ place: TextSpan, _ context: Context, beside draft: TodoDraft) -> [Outcome] {
        let words = String(decoding: Array(text.utf16)[place.start..<place.end], as: UTF16.self)
        plain.append(place)
        understand(context, beside: draft)
        return [.announce(Texts.isPlain(words))]
    }

    // MARK: - Drafts

    /// The to-do of a line on a face without a screen: the draft, and a time of today in it that has passed. Values of
    /// `base` count before words for the same field. `isDivided`: the text beyond a title's limit goes into the detail.
    public static func draft(
        of words: String,
        over base: TodoDraft = TodoDraft(),
        isDivided: Bool = false,
        rules: Rules,
        now: Instant,
        zone: TimeZone
    ) -> (draft: TodoDraft, passed: When?) {
        let world = App.World(zone: zone)
        let context = Context(rules: rules, world: world, now: now, newID: UUID(high: 0, low: 0))
        var line = QuickAddLine()
        line.read(Text.oneLine(words), context, beside: base)
        let draft = line.draft(context, over: base)
        return (isDivided ? rules.divided(draft) : draft, line.understood?.passed)
    }

    /// The question about a time of today that has passed, in words that are about to be added; nil when no time has
    /// passed. Adding the same words again is the answer: then the later time counts.
    mutating func question(
        _ context: Context,
        beside base: TodoDraft = TodoDraft(),
        at field: Violation.Field? = nil
    ) -> Violation? {
        refresh(context, beside: base)
        guard let passed = understood?.passed else { return nil }
        if violation?.code == .past {
            understood = understood?.movedOn
            return nil
        }
        let question = Texts.askPassed(
            passed,
            inEditor: field == .title,
            now: context.now,
            zone: context.world.zone
        )
        violation = Violation(field ?? (passed == understood?.reminder ? .reminder : .deadline), .past, question)
        return violation
    }

    /// Makes the to-do that was shown, unless its time passed while the line waited.
    private mutating func refresh(_ context: Context, beside base: TodoDraft) {
        if let understood, understood.hasPassed(context) { understand(context, beside: base) }
    }

    /// A draft with the line's title, times and tags.
    mutating func draft(_ context: Context, over base: TodoDraft) -> TodoDraft {
        refresh(context, beside: base)
        var draft = base
        draft.title = text
        if let understood { draft.add(understood) }
        return context.rules.normalized(draft)
    }

    /// A draft of each pasted line. Text beyond a title's limit goes into the detail.
    func drafts(_ context: Context, over base: TodoDraft) -> [TodoDraft] {
        lines.map { text in
            var line = QuickAddLine()
            line.read(text, context, beside: base)
            return context.rules.divided(line.draft(context, over: base))
        }
    }
}

extension TodoDraft {
    /// Whether a field that words may name is set by hand. Tags never count as set, since there may be several.
    fileprivate func has(_ kind: QuickAdd.Span.Kind) -> Bool {
        switch kind {
        case .tag: false
        case .reminder: reminder != nil
        case .deadline: deadline != nil
        case .repetition: repetition != nil
        }
    }

    fileprivate mutating func add(_ understood: QuickAdd) {
        title = understood.title
        reminder = reminder ?? understood.reminder?.instant
        deadline = deadline ?? understood.deadline?.instant
        repetition = repetition ?? understood.repetition
        for tag in understood.tags { add(tag: tag) }
    }

    /// Adds a tag, unless it is there in any case of its letters.
    mutating func add(tag: String) {
        let lower = Fold.lowercase(tag)
        if !tags.contains(where: { Fold.lowercase($0).isSame(as: lower) }) { tags.append(tag) }
    }
}

extension Rules {
    /// A draft whose title keeps to its limit: the words that do not fit begin the detail.
    public func divided(_ draft: TodoDraft) -> TodoDraft {
        guard Text.isLonger(draft.title, than: limits.titleMaximum) else { return draft }
        var divided = draft
        var head = Text.clipped(draft.title, to: limits.titleMaximum)
        let rest = draft.title.dropFirst(head.count)
        if rest.first != " ", let space = head.lastIndex(of: " "), Text.isShown(String(head[..<space])) {
            head = String(head[..<space])
        }
        divided.title = Text.trimmed(head)
        let tail = Text.trimmed(String(draft.title.dropFirst(head.count)))
        divided.detail = draft.detail.isEmpty ? tail : tail + "\n" + draft.detail
        return divided
    }
}

extension QuickAdd {
    /// Whether one of its times has passed.
    fileprivate func hasPassed(_ context: Context) -> Bool {
        let zone = context.world.zone
        let isLate = deadline.map { zone.date(at: $0.instant) < zone.date(at: context.now) } ?? false
        return isLate || reminder.map { $0.instant <= context.now } ?? false
    }
}

extension Context {
    fileprivate func read(_ line: String, plain: [TextSpan]) -> QuickAdd {
        QuickAddReader(rules: rules, now: now, zone: world.zone).read(line, plain: plain)
    }
}
