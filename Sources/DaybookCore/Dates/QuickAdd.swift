/// The parts of a quick-add line: the title of a to-do, its times, its repetition and its tags.
public struct QuickAdd: Equatable, Sendable {
    /// The line without the words that were understood.
    public var title = ""
    /// In the order in which they stand, without their signs.
    public var tags: [String] = []
    /// When to remind.
    public var reminder: When?
    /// When it should be done.
    public var deadline: When?
    /// The repetition. Its first day is the day of the reminder or the deadline.
    public var repetition: Repetition? {
        get { repetitions.first }
        set { repetitions = newValue.map { [$0] } ?? [] }
    }
    /// The pieces of the line that were understood, first to last; none overlaps another.
    public var spans: [Span] = []
    /// No repetition or one. It is in an array, since a rule takes much room and few lines have a rule.
    private var repetitions: [Repetition] = []

    /// A piece of the line that was understood.
    public struct Span: Equatable, Sendable {
        /// The meaning of the piece.
        public var kind: Kind
        /// Its place in the line.
        public var place: TextSpan

        /// The meaning of a piece of a line.
        public enum Kind: String, Sendable {
            case tag
            case reminder
            case deadline
            case repetition
        }
    }

    init() {}

    /// The time of today that was written and has passed, if there is one. Nothing is added before the person was
    /// asked.
    public var passed: When? {
        for when in [reminder, deadline] where when?.later != nil { return when }
        return nil
    }

    /// Whether words of this kind were understood.
    func has(_ kind: Span.Kind) -> Bool { spans.contains { $0.kind == kind } }

    /// The quick add for a to-do that has dates: a repetition counts from these dates, unless a day or an hour was
    /// written.
    var onDates: QuickAdd {
        var words = self
        if let when = reminder, when.isDay, !has(.reminder) { words.reminder = nil }
        if let when = deadline, when.isDay, !has(.deadline) { words.deadline = nil }
        return words
    }

    /// The quick add with the next later time in place of a time that has passed.
    public var movedOn: QuickAdd {
        var moved = self
        moved.reminder = reminder?.movedOn
        moved.deadline = deadline?.movedOn
        return moved
    }
}
