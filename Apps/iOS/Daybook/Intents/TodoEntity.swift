import AppIntents
import DaybookCore
import DaybookPhone

/// A to-do as Siri and shortcuts know it.
struct TodoEntity: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "To-do"
    static let defaultQuery = TodoQuery()

    /// The to-do's id as text.
    let id: String
    /// The title.
    let title: String

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(title)") }

    init(_ todo: Todo) {
        id = todo.id.uuid.description
        title = todo.title
    }
}

/// Finds the to-dos that a person or a shortcut names.
struct TodoQuery: EntityStringQuery {
    func entities(for identifiers: [TodoEntity.ID]) async throws -> [TodoEntity] {
        let ids = identifiers.compactMap { DaybookCore.UUID($0) }.map { Todo.ID($0) }
        return try await asked { try await Phone.shared.todos(ids) }.map { TodoEntity($0) }
    }

    func entities(matching string: String) async throws -> [TodoEntity] {
        try await asked { try await Phone.shared.todos(matching: string) }.map { TodoEntity($0) }
    }

    func suggestedEntities() async throws -> [TodoEntity] {
        try await asked { try await Phone.shared.today() }.map { TodoEntity($0) }
    }
}

/// Siri's answer when the request was not carried out.
struct IntentFailure: Error, CustomLocalizedStringResourceConvertible {
    /// The text.
    let text: String

    var localizedStringResource: LocalizedStringResource { "\(text)" }
}

/// Asks the app. Siri speaks the app's errors.
@MainActor func asked<Value: Sendable>(_ work: @MainActor () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let error as IntentError {
        throw IntentFailure(text: error.text)
    }
}
