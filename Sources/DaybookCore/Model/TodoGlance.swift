/// The parts of a to-do that a line of a list shows.
public struct TodoGlance: Equatable, Sendable {
    /// The title.
    public var title: String
    /// Whether it has been marked done.
    public var isDone: Bool
    /// When it should be done.
    public var deadline: Instant?
    /// When to remind.
    public var reminder: Instant?
    /// In alphabetical order, without case. No tag occurs twice.
    public var tags: [String]

    /// The parts of a to-do that a list shows.
    public init(_ todo: Todo) {
        title = todo.title
        isDone = todo.isDone
        deadline = todo.deadline
        reminder = todo.reminder
        tags = todo.tags
    }

    init(title: String) {
        self.title = title
        isDone = false
        tags = []
    }
}
