import DaybookCore

/// The line that adds a to-do. Its times and tags are highlighted while a person types.
struct QuickAddView {
    var line: QuickAddLine
    var rules: Rules
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.markup("<form class=\"quick-add\" data-enter novalidate")
        html.on(.submit, .home(.list(.quickAddSubmitted(.whole))))
        html.markup(">")
        html.icon("i-plus")
        let words = WordsView(line: line, isTitle: false, now: now, zone: zone)
        html.markup("<div class=\"quick-field\">")
        words.writeHighlights(to: &html)
        let left = shownLeft
        writeField(words, isCounted: left != nil, to: &html)
        html.markup("</div>")
        if let left { html.counter(left, "quick-add-left") }
        if let broken = line.violation {
            html.text(broken.message, in: "<p class=\"field-error\" id=\"quick-add-note\">", "</p>")
        }
        words.writePieces(to: &html)
        writeOffers(to: &html)
        html.markup("</form>")
    }

    private func writeField(_ words: WordsView, isCounted: Bool, to html: inout HTML) {
        html.markup("<input id=\"quick-add\" dir=\"auto\" autocomplete=\"off\" enterkeyhint=\"done\" data-lines")
        html.on(.input, .text { .home(.list(.quickAddChanged($0))) })
        html.ceiling(rules.limits.titleMaximum)
        html.attribute("aria-label", Labels.addTodo)
        html.attribute("placeholder", Labels.addTodo)
        html.value(typed: line.text)
        words.writeEnds(to: &html)
        if line.violation != nil {
            html.markup(" aria-invalid=\"true\" aria-describedby=\"quick-add-note\"")
        } else if isCounted {
            html.markup(" aria-describedby=\"quick-add-left\"")
        }
        html.markup(">")
    }

    /// T2: the characters left in the title, in the last quarter of its limit, or the number of characters too many.
    private var shownLeft: Int? {
        let left = line.left(rules)
        return left * 4 <= rules.limits.titleMaximum && !line.text.isEmpty ? left : nil
    }

    private func writeOffers(to html: inout HTML) {
        if line.lines.isEmpty, line.left(rules) >= 0 { return }
        html.markup("<div class=\"quick-offers\" data-key=\"offers\">")
        if !line.lines.isEmpty {
            html.button(
                Texts.addLines(line.lines.count),
                .home(.list(.quickAddSubmitted(.lines))),
                class: "button is-quiet"
            )
        }
        if line.left(rules) < 0 {
            html.button(Labels.addDivided, .home(.list(.quickAddSubmitted(.divided))), class: "button is-quiet")
            html.lift(Labels.liftLength, rules, at: .quickAdd)
        }
        html.markup("</div>")
    }
}

extension HTML {
    /// The most that a field takes, far more than its rule allows: a browser needs many seconds to lay out a megabyte,
    /// and nobody types it. A paste that does not fit is refused, because the browser would cut it. In UTF-16 units, of
    /// which no character that the rules take has more than 32.
    @inline(never)
    mutating func ceiling(_ limit: Int) {
        markup(" maxlength=\"")
        number(max(100_000, min(limit, 1 << 25) * 32))
        markup("\"")
        on(.excess, .home(.pasteRefused))
    }

    /// The button that chooses longer limits, at a limit that stops the person; nothing where limits cannot be chosen.
    /// `place`: where the keyboard goes afterwards.
    @inline(never)
    mutating func lift(_ label: String, _ rules: Rules, at place: Keyboard.Place?) {
        if rules.canBeLifted { button(label, .home(.limitsChosen(.roomy, at: place)), class: "button is-quiet") }
    }

    /// The characters that are left. A negative number is the number of characters too many. `id`: names the words for a
    /// screen reader, for the field that they describe. They are no live region, which would speak after each letter.
    mutating func counter(_ left: Int, _ id: StaticString) {
        markup(
            left <= 0
                ? "<span class=\"counter is-full\" aria-hidden=\"true\">"
                : "<span class=\"counter\" aria-hidden=\"true\">"
        )
        number(left)
        markup("</span><span class=\"unseen\" id=\"")
        markup(id)
        text(left < 0 ? Texts.tooMany(-left) : Texts.left(left), in: "\">", "</span>")
    }
}
