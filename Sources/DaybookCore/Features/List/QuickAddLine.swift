/// The line that adds a to-do.
public struct QuickAddLine: Equatable, Sendable {
    /// As typed.
    public internal(set) var text = ""
    /// The times and tags that the text says; nil when it says a title alone.
    public internal(set) var understood: QuickAdd?
    /// Pieces of the text that a person made plain.
    public internal(set) var plain: [TextSpan] = []
    /// The rule that kept the line from being added.
    public internal(set) var violation: Violation?

    /// The characters that the title has left; negative when it is too long. Times and tags are not counted.
    public func left(_ rules: Rules) -> Int {
        rules.titleMaximum - (understood?.title ?? Text.trimmed(text)).count
    }
}

extension QuickAddLine {
    mutating func typed(_ typed: String, _ context: Context) -> [Outcome] {
        let line = Text.clipped(Text.oneLine(typed), to: maximum(context.rules))
        plain = plain.carried(from: text, to: line)
        text = line
        violation = nil
        understand(context)
        return line == typed ? [] : [.write(line, in: .quickAdd)]
    }

    /// T2 limits the title, which is what the line says besides times and tags.
    private func maximum(_ rules: Rules) -> Int { min(rules.titleMaximum, 10_000) + 100 }

    mutating func understand(_ context: Context) {
        let read = context.read(text, plain: plain)
        understood = read.spans.isEmpty ? nil : read
    }

    /// Turns the piece of the line that a person tapped to plain text, or plain text back.
    mutating func toggle(at place: Int, _ context: Context) -> [Outcome] {
        for (index, span) in plain.enumerated() where span.start <= place && place < span.end {
            plain.remove(at: index)
            understand(context)
            return []
        }
        for span in understood?.spans ?? [] where span.place.start <= place && place < span.place.end {
            return makePlain(span.place, context)
        }
        return []
    }

    /// Turns the piece that the caret touches to plain text, or the last one.
    mutating func revert(at caret: Int?, _ context: Context) -> [Outcome] {
        for span in (understood?.spans ?? []).reversed() where caret.map({ span.place.touches($0) }) ?? true {
            return makePlain(span.place, context)
        }
        return []
    }

    private mutating func makePlain(_ place: TextSpan, _ context: Context) -> [Outcome] {
        let words = String(decoding: Array(text.utf16)[place.start..<place.end], as: UTF16.self)
        plain.append(place)
        understand(context)
        return [.announce(Texts.isPlain(words))]
    }

    mutating func submit(_ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        // What was shown is what is made, unless the line waited until that was over.
        if let understood, understood.hasPassed(context) { understand(context) }
        let draft = context.rules.normalized(TodoDraft(understood, line: text))
        if let broken = context.rules.violations(of: draft, now: context.now).first {
            violation = broken
            return [.move(.quickAdd)]
        }
        self = QuickAddLine()
        return notebook.addTodo(draft, id: context.fresh, context.now) + [.write("", in: .quickAdd)]
    }
}

extension TodoDraft {
    fileprivate init(_ understood: QuickAdd?, line: String) {
        self.init(
            title: understood?.title ?? line,
            deadline: understood?.deadline?.instant,
            reminder: understood?.reminder?.instant,
            tags: understood?.tags ?? [],
            repetition: understood?.repetition
        )
    }
}

extension QuickAdd {
    /// Whether a time of it is over.
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
