import DaybookCore

/// The times and tags of a line: highlighted in the line, and named below it.
///
/// A field cannot colour a part of its text, so a copy of the text behind it carries the highlights.
struct WordsView {
    var line: QuickAddLine
    /// The title in the editor; otherwise the line above the list.
    var isTitle: Bool
    var now: Instant
    var zone: TimeZone

    /// The attributes with which Escape and Backspace turn a piece into plain text.
    func writeEnds(to html: inout HTML) {
        guard let spans = line.understood?.spans, !spans.isEmpty else { return }
        if isTitle {
            html.on(.revert, .number { .home(.editor(.titleReverted(at: $0))) })
        } else {
            html.on(.revert, .number { .home(.list(.quickAddReverted(at: $0))) })
        }
        html.markup(" data-ends=\"")
        for span in spans {
            html.number(span.place.end)
            html.markup(" ")
        }
        html.markup("\"")
    }

    func writeHighlights(to html: inout HTML) {
        guard let spans = line.understood?.spans, !spans.isEmpty else { return }
        let units = Array(line.text.utf16)
        func text(_ start: Int, _ end: Int) -> String {
            String(decoding: units[min(start, units.count)..<min(max(start, end), units.count)], as: UTF16.self)
        }
        html.markup("<div class=\"quick-highlights\" data-key=\"marks\" data-behind=\"")
        html.markup(isTitle ? "editor-title" : "quick-add")
        html.markup("\" dir=\"auto\" aria-hidden=\"true\">")
        var place = 0
        for span in spans {
            html.text(text(place, span.place.start))
            html.markup(span.kind == .tag ? "<mark class=\"is-tag\">" : "<mark>")
            html.text(text(span.place.start, span.place.end), in: "", "</mark>")
            place = span.place.end
        }
        html.text(text(place, units.count), in: "", "</div>")
    }

    /// The pieces that were understood, which a press turns into plain text, and the plain pieces, which a press turns
    /// back.
    func writePieces(to html: inout HTML) {
        let spans = line.understood?.spans ?? []
        if spans.isEmpty, line.plain.isEmpty { return }
        html.markup("<div class=\"quick-pieces\" data-key=\"pieces\" role=\"group\"")
        html.attribute("aria-label", Labels.understood)
        html.markup(">")
        let units = Array(line.text.utf16)
        var tags = line.understood?.tags[...] ?? []
        var named: [QuickAdd.Span.Kind] = []
        for span in spans {
            var text = line.understood.map { Texts.piece(span.kind, of: $0, now: now, zone: zone) } ?? ""
            if span.kind == .tag {
                text = tags.popFirst() ?? ""
            } else if named.contains(span.kind), span.place.end <= units.count {
                // A time in two places is named once; the other place is named by its words.
                text = String(decoding: units[span.place.start..<span.place.end], as: UTF16.self)
            }
            named.append(span.kind)
            piece(text, icon(span.kind), at: span.place.start, isPlain: false, to: &html)
        }
        for plain in line.plain where plain.start < plain.end && plain.end <= units.count {
            let words = String(decoding: units[plain.start..<plain.end], as: UTF16.self)
            piece(words, "i-undo", at: plain.start, isPlain: true, to: &html)
        }
        html.markup("</div>")
    }

    private func piece(_ words: String, _ icon: StaticString, at place: Int, isPlain: Bool, to html: inout HTML) {
        let toggle: Intent =
            isTitle ? .home(.editor(.titleToggled(at: place))) : .home(.list(.quickAddToggled(at: place)))
        html.openButton(isPlain ? "chip is-plain" : "chip", toggle)
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
}
