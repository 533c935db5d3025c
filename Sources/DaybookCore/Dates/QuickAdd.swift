/// What a line says about a to-do besides its title.
public struct QuickAdd: Equatable, Sendable {
    /// The line without what was understood.
    public var title = ""
    /// In the order in which they stand, without their signs.
    public var tags: [String] = []
    /// When to remind.
    public var reminder: When?
    /// When it should be done.
    public var deadline: When?
    /// How it repeats. The first of its days is the reminder's or the deadline's.
    public var repetition: Repetition? {
        get { repetitions.first }
        set { repetitions = newValue.map { [$0] } ?? [] }
    }
    /// The pieces of the line that were understood, first to last; none overlaps another.
    public var spans: [Span] = []
    /// None or one. In an array, since a rule takes much room and few lines have one.
    private var repetitions: [Repetition] = []

    /// A piece of the line that was understood.
    public struct Span: Equatable, Sendable {
        /// What it says.
        public var kind: Kind
        /// Where it stands.
        public var place: TextSpan

        /// What a piece of a line says.
        public enum Kind: String, Sendable {
            case tag
            case reminder
            case deadline
            case repetition
        }
    }

    init() {}
}
