import AppIntents
import DaybookCore
import DaybookPhone

// The requests of Siri, shortcuts, Spotlight and the Action button. They run in the app, which the system launches
// without a screen.

/// Adds a to-do from words, as the line in the list reads them (T14).
struct AddTodo: AppIntent {
    static let title: LocalizedStringResource = "Add a To-Do"

    @Parameter(title: "To-do", requestValueDialog: "What needs doing?")
    var words: String

    func perform() async throws -> some IntentResult & ProvidesDialog {
        let words = words
        let todo = try await asked { try await Phone.shared.add(words) }
        return .result(dialog: "“\(todo.title)” is in your list.")
    }
}

/// Tells the to-dos of Today (L9).
struct ShowToday: AppIntent {
    static let title: LocalizedStringResource = "Show Today’s To-Dos"
    static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication

    func perform() async throws -> some IntentResult & ReturnsValue<[TodoEntity]> & ProvidesDialog {
        let todos = try await asked { try await Phone.shared.today() }
        return .result(value: todos.map { TodoEntity($0) }, dialog: "\(PhoneTexts.today(todos.map { $0.title }))")
    }
}

/// Marks a to-do done.
struct MarkTodoDone: AppIntent {
    static let title: LocalizedStringResource = "Mark a To-Do Done"
    static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication

    @Parameter(title: "To-do", requestValueDialog: "Which to-do?")
    var todo: TodoEntity

    func perform() async throws -> some IntentResult & ProvidesDialog {
        let todo = todo
        guard let id = DaybookCore.UUID(todo.id) else { throw IntentFailure(text: IntentError.missing.text) }
        _ = try await asked { try await Phone.shared.markDone(Todo.ID(id)) }
        return .result(dialog: "“\(todo.title)” is done.")
    }
}

/// The shortcuts that need no setting up.
struct DaybookShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: AddTodo(),
            phrases: ["Add a to-do in \(.applicationName)", "Add to \(.applicationName)"],
            shortTitle: "Add a To-Do",
            systemImageName: "plus"
        )
        AppShortcut(
            intent: ShowToday(),
            phrases: ["What is due in \(.applicationName)", "Show today in \(.applicationName)"],
            shortTitle: "Today",
            systemImageName: "star"
        )
        AppShortcut(
            intent: MarkTodoDone(),
            phrases: ["Mark a to-do done in \(.applicationName)"],
            shortTitle: "Mark Done",
            systemImageName: "checkmark.circle"
        )
    }
}
