/// A person's time zone as plain data: the offset from UTC at every moment that matters.
///
/// A face reads it from its system once and hands it in, so that Core knows summer time without a database.
public struct TimeZone: Hashable, Sendable {
    /// Minutes east of UTC before the first transition.
    public var initialOffset: Int
    /// Changes of the offset, earliest first.
    public var transitions: [Transition]
    /// How the person in it reads the calendar and the clock.
    public var habits = Habits()

    /// From `start` on the offset is `offset` minutes east of UTC.
    public struct Transition: Hashable, Sendable {
        /// The first moment with the new offset.
        public var start: Instant
        /// Minutes east of UTC from then on.
        public var offset: Int

        /// A change of the offset.
        public init(start: Instant, offset: Int) {
            self.start = start
            self.offset = offset
        }
    }

    /// A zone with its transitions, which must be in order of time.
    public init(initialOffset: Int, transitions: [Transition] = []) {
        self.initialOffset = initialOffset
        self.transitions = transitions
    }

    /// Coordinated universal time.
    public static let utc = TimeZone(initialOffset: 0)

    /// Minutes east of UTC at a moment.
    public func offset(at instant: Instant) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].start <= instant { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? initialOffset : transitions[low - 1].offset
    }

    /// The day on the wall calendar at a moment.
    public func date(at instant: Instant) -> CivilDate {
        CivilDate(daysSince1970: Int(local(instant).flooredDivision(by: 86_400_000).quotient))
    }

    /// Minutes after midnight on the wall clock at a moment, 0 to 1,439.
    public func minuteOfDay(at instant: Instant) -> Int {
        Int(local(instant).flooredDivision(by: 86_400_000).remainder / 60_000)
    }

    /// The wall clock as if it were UTC. A record from elsewhere may hold any `Int64` as a time, so it is clamped to
    /// what a calendar can show.
    private func local(_ instant: Instant) -> Int64 {
        let offset = Instant.Span.minutes(Int64(offset(at: instant)))
        return min(max(instant.advanced(by: offset).milliseconds, Instant.firstWritable), Instant.lastWritable)
    }

    /// The moment at which the wall clock shows this day and minute.
    ///
    /// If there are two such moments (clocks go back), it is the first; if there is no such moment (clocks go forward),
    /// it is the moment as far after the gap's start as the wanted time is.
    public func instant(on date: CivilDate, minuteOfDay: Int) -> Instant {
        let local = Int64(date.daysSince1970) * 86_400_000 + Int64(minuteOfDay) * 60_000
        let before = offset(at: Instant(milliseconds: local - 86_400_000))
        let guess = Instant(milliseconds: local - Int64(before) * 60_000)
        let atGuess = offset(at: guess)
        if atGuess == before { return guess }
        let second = Instant(milliseconds: local - Int64(atGuess) * 60_000)
        return offset(at: second) == atGuess ? second : guess
    }

    /// The first moment of a day.
    public func startOfDay(_ date: CivilDate) -> Instant {
        instant(on: date, minuteOfDay: 0)
    }

    /// The last whole minute of a day, at which a deadline for that day falls due. It is the second of two where clocks
    /// go back at midnight.
    public func endOfDay(_ date: CivilDate) -> Instant {
        instant(on: date, minuteOfDay: 24 * 60).advanced(by: .minutes(-1))
    }
}

extension TimeZone {
    /// Reads the compact form that a face sends: `offset;start:offset,start:offset`, starts in milliseconds since
    /// 1970 and offsets in minutes east of UTC, a day at most. Nil when it is anything else.
    public init?(compact text: String) {
        let parts = Text.parts(text, between: ";")
        guard let first = parts.first, parts.count <= 2, let offset = TimeZone.offset(first) else { return nil }
        var transitions: [Transition] = []
        if parts.count == 2 {
            for part in Text.parts(parts[1], between: ",") where !part.isEmpty {
                let pair = Text.parts(part, between: ":")
                guard pair.count == 2, let start = Int64(decimal: pair[0]), let offset = TimeZone.offset(pair[1]),
                    transitions.last.map({ $0.start.milliseconds < start }) ?? true
                else { return nil }
                transitions.append(Transition(start: Instant(milliseconds: start), offset: offset))
            }
        }
        self.init(initialOffset: offset, transitions: transitions)
    }

    private static func offset(_ text: String) -> Int? {
        Int(decimal: text).flatMap { (-1_440...1_440).contains($0) ? $0 : nil }
    }
}
