import Testing

@testable import DaybookCore

/// Tells a story to the reducer: each action is sent, and the whole new state and all effects are compared.
struct Story {
    var app = App()
    var now = Instant(milliseconds: 1_800_000_000_000)
    /// The id that the next action of the home screen brings.
    var newID = UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

    static let account = Account(
        id: UUID(high: 1, low: 2),
        name: "Asha Rao",
        mobile: "9812345678",
        email: "asha@example.com"
    )
    static let device = UUID(high: 3, low: 0x8000_0000_0000_00AA)

    /// Sends an action. `change` makes the expected state, `effects` are the expected effects, in order.
    mutating func send(
        _ action: App.Action,
        _ effects: [Effect] = [],
        at location: SourceLocation = #_sourceLocation,
        change: (inout App) -> Void = { _ in }
    ) {
        var expected = app
        let found = reduce(&app, action, now)
        change(&expected)
        expected.keep(as: app)
        #expect(found.filter { !$0.isKeeping } == effects, sourceLocation: location)
        #expect(app == expected, sourceLocation: location)
    }

    /// Sends an action of the home screen.
    mutating func home(
        _ action: Home.Action,
        _ effects: [Effect] = [],
        at location: SourceLocation = #_sourceLocation,
        change: (inout Home) -> Void = { _ in }
    ) {
        send(.home(action, newID: newID), effects, at: location) { app in
            guard case .home(var home) = app.screen else { return }
            change(&home)
            app.screen = .home(home)
        }
        newID.low += 1
    }

    /// Sends an action of the home screen whose effects and state the story is not about.
    @discardableResult
    mutating func play(_ action: Home.Action) -> [Effect] {
        defer {
            newID.low += 1
            now = now.advanced(by: .seconds(1))
        }
        return reduce(&app, .home(action, newID: newID), now)
    }

    /// Somebody is signed in on a fresh device, the first sync is answered.
    static func signedIn(rules: Rules = .standard) -> Story {
        var story = Story()
        story.app.offered = rules
        _ = reduce(&story.app, .storage(.opened(account, DiskContent(), newDevice: device)), story.now)
        story.answerSync()
        return story
    }

    /// The same in Berlin, at a time of the wall clock there: ten in the morning of Wednesday, 18 November 2026.
    static func inBerlin(at wall: String = "2026-11-18T10:00") -> Story {
        var story = Story.signedIn()
        story.now = Places.instant(wall, in: Places.berlin)
        story.app.world.zone = Places.berlin
        return story
    }

    /// The server takes all that was sent and has nothing new.
    mutating func answerSync(_ changes: [Record] = [], cursor: Int64 = 1) {
        var answer = SyncAnswer(cursor: cursor, hasMore: false, now: now, changes: changes)
        // An answer may start the next call at once.
        for _ in 0..<10 {
            guard case .calling = homeState.notebook.connection.engine.phase else { return }
            _ = reduce(&app, .answered(.sync, Answer(status: 200, body: answer.encoded)), now)
            answer.changes = []
        }
    }

    /// Adds a to-do by the line that adds, and has it synced.
    @discardableResult
    mutating func add(_ title: String) -> Todo {
        play(.list(.quickAddChanged(title)))
        let id = Todo.ID(newID)
        play(.list(.quickAddSubmitted(.whole)))
        answerSync()
        guard let todo = homeState.notebook.todos[id] else { preconditionFailure("“\(title)” was not added") }
        return todo
    }

    var homeState: Home {
        guard let home = app.home else { preconditionFailure("nobody is signed in in this story") }
        return home
    }
    var editor: Editor? { app.home?.editor }
    var accountScreen: AccountScreen? {
        if case .account(let screen) = app.home?.upper { screen } else { nil }
    }
    var remindersScreen: RemindersScreen? {
        if case .reminders(let screen) = app.home?.upper { screen } else { nil }
    }

    /// The person goes back by the face's own way.
    @discardableResult
    mutating func back() -> [Effect] {
        reduce(&app, .wentBack(newID: newID), now)
    }

    /// What the list shows.
    var visible: Selection { homeState.visible(on: Today(at: now, in: app.world.zone)) }
    var titles: [String] { visible.slots.map { homeState.notebook.todos[$0].title } }
}

extension App {
    /// What the disk has of what is typed is a story of its own (``UnsavedTests``).
    fileprivate mutating func keep(as other: App) {
        guard case .home(var home) = screen, let other = other.home else { return }
        (home.kept, home.isKeepDue) = (other.kept, other.isKeepDue)
        (home.keptView, home.opensOnToday) = (other.keptView, other.opensOnToday)
        screen = .home(home)
    }
}

extension Effect {
    /// Whether what is typed is put on the disk in a moment.
    var isKeeping: Bool {
        if case .startTimer(.keep, _) = self { true } else { false }
    }
}
