import DaybookCore
import Testing

@testable import DaybookBrowser

@Suite("The tab follows the keyboard of the state")
struct KeyboardTests {
    @Test("A field whose text a rule mended is filled before the next event; one that was not stays as it is")
    func corrections() {
        let tab = HostDouble.signedIn()
        #expect(tab.use("data-input", of: "id=\"quick-add\"", in: "line", "Buy milk"))
        #expect(!tab.commands.contains { $0[0] == "value" })
        let count = tab.commands.count
        tab.tell(
            .used,
            tab.drawing("line"),
            tab.place("data-input", of: "id=\"quick-add\"", in: "line") ?? "",
            "Buy\u{0} bread"
        )
        let filled = tab.commands[count...].filter { $0[0] == "value" }
        #expect(filled == [["value", "#quick-add", "Buy bread"]])
    }

    @Test("The same place is asked for as often as the state asks for it")
    func moves() {
        let tab = HostDouble.signedIn()
        for count in 1...3 {
            tab.tell(.key, "/", "", "")
            tab.frame()
            #expect(tab.commands.filter { $0 == ["focus", "#search"] }.count == count)
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
        let tab = HostDouble.signedIn()
        let timers = tab.commands.filter { $0[0] == "timer" }.map { $0[1] }
        #expect(!timers.isEmpty && timers.allSatisfy { Int($0) != nil })
        let calls = tab.commands.filter { $0[0] == "fetch" }.map { $0[1] }
        #expect(!calls.isEmpty && calls.allSatisfy { Int($0) != nil })
    }
}
