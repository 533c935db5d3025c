import DaybookCore

/// A time or a tag that a line names, or words that the person keeps as plain text (T14).
public struct LinePiece: Equatable, Sendable {
    /// The place in the line, by which a tap names it.
    public var place: Int
    /// The words on its button.
    public var words: String
    /// The kind of the words.
    public var kind: Kind

    /// The kind of a piece.
    public enum Kind: Equatable, Sendable {
        case tag
        case deadline
        case reminder
        case repetition
        /// Plain text; a tap reads the words again.
        case plain
    }

    /// The name of its button to VoiceOver.
    public var label: String { kind == .plain ? Texts.understandPiece(words) : Texts.plainPiece(words) }
}

extension QuickAddLine {
    /// The pieces that were understood, and those that were made plain text.
    public func pieces(_ moment: (now: Instant, zone: TimeZone)) -> [LinePiece] {
        var tags = understood?.tags[...] ?? []
        var named: [LinePiece.Kind] = []
        var pieces = (understood?.spans ?? []).map { span in
            let kind = LinePiece.Kind(span.kind)
            defer { named.append(kind) }
            // A time in two places is named once; the other place is named by its words.
            let short =
                named.contains(kind)
                ? words(span.place)
                : understood.map { Texts.piece(span.kind, of: $0, now: moment.now, zone: moment.zone) }
            let words = kind == .tag ? tags.popFirst() : short
            return LinePiece(place: span.place.start, words: words ?? "", kind: kind)
        }
        for span in plain {
            guard let words = words(span) else { continue }
            pieces.append(LinePiece(place: span.start, words: words, kind: .plain))
        }
        return pieces
    }

    private func words(_ span: TextSpan) -> String? {
        let units = Array(text.utf16)
        guard span.start < span.end, span.end <= units.count else { return nil }
        return String(decoding: units[span.start..<span.end], as: UTF16.self)
    }
}

extension LinePiece.Kind {
    fileprivate init(_ kind: QuickAdd.Span.Kind) {
        self =
            switch kind {
            case .tag: .tag
            case .deadline: .deadline
            case .reminder: .reminder
            case .repetition: .repetition
            }
    }
}
