import Testing

@testable import DaybookBrowser
@testable import DaybookCore

@Suite("Elements that are used")
struct UsedTests {
    @Test("What is typed and sent in a form goes by numbers to the server's call")
    func signIn() {
        let tab = HostDouble.launched()
        #expect(tab.use("data-input", of: "id=\"login\"", in: "app", "asha@example.com"))
        #expect(tab.region("app").contains("value=\"asha@example.com\""))
        #expect(tab.use("data-input", of: "id=\"password\"", in: "app", "qwERty12"))
        #expect(tab.use("data-submit", of: "form", in: "app"))
        #expect(tab.commands.contains { $0.prefix(3) == ["fetch", Request.ID.signIn.rawValue.description, "POST"] })
    }

    @Test("A day arrives as what it is, and the number of a key moves a calendar by its step")
    func dates() {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-press", of: "aria-label=\"New to-do\"", in: "tabs"))
        #expect(tab.use("data-press", of: "id=\"editor-deadline\"", in: "editor"))
        let shown = tab.region("editor")
        #expect(tab.use("data-walk", of: "id=\"calendar-deadline\"", in: "editor", "7"))
        #expect(tab.region("editor") != shown)
        #expect(tab.commands.contains { $0.first == "focus" && $0.last == "#calendar-deadline [tabindex=\"0\"]" })
        #expect(tab.use("data-walk", of: "id=\"calendar-deadline\"", in: "editor", "6"))
        #expect(tab.region("editor").contains("aria-current=\"date\""))
        #expect(tab.use("data-walk", of: "id=\"calendar-deadline\"", in: "editor", "99"))
        let custom = tab.place("value", of: ">Every day", in: "editor")
        tab.tell(.used, tab.drawing("editor"), custom ?? "")
        tab.frame()
        #expect(tab.region("editor").contains("Every day"))
    }

    @Test("A choice is the number of what it does, and a number is a number")
    func choices() throws {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-press", of: "aria-label=\"New to-do\"", in: "tabs"))
        let custom = try #require(tab.place("value", of: ">Custom", in: "editor"))
        tab.tell(.used, tab.drawing("editor"), custom)
        tab.frame()
        #expect(tab.use("data-change", of: "id=\"repeat-interval\"", in: "editor", "3"))
        #expect(tab.region("editor").contains("Every 3 weeks"))
        #expect(tab.use("data-change", of: "id=\"repeat-interval\"", in: "editor", "99999999999999999999"))
        #expect(tab.region("editor").contains("Give a number"))
    }

    @Test("A press on what has gone does nothing, and neither does an element that never was")
    func stale() throws {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-press", of: "aria-haspopup=\"menu\"", in: "tabs"))
        let entry = try #require(tab.place("data-press", of: "role=\"menuitem\"", in: "overlay"))
        let menu = tab.drawing("overlay")
        #expect(tab.use("data-dismiss", of: "role=\"menu\"", in: "overlay"))
        #expect(tab.region("overlay") == "")
        let count = tab.commands.count
        tab.tell(.used, menu, entry)
        for wrong in ["999999", "-1", "0", "x", ""] {
            tab.tell(.used, wrong, entry)
            tab.tell(.used, tab.drawing("tabs"), wrong == "0" ? "99" : wrong)
        }
        tab.frame()
        #expect(tab.commands.count == count)
    }
}
