/// A place in the app that has an address.
public enum Route: Equatable, Sendable {
    case home
    case signUp
    case newTodo
    case todo(Todo.ID)
    case settings
    case account
    case trash
    case reminders
    case history(Todo.ID)
    case notes
    case newNote
    case note(Note.ID)
    case noteHistory(Note.ID)
    /// The photos of a note, one filling the screen.
    case photos(Note.ID)

    /// The address: `/`, `/sign-up`, `/new`, `/settings`, `/account`, `/trash`, `/reminders`, `/notes`, `/notes/new`,
    /// `/todo/<id>`, `/todo/<id>/history`, `/note/<id>`, `/note/<id>/history` or `/note/<id>/photos`.
    public var path: String {
        switch self {
        case .home: "/"
        case .signUp: "/sign-up"
        case .newTodo: "/new"
        case .settings: "/settings"
        case .account: "/account"
        case .trash: "/trash"
        case .reminders: "/reminders"
        case .history(let id): "/todo/" + id.uuid.description + "/history"
        case .todo(let id): "/todo/" + id.uuid.description
        case .notes: "/notes"
        case .newNote: "/notes/new"
        case .note(let id): "/note/" + id.uuid.description
        case .noteHistory(let id): "/note/" + id.uuid.description + "/history"
        case .photos(let id): "/note/" + id.uuid.description + "/photos"
        }
    }

    /// Reads an address, whatever its query; anything unknown is home.
    public init(path: String) {
        let parts = Text.parts(Text.parts(path, between: "?")[0], between: "/").filter { !$0.isEmpty }
        if parts.count == 1, parts[0] == "sign-up" {
            self = .signUp
        } else if parts.count == 1, parts[0] == "new" {
            self = .newTodo
        } else if parts.count == 1, parts[0] == "settings" {
            self = .settings
        } else if parts.count == 1, parts[0] == "account" {
            self = .account
        } else if parts.count == 1, parts[0] == "trash" {
            self = .trash
        } else if parts.count == 1, parts[0] == "reminders" {
            self = .reminders
        } else if parts.count == 1, parts[0] == "notes" {
            self = .notes
        } else if parts.count == 2, parts[0] == "notes", parts[1] == "new" {
            self = .newNote
        } else if parts.count == 2, parts[0] == "note", let uuid = UUID(parts[1]) {
            self = .note(Note.ID(uuid))
        } else if parts.count == 3, parts[0] == "note", parts[2] == "photos", let uuid = UUID(parts[1]) {
            self = .photos(Note.ID(uuid))
        } else if parts.count == 3, parts[0] == "note", parts[2] == "history", let uuid = UUID(parts[1]) {
            self = .noteHistory(Note.ID(uuid))
        } else if parts.count == 3, parts[0] == "todo", parts[2] == "history", let uuid = UUID(parts[1]) {
            self = .history(Todo.ID(uuid))
        } else if parts.count == 2, parts[0] == "todo", let uuid = UUID(parts[1]) {
            self = .todo(Todo.ID(uuid))
        } else {
            self = .home
        }
    }
}
