import Testing

@testable import DaybookCore

@Suite("Words for times, made at random")
struct DateFuzzTests {
    private static let words = [
        """
        today tonight Tomorrow tmr day after in at on by due remind me next this weekend weekday every every! other of the \
        end start half quarter a an and past to from now am pm a.m. o'clock until starting for times noon midnight eod \
        morning evening night daily quarterly biweekly fortnight eow tom before except until 2027 mon-fri mon/wed +3 \
        530pm 1930 5p 9-10am 25th dinner monthly mondays sunday sun fri sat wednesday jan feb march may december minutes hours \
        days weeks month year h m first last two twelve #home #a # { } ( ) " “ ” ! , . : - / @ buy milk 9 09 17:30 5pm \
        17h30 25/12 2026-12-25 29 feb 31 15th 0 24 9999 99999 12am é 👨‍👩‍👧 कि ß １ 🇩🇪
        """.split(separator: " ").map { String($0) },
        ["\u{301}", "\u{20E3}", "\u{FE0F}", "\u{0600}", "\u{200B}", "\u{A0}", "\r\n", "\t", ""],
    ].flatMap { $0 }

    /// A line of words of time, numbers and whatever else keyboards write.
    private static func line(_ random: inout SplitMix64) -> String {
        var line = ""
        for _ in 0..<random.int(0...9) {
            switch random.int(0...11) {
            case 0: line += String(random.int(0...10_000))
            case 1:
                let value = UInt32(random.int(0...0x2FFF))
                line.unicodeScalars.append(Unicode.Scalar(value) ?? " ")
            case 2:
                var bytes = Array(random.pick(words).utf8)
                random.mutate(&bytes)
                line += String(decoding: bytes, as: UTF8.self)
            default: line += random.pick(words)
            }
            if !random.oneIn(4) { line += " " }
        }
        return line
    }

    private static func place(_ random: inout SplitMix64) -> (zone: TimeZone, now: Instant) {
        let zone = random.pick([
            .utc, Places.berlin, Places.newYork, Places.lordHowe, Places.kolkata, Places.apia,
            TimeZone(initialOffset: 840), TimeZone(initialOffset: -720),
        ])
        let from = Places.instant("2011-12-20T00:00:00Z").milliseconds
        if random.oneIn(2), let change = zone.transitions.randomElement(using: &random) {
            let near = random.int64(-200_000_000...200_000_000)
            return (zone, Instant(milliseconds: change.start.milliseconds + near))
        }
        return (zone, Instant(milliseconds: from + random.int64(0...1_000_000_000_000)))
    }

    @Test("[T6] No text crashes the reader of a field, and no reminder is in the past without a later one")
    func fields() {
        property(runs: 20_000) { random in
            let text = Self.line(&random)
            let (zone, now) = Self.place(&random)
            let reader = WhenReader(now: now, zone: zone)
            if let when = reader.read(text, for: .reminder) {
                try hold(when.movedOn.instant > now, "“\(text)” at \(now.rfc3339) is \(when.instant.rfc3339)")
                try hold(when.instant.milliseconds <= Instant.lastWritable, "“\(text)” at \(now.rfc3339) is too late")
            }
            if let when = reader.read(text, for: .deadline) {
                let isPast = zone.date(at: when.instant) < zone.date(at: now)
                try hold(!isPast, "“\(text)” by \(now.rfc3339) is \(when.instant.rfc3339)")
            }
        }
    }

    @Test("[T14] No line crashes the reader; its spans are whole characters, its tags and moments follow the rules")
    func lines() {
        property(runs: 20_000) { random in
            let line = Self.line(&random)
            let (zone, now) = Self.place(&random)
            let plain = random.array(0...2) { random in
                let start = random.int(0...20)
                return TextSpan(start: start, end: start + random.int(0...9))
            }
            let read = QuickAddReader(rules: .standard, now: now, zone: zone).read(line, plain: plain)
            let story = "“\(line)” at \(now.rfc3339)"
            if let reminder = read.reminder?.movedOn {
                try hold(reminder.instant > now, "\(story): \(reminder.instant)")
            }
            try hold(Rules.standard.tagViolations(read.tags).count, equals: 0, "\(story): tags")
            try hold(read.tags.count, equals: read.spans.filter { $0.kind == .tag }.count, "\(story): spans of tags")
            try hold(read.title.isEmpty, equals: Text.trimmed(line).isEmpty, "\(story): title “\(read.title)”")
            try check(read.spans, line, plain, story)
        }
    }

    private func check(_ spans: [QuickAdd.Span], _ line: String, _ plain: [TextSpan], _ story: String) throws {
        let units = Array(line.utf16)
        var end = 0
        for span in spans.map({ $0.place }) {
            try hold(span.start >= end && span.end > span.start && span.end <= units.count, "\(story): \(spans)")
            end = span.end
            for offset in [span.start, span.end] {
                let index = String.Index(utf16Offset: offset, in: line)
                let isWhole = index == line.endIndex || line.indices.contains(index)
                try hold(isWhole, "\(story): \(span) splits a character")
            }
            for piece in plain where piece.start < span.end && span.start < piece.end {
                let shared = units[max(piece.start, span.start)..<min(piece.end, span.end)]
                let text = Text.trimmed(String(decoding: shared, as: UTF16.self))
                try hold(text, equals: "", "\(story): \(span) is plain")
            }
        }
    }

    @Test("[T14] A line with words of time alone means the same as in a field")
    func agree() {
        property(runs: 5_000) { random in
            let (zone, now) = Self.place(&random)
            let text = random.array(1...4) { $0.pick(Self.words) }.joined(separator: " ")
            let read = QuickAddReader(rules: .standard, now: now, zone: zone).read("x " + text)
            guard let span = read.spans.first, read.spans.count == 1, span.kind == .reminder, read.title == "x" else {
                return
            }
            let field = WhenReader(now: now, zone: zone).read(text, for: .reminder)
            guard span.place.end - span.place.start == text.utf16.count, !text.hasPrefix("(") else { return }
            try hold(field, equals: read.reminder, "“\(text)” at \(now.rfc3339)")
        }
    }
}
