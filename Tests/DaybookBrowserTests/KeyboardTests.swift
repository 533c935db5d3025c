import DaybookCore
import Testing

@testable import DaybookBrowser

@Suite("The page follows the keyboard of the state")
struct KeyboardTests {
    @Test("A field whose text a rule mended is filled before the next event; one that was not stays as it is")
    func corrections() {
        let page = PageDouble.signedIn()
        #expect(page.use("data-input", of: "id=\"quick-add\"", in: "head", "Buy milk"))
        #expect(!page.commands.contains { $0[0] == "value" })
        let count = page.commands.count
        page.tell(
            .used,
            page.drawing("head"),
            page.place("data-input", of: "id=\"quick-add\"", in: "head") ?? "",
            "Buy\u{0} bread"
        )
        let filled = page.commands[count...].filter { $0[0] == "value" }
        #expect(filled == [["value", "#quick-add", "Buy bread"]])
    }

    @Test("The same place is asked for as often as the state asks for it")
    func moves() {
        let page = PageDouble.signedIn()
        for count in 1...3 {
            page.tell(.key, "/", "", "")
            page.frame()
            #expect(page.commands.filter { $0 == ["focus", "#search"] }.count == count)
        }
    }

    @Test("[L9] t asks when and Shift+T plans for tomorrow, also with the lock of capitals on")
    func tomorrow() {
        func key(_ texts: String...) -> ListScreen.Key? {
            let message = Array(texts.joined(separator: "\u{1F}").utf8)
            return message.withUnsafeBufferPointer {
                Event(kind: Event.Kind.key.rawValue, message: $0, bytes: []).key
            }
        }
        #expect(key("t", "") == .when && key("T", "") == .when)
        #expect(key("T", "s") == .tomorrow && key("t", "s") == .tomorrow)
    }

    @Test("Timers and calls cross the border by number")
    func numbers() {
        let page = PageDouble.signedIn()
        let timers = page.commands.filter { $0[0] == "timer" }.map { $0[1] }
        #expect(!timers.isEmpty && timers.allSatisfy { Int($0) != nil })
        let calls = page.commands.filter { $0[0] == "fetch" }.map { $0[1] }
        #expect(!calls.isEmpty && calls.allSatisfy { Int($0) != nil })
    }
}
