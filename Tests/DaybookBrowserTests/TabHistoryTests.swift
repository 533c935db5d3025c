import DaybookCore
import Testing

@testable import DaybookBrowser

@Suite("The browser's history")
struct TabHistoryTests {
    private let todo = Route.todo(Todo.ID(UUID(high: 1, low: 2)))

    private func history(_ depth: Int = 0, _ path: String = "/") -> TabHistory {
        var history = TabHistory()
        history.arrived(atDepth: depth, path: path)
        return history
    }

    private func paths(_ routes: [Route]) -> [String] { routes.map { $0.path } }

    @Test("[T11] A deeper place is pushed, another of the same depth replaces, a shallower one is gone back to")
    func follows() {
        var history = history()
        #expect(history.steps(to: paths([.home])) == [])
        #expect(history.steps(to: paths([.home, .newTodo])) == [.push(depth: 1, path: "/new")])
        #expect(history.steps(to: paths([.home, todo])) == [.replace(depth: 1, path: todo.path)])
        #expect(history.steps(to: paths([.home, todo, .account])) == [.push(depth: 2, path: "/account")])
        #expect(history.steps(to: paths([.home])) == [.back(2)])
        history.arrived(atDepth: 0, path: "/")
        #expect(history.steps(to: paths([.home])) == [])
    }

    @Test("While the browser goes back nothing is changed; then it follows from where it has arrived")
    func waits() {
        var history = history(1, "/account")
        #expect(history.steps(to: paths([.home])) == [.back(1)])
        #expect(history.steps(to: paths([.notes])) == [])
        #expect(history.steps(to: paths([.notes, .newNote])) == [])
        history.arrived(atDepth: 0, path: "/")
        let steps: [TabHistory.Step] = [.replace(depth: 0, path: "/notes"), .push(depth: 1, path: "/notes/new")]
        #expect(history.steps(to: paths([.notes, .newNote])) == steps)
    }

    @Test("A menu has an entry with the address below it, and an address that was opened gets its list below it")
    func entrance() {
        var history = history(0, "/account")
        let steps: [TabHistory.Step] = [.replace(depth: 0, path: "/"), .push(depth: 1, path: "/account")]
        #expect(history.steps(to: paths([.home, .account])) == steps)
        #expect(history.steps(to: paths([.home, .account, .account])) == [.push(depth: 2, path: "/account")])
    }

    @Test("As long as the app has not decided what to show, the address stays")
    func undecided() {
        var history = history(3, "/account")
        #expect(history.steps(to: paths([])) == [])
    }

    @Test("[T11] The person's own way back closes what is deepest; forward to what has gone leads back again")
    func back() {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-press", of: "aria-haspopup=\"menu\"", in: "tabs"))
        #expect(tab.commands.contains(["route", "pushState", "1", "/"]))
        tab.tell(.route, "/", "0")
        tab.frame()
        #expect(tab.region("overlay") == "")
        tab.tell(.route, "/", "1")
        #expect(tab.commands.contains(["back", "1"]))
        tab.tell(.route, "/", "0")
        tab.tell(.route, "/trash", "1")
        tab.frame()
        #expect(tab.region("upper").contains("Trash"))
    }

    @Test("What is opened while the app goes back by itself stays, and gets its entry then")
    func openedMeanwhile() {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-input", of: "id=\"search\"", in: "search", "milk"))
        #expect(tab.use("data-input", of: "id=\"search\"", in: "search", ""))
        #expect(tab.commands.contains(["back", "1"]))
        #expect(tab.use("data-press", of: "aria-haspopup=\"menu\"", in: "tabs"))
        let before = tab.commands.count
        tab.tell(.route, "/", "0")
        tab.frame()
        #expect(tab.region("overlay").contains("menu"))
        #expect(tab.commands[before...].filter { $0[0] == "route" } == [["route", "pushState", "1", "/"]])
        tab.tell(.route, "/", "0")
        tab.frame()
        #expect(tab.region("overlay") == "")
    }

    @Test("[T11] A place that has to stay is pushed again, with its question above it")
    func stays() {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-press", of: "aria-label=\"New to-do\"", in: "tabs"))
        #expect(tab.use("data-input", of: "id=\"editor-detail\"", in: "editor", "Two litres"))
        let before = tab.commands.count
        tab.tell(.route, "/", "0")
        let steps = tab.commands[before...].filter { $0[0] == "route" }
        #expect(steps == [["route", "pushState", "1", "/new"], ["route", "pushState", "2", "/new"]])
    }
}
