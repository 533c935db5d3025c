/// The line that adds a to-do.
extension TodoList {
    /// How many characters the title has left; negative when it is too long. What was understood is not counted.
    public func quickAddLeft(_ rules: Rules) -> Int {
        rules.titleMaximum - (understood?.title ?? Text.trimmed(quickAdd)).count
    }

    /// What stands in the line at a piece of it.
    func quickAddText(_ place: TextSpan) -> String {
        String(decoding: Array(quickAdd.utf16)[place.start..<place.end], as: UTF16.self)
    }
}

extension Home {
    mutating func quickAddChanged(_ text: String, _ context: Context) -> [Effect] {
        let line = Text.clipped(Text.oneLine(text), to: quickAddMaximum(context.rules))
        list.plain = list.plain.carried(from: list.quickAdd, to: line)
        list.quickAdd = line
        list.quickAddViolation = nil
        understand(context)
        return line == text ? [] : [.setInput(.quickAdd, line)]
    }

    /// T2 limits the title, which is what the line says besides times and tags.
    private func quickAddMaximum(_ rules: Rules) -> Int { min(rules.titleMaximum, 10_000) + 100 }

    private mutating func understand(_ context: Context) {
        let read = context.read(list.quickAdd, plain: list.plain)
        list.understood = read.spans.isEmpty ? nil : read
    }

    /// Turns the piece of the line that a person tapped to plain text, or plain text back.
    mutating func quickAddToggled(at place: Int, _ context: Context) -> [Effect] {
        for (index, span) in list.plain.enumerated() where span.start <= place && place < span.end {
            list.plain.remove(at: index)
            understand(context)
            return []
        }
        for span in list.understood?.spans ?? [] where span.place.start <= place && place < span.place.end {
            return makePlain(span.place, context)
        }
        return []
    }

    /// Turns the piece that the caret touches to plain text, or the last one.
    mutating func quickAddReverted(at caret: Int?, _ context: Context) -> [Effect] {
        for span in (list.understood?.spans ?? []).reversed() where caret.map({ span.place.touches($0) }) ?? true {
            return makePlain(span.place, context)
        }
        return []
    }

    private mutating func makePlain(_ place: TextSpan, _ context: Context) -> [Effect] {
        let text = list.quickAddText(place)
        list.plain.append(place)
        understand(context)
        return [.announce(Texts.isPlain(text))]
    }

    mutating func quickAddSubmitted(_ context: Context) -> [Effect] {
        // What was shown is what is made, unless the line waited until that was over.
        if let understood = list.understood, understood.hasPassed(context) { understand(context) }
        let draft = context.rules.normalized(TodoDraft(list.understood, line: list.quickAdd))
        if let broken = context.rules.violations(of: draft, now: context.now).first {
            list.quickAddViolation = broken
            return [.focus(.quickAdd)]
        }
        list.quickAdd = ""
        list.quickAddViolation = nil
        list.understood = nil
        list.plain = []
        return add(draft, id: context.fresh, context.now) + [.setInput(.quickAdd, "")]
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
