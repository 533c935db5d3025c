import DaybookCore
import Foundation

// Requests of views, notifications and intents to the app.
extension PhoneApp {
    /// The actions of the app, by a name that no framework has.
    public typealias Action = App.Action

    /// Turns an action of the screens behind sign-in into an action of the app, with a fresh id.
    public func home(_ action: Home.Action) -> App.Action { .home(action, newID: device.clock.newID()) }

    /// Leaves the deepest place, as by a swipe.
    public func goBack() { send(.wentBack(newID: device.clock.newID())) }

    /// Closes the screen above the list, and the settings that led to it.
    public func closeUpper() {
        while app.home?.upper != nil { send(.upper(.closed)) }
    }

    /// Goes to the place of an address, which may have launched the app.
    public func open(path: String) async {
        await start()
        send(.routeChanged(Address(path: path)))
        // The account has no server, so it cannot bring what this device lacks.
        if isOnThisDeviceAlone { send(.timerFired(.pendingRoute)) }
    }

    /// Goes to the place of a link such as `daybook:/?due=today`: that of the web app's address with this path and query.
    public func open(_ link: URL) async {
        await open(path: link.path + (link.query(percentEncoded: true).map { "?" + $0 } ?? ""))
    }

    /// Whether the account of the person who is signed in has no server.
    public var isOnThisDeviceAlone: Bool { app.home != nil && session == nil }

    /// A notification was answered by one of its buttons, or tapped (nil). The answer may have launched the app.
    public func answer(_ todo: Todo.ID, _ reply: DeviceReminders.Reply?) async {
        await start()
        send(.reminder(reply.map { .answered(todo, $0) } ?? .openTapped(todo)))
        await settle()
    }
}

// The parts of the notebook that the views show.
extension PhoneApp {
    /// To-dos of a note that show in it at most.
    private static let linkedMaximum = 100

    /// The to-dos that belong to a note, in the list's order.
    public func todos(of note: Note.ID) -> [Todo] {
        guard let todos = app.home?.notebook.todos else { return [] }
        return todos.slots(of: note).prefix(Self.linkedMaximum).map { todos[$0] }
    }
}
