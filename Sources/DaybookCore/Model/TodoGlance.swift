/// What a line of a list shows of a to-do.
public struct TodoGlance: Equatable, Sendable {
    /// The title.
    public var title: String
    /// Whether it has been marked done.
    public var isDone: Bool
    /// When it should be done.
    public var deadline: Instant?
    /// When to remind.
    public var reminder: Instant?
    /// In alphabetical order, none twice without case.
    public var tags: [String]

    /// What a list shows of a to-do.
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
