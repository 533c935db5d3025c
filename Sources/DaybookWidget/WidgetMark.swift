import DaybookCore

/// A to-do that a person marked done in a widget, until the app takes the mark over.
public struct WidgetMark: Equatable, Sendable {
    /// The account of the to-do.
    public var account: UUID
    /// The to-do.
    public var todo: Todo.ID
    /// When it was marked.
    public var moment: Instant

    /// A mark by its parts.
    public init(account: UUID, todo: Todo.ID, moment: Instant) {
        self.account = account
        self.todo = todo
        self.moment = moment
    }
}
