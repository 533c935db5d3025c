import DaybookCore

/// The line that adds a to-do, with what it says besides a title marked as it is typed.
///
/// A field cannot colour a part of its text, so a copy of the text behind it carries the marks.
struct QuickAddView {
    var line: QuickAddLine
    var rules: Rules
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.markup("<form class=\"quick-add\" data-key=\"quick-add\" data-enter novalidate")
        html.on(.submit, .home(.list(.quickAddSubmitted)))
        html.markup(">")
        html.icon("i-plus")
        html.markup("<div class=\"quick-field\">")
        writeMarks(to: &html)
        writeField(to: &html)
        html.markup("</div>")
        writeLeft(to: &html)
        if let broken = line.violation {
            html.text(broken.message, in: "<p class=\"field-error\" id=\"quick-add-note\">", "</p>")
        }
        writePieces(to: &html)
        html.markup("</form>")
    }

    private func writeField(to html: inout HTML) {
        html.markup("<input id=\"quick-add\" autocomplete=\"off\" enterkeyhint=\"done\"")
        html.on(.input, .text { .home(.list(.quickAddChanged($0))) })
        html.attribute("aria-label", Labels.addTodo)
        html.attribute("placeholder", Labels.addTodo)
        html.attribute("value", line.text)
        if let spans = line.understood?.spans, !spans.isEmpty {
            html.on(.revert, .number { .home(.list(.quickAddReverted(at: $0))) })
            html.markup(" data-ends=\"")
            for span in spans {
                html.number(span.place.end)
                html.markup(" ")
            }
            html.markup("\"")
        }
        if line.violation != nil { html.markup(" aria-invalid=\"true\" aria-describedby=\"quick-add-note\"") }
        html.markup(">")
    }

    /// T2: what is left of the title, in the last quarter of its limit, or by how much it is too long.
    private func writeLeft(to html: inout HTML) {
        let left = line.left(rules)
        guard left * 4 <= rules.titleMaximum, !line.text.isEmpty else { return }
        html.markup(
            left <= 0
                ? "<span class=\"counter is-full\" aria-hidden=\"true\">"
                : "<span class=\"counter\" aria-hidden=\"true\">"
        )
        html.number(left)
        html.text(Texts.left(max(left, 0)), in: "</span><span class=\"unseen\" role=\"status\">", "</span>")
    }

    private func writeMarks(to html: inout HTML) {
        guard let spans = line.understood?.spans, !spans.isEmpty else { return }
        let units = Array(line.text.utf16)
        func text(_ start: Int, _ end: Int) -> String {
            String(decoding: units[min(start, units.count)..<min(max(start, end), units.count)], as: UTF16.self)
        }
        html.markup("<div class=\"quick-marks\" data-key=\"marks\" data-behind=\"quick-add\" aria-hidden=\"true\">")
        var place = 0
        for span in spans {
            html.text(text(place, span.place.start))
            html.markup(span.kind == .tag ? "<mark class=\"is-tag\">" : "<mark>")
            html.text(text(span.place.start, span.place.end), in: "", "</mark>")
            place = span.place.end
        }
        html.text(text(place, units.count), in: "", "</div>")
    }

    /// What was understood, each to be made plain text again by a press, and what was made so, to be understood again.
    private func writePieces(to html: inout HTML) {
        let spans = line.understood?.spans ?? []
        if spans.isEmpty, line.plain.isEmpty { return }
        html.markup("<div class=\"quick-pieces\" data-key=\"pieces\" role=\"group\"")
        html.attribute("aria-label", Labels.understood)
        html.markup(">")
        let units = Array(line.text.utf16)
        var tags = line.understood?.tags[...] ?? []
        var told: [QuickAdd.Span.Kind] = []
        for span in spans {
            var text = words(span.kind)
            if span.kind == .tag {
                text = tags.popFirst() ?? ""
            } else if told.contains(span.kind), span.place.end <= units.count {
                // A time in two places is told once; the other place is named by its words.
                text = String(decoding: units[span.place.start..<span.place.end], as: UTF16.self)
            }
            told.append(span.kind)
            piece(text, icon(span.kind), at: span.place.start, isPlain: false, to: &html)
        }
        for plain in line.plain where plain.start < plain.end && plain.end <= units.count {
            let words = String(decoding: units[plain.start..<plain.end], as: UTF16.self)
            piece(words, "i-undo", at: plain.start, isPlain: true, to: &html)
        }
        html.markup("</div>")
    }

    private func piece(_ words: String, _ icon: StaticString, at place: Int, isPlain: Bool, to html: inout HTML) {
        html.openButton(isPlain ? "chip is-plain" : "chip", .home(.list(.quickAddToggled(at: place))))
        html.markup(" data-key=\"piece-")
        html.number(place)
        html.markup("\"")
        html.attribute("aria-label", isPlain ? Texts.understandPiece(words) : Texts.plainPiece(words))
        html.markup(">")
        html.icon(icon)
        html.text(words, in: "<span>", "</span>")
        if !isPlain { html.icon("i-close") }
        html.markup("</button>")
    }

    private func icon(_ kind: QuickAdd.Span.Kind) -> StaticString {
        switch kind {
        case .tag: "i-tag"
        case .reminder: "i-bell"
        case .deadline: "i-calendar"
        case .repetition: "i-refresh"
        }
    }

    private func words(_ kind: QuickAdd.Span.Kind) -> String {
        guard let understood = line.understood else { return "" }
        switch kind {
        case .tag: return ""
        case .reminder: return understood.reminder.map { words($0) } ?? ""
        case .deadline:
            guard let when = understood.deadline else { return "" }
            return when.later == nil ? Texts.due(when.instant, now: now, zone: zone).text : words(when)
        case .repetition: return understood.repetition.map { Texts.repetition($0) + first(understood) } ?? ""
        }
    }

    private func words(_ when: When) -> String {
        when.later == nil
            ? Texts.moment(when.instant, now: now, zone: zone) : Texts.passed(when, now: now, zone: zone)
    }

    /// The first day and hour of a repetition.
    private func first(_ understood: QuickAdd) -> String {
        if let deadline = understood.deadline { return Texts.first(deadline, for: .deadline, now: now, zone: zone) }
        return understood.reminder.map { Texts.first($0, for: .reminder, now: now, zone: zone) } ?? ""
    }
}
