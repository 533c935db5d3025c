import DaybookCore

/// A to-do with the short name by which a person calls it.
public struct ListedTodo: Equatable, Sendable {
    /// The to-do, as it was when it is in the trash.
    public var todo: Todo
    /// The short name.
    public var name: String
    /// When it was deleted; nil when it is not in the trash.
    public var deleted: Instant?

    /// A to-do and its name.
    public init(todo: Todo, name: String, deleted: Instant? = nil) {
        self.todo = todo
        self.name = name
        self.deleted = deleted
    }
}

/// How often a tag is used.
public struct TagUse: Equatable, Sendable {
    /// The tag, without its sign.
    public var name: String
    /// To-dos that have it.
    public var count: Int
    /// To-dos that have it and are open.
    public var openCount: Int
}

/// A name that is not the name of one to-do.
public enum NameError: Error, Equatable, Sendable {
    /// The text is no name.
    case malformed(String)
    /// No to-do has the name.
    case unknown(String)
    /// The to-do that has the name is in the trash.
    case inTrash(String)
    /// The to-do that has the name is not in the trash.
    case notInTrash(String)
    /// Several to-dos have names that begin so: some of them, and how many there are.
    case several(String, [ListedTodo], count: Int)
}
