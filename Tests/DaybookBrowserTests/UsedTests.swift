import Testing

@testable import DaybookBrowser
@testable import DaybookCore

@Suite("Elements that are used")
struct UsedTests {
    @Test("What is typed and sent in a form goes by numbers to the server's call")
    func signIn() {
        let page = PageDouble.launched()
        #expect(page.use("data-input", of: "id=\"login\"", in: "app", "asha@example.com"))
        #expect(page.region("app").contains("value=\"asha@example.com\""))
        #expect(page.use("data-input", of: "id=\"password\"", in: "app", "qwERty12"))
        #expect(page.use("data-submit", of: "form", in: "app"))
        #expect(page.commands.contains { $0.prefix(3) == ["fetch", Request.ID.signIn.rawValue.description, "POST"] })
    }

    @Test("A day arrives as what it is, and the number of a key moves a calendar by its step")
    func dates() {
        let page = PageDouble.signedIn()
        #expect(page.use("data-press", of: "aria-label=\"New to-do\"", in: "tabs"))
        #expect(page.use("data-press", of: "id=\"editor-deadline\"", in: "editor"))
        let shown = page.region("editor")
        #expect(page.use("data-walk", of: "id=\"calendar-deadline\"", in: "editor", "7"))
        #expect(page.region("editor") != shown)
        #expect(page.commands.contains { $0.first == "focus" && $0.last == "#calendar-deadline [tabindex=\"0\"]" })
        #expect(page.use("data-walk", of: "id=\"calendar-deadline\"", in: "editor", "6"))
        #expect(page.region("editor").contains("aria-current=\"date\""))
        #expect(page.use("data-walk", of: "id=\"calendar-deadline\"", in: "editor", "99"))
        let custom = page.place("value", of: ">Every day", in: "editor")
        page.tell(.used, page.drawing("editor"), custom ?? "")
        page.frame()
        #expect(page.region("editor").contains("Every day"))
    }

    @Test("A choice is the number of what it does, and a number is a number")
    func choices() throws {
        let page = PageDouble.signedIn()
        #expect(page.use("data-press", of: "aria-label=\"New to-do\"", in: "tabs"))
        let custom = try #require(page.place("value", of: ">Custom", in: "editor"))
        page.tell(.used, page.drawing("editor"), custom)
        page.frame()
        #expect(page.use("data-change", of: "id=\"repeat-interval\"", in: "editor", "3"))
        #expect(page.region("editor").contains("Every 3 weeks"))
        #expect(page.use("data-change", of: "id=\"repeat-interval\"", in: "editor", "99999999999999999999"))
        #expect(page.region("editor").contains("Give a number"))
    }

    @Test("A press on what has gone does nothing, and neither does an element that never was")
    func stale() throws {
        let page = PageDouble.signedIn()
        #expect(page.use("data-press", of: "aria-haspopup=\"menu\"", in: "tabs"))
        let entry = try #require(page.place("data-press", of: "role=\"menuitem\"", in: "overlay"))
        let menu = page.drawing("overlay")
        #expect(page.use("data-dismiss", of: "role=\"menu\"", in: "overlay"))
        #expect(page.region("overlay") == "")
        let count = page.commands.count
        page.tell(.used, menu, entry)
        for wrong in ["999999", "-1", "0", "x", ""] {
            page.tell(.used, wrong, entry)
            page.tell(.used, page.drawing("tabs"), wrong == "0" ? "99" : wrong)
        }
        page.frame()
        #expect(page.commands.count == count)
    }
}
