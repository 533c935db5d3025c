import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("[D1] What a screen reader hears, and what one finger without dragging can do")
struct AccessViewTests {
    private let now = ViewTests.now

    private func home(_ titles: String...) throws -> Home {
        var app = App()
        let account = Account(id: UUID(high: 1, low: 2), name: "Asha Rao", mobile: "", email: "asha@example.com")
        _ = reduce(&app, .storage(.opened(account, DiskContent(), newDevice: UUID(high: 3, low: 4))), now)
        for (place, title) in titles.enumerated() {
            _ = reduce(&app, .home(.list(.quickAddChanged(title)), newID: HTML.newID), now)
            let id = UUID(high: 7, low: UInt64(place))
            _ = reduce(&app, .home(.list(.quickAddSubmitted(.whole)), newID: id), now)
        }
        return try #require(app.home)
    }

    @Test("The settings have a switch for shortcuts of one letter")
    func letters() throws {
        var html = HTML(capacity: 0)
        SettingsView(home: try home(), rules: .standard).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains("aria-label=\"Single-letter shortcuts\""))
        #expect(html.does(.home(.settingChosen(.letters(false)), newID: HTML.newID), to: Labels.off))
    }

    @Test("A counter describes its field and is no live region")
    func counter() {
        var line = QuickAddLine()
        line.text = String(repeating: "a", count: 30)
        let text = ViewTests.text {
            QuickAddView(line: line, rules: .standard, now: now, zone: .utc).write(to: &$0)
        }
        #expect(text.contains("aria-describedby=\"quick-add-left\""))
        #expect(text.contains("<span class=\"unseen\" id=\"quick-add-left\">2 left</span>"))
        #expect(!text.contains("role=\"status\""))
    }

    @Test("[L5] [T8] In a person's own order the menu of a row moves it up and down by one")
    func moves() throws {
        var home = try home("b", "a")
        _ = home.notebook.arrange(by: .own)
        let slot = try #require(home.notebook.todos.matches(Filter()).first)
        let todo = home.notebook.todos[slot]
        var html = HTML(capacity: 0)
        OverlayView(overlay: .rowMenu(todo.id, at: nil), home: home, hasUpdate: false, now: now, zone: .utc)
            .write(to: &html)
        let moved = html.actions.filter { if case .home(.list(.moved), _) = $0 { true } else { false } }
        #expect(moved == [.min, -1, 1].map { .home(.list(.moved(todo.id, by: $0)), newID: HTML.newID) })
    }

    @Test("The bar of chosen rows is a group, and says which of its buttons open a dialog")
    func choice() {
        let text = ViewTests.text { ChoiceView(count: 1, areDone: false).write(to: &$0) }
        #expect(text.contains("role=\"group\"") && !text.contains("toolbar") && !text.contains("=\"menu\""))
        #expect(text.contains("aria-haspopup=\"dialog\""))
    }

    @Test("The line under the title is a live region before it has a text")
    func banner() throws {
        let home = try home()
        let counts = home.notebook.todos.dayCounts(Today(at: now, in: .utc))
        let (calm, offline) = (true, false)
        let text = [calm, offline].map { isOnline in
            ViewTests.text { HomeView.head(home, isOnline: isOnline, counts: counts, to: &$0) }
        }
        #expect(text[0].contains("<p class=\"banner\" role=\"status\" data-key=\"banner\"></p>"))
        #expect(text[1].contains("<p class=\"banner\" role=\"status\" data-key=\"banner\">Offline."))
    }
}
