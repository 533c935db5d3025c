import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("Painting")
struct PainterTests {
    static let account = Account(id: UUID(high: 1, low: 2), name: "Asha", mobile: "", email: "a@b.co")
    static let now = ViewTests.now

    /// A signed-in app with so many to-dos, newest first in number.
    static func app(_ count: Int) -> App {
        var app = App()
        let records = (0..<count).map { number in
            let stamp = Stamp(wall: Self.now.advanced(by: .seconds(Int64(number))), counter: 0, device: 9)
            let id = UUID.v7(at: stamp.wall, random: (UInt64(number), UInt64(number)))
            return Record(kind: .todo, id: id, fields: Todo.fields(for: TodoDraft(title: "To-do \(number)"), at: stamp))
        }
        let entry = ReplicaDisk.encode(.answered(records: records, cursor: 1, results: []))
        let vault = DiskContent(journal: count == 0 ? [] : [entry])
        _ = reduce(&app, .storage(.opened(Self.account, vault, newDevice: UUID(high: 3, low: 4))), Self.now)
        return app
    }

    private func commands(_ painter: inout Painter, _ app: App) -> [[String]] {
        painter.paint(app, now: Self.now).map { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: "\u{1F}", omittingEmptySubsequences: false)
                .map { String($0) }
        }
    }

    /// How many rows the list has after the commands of a frame; nil if it is not drawn.
    private func rowCount(_ commands: [[String]]) -> Int? { rows(commands)?.count }

    private func rows(_ commands: [[String]]) -> [(key: String, html: String)]? {
        guard let command = commands.first(where: { $0[0] == "rows" }) else { return nil }
        return stride(from: 6, to: command.count, by: 2).map { (command[$0], command[$0 + 1]) }
    }

    @Test("What has not changed is not sent again")
    func onlyDifferences() {
        var painter = Painter()
        let app = PainterTests.app(3)
        #expect(!painter.showsList)
        let first = commands(&painter, app)
        #expect(painter.showsList)
        #expect(first.map { $0.prefix(2).joined(separator: " ") }.prefix(2) == ["attribute data-screen", "patch app"])
        #expect(rows(first)?.count == 3)
        #expect(commands(&painter, app).isEmpty)
    }

    @Test("[T8] Marking one row sends that row alone")
    func oneRow() throws {
        var painter = Painter()
        var app = PainterTests.app(40)
        repeat { _ = commands(&painter, app) } while painter.isGrowing
        let id = app.home!.notebook.todos.todos[2].id
        _ = reduce(&app, .home(.list(.checkTapped(id)), newID: UUID(high: 5, low: 6)), Self.now)
        let sent = try #require(rows(commands(&painter, app)))
        #expect(sent.filter { !$0.html.isEmpty }.map { $0.key } == [id.uuid.description])
    }

    @Test("[T3] The filter of a tag opens its menu where it was pressed; [S12] the sidebar leads to the trash")
    func sidebar() throws {
        var app = PainterTests.app(0)
        func send(_ action: Home.Action) { _ = reduce(&app, .home(action, newID: UUID(high: 5, low: 6)), Self.now) }
        send(.list(.quickAddChanged("Milk #home")))
        send(.list(.quickAddSubmitted(.whole)))
        let home = try #require(app.home)
        var html = HTML()
        HomeView.sidebar(home, TodoIndex.DayCounts(), to: &html)
        #expect(html.actions.contains(.home(.upper(.trashOpened), newID: HTML.newID)))
        let menus = html.intents.compactMap { intent -> App.Action? in
            if case .point = intent { intent.sample } else { nil }
        }
        let point = Overlay.Point(x: 1, y: 2)
        #expect(menus == [.home(.list(.tagMenuOpened("home", at: point)), newID: HTML.newID)])
        send(.list(.tagMenuOpened("home", at: point)))
        let overlay = try #require(app.home?.overlay)
        let menu = ViewTests.text {
            OverlayView(overlay: overlay, home: home, hasUpdate: false, now: Self.now, zone: .utc).write(to: &$0)
        }
        #expect(menu.contains(" data-x=\"1\" data-y=\"2\"") && menu.contains(">home</p>"))
    }

    @Test("[T8] The bar of chosen rows plans them for tomorrow by one tap")
    func choiceBar() {
        var html = HTML()
        ChoiceView(count: 2, areDone: false).write(to: &html)
        let plan = Home.Action.list(.choosing(.act(.plan(.offer(.tomorrow)))))
        #expect(html.actions.contains(.home(plan, newID: HTML.newID)))
    }

    @Test("[L9] A list by dates has headings with numbers, which are measured like rows and change by themselves")
    func headings() throws {
        var painter = Painter()
        var app = PainterTests.app(5)
        func send(_ action: Home.Action) { _ = reduce(&app, .home(action, newID: UUID(high: 5, low: 6)), Self.now) }
        for title in ["Old friend today 23:00", "Later by in 30 days", "Next by tomorrow"] {
            send(.list(.quickAddChanged(title)))
            _ = reduce(
                &app,
                .home(
                    .list(.quickAddSubmitted(.whole)),
                    newID: UUID.v7(at: Self.now, random: (9, UInt64(title.utf8.count)))
                ),
                Self.now
            )
        }
        send(.list(.dueTapped(.upcoming)))
        let drawn = try #require(rows(commands(&painter, app)))
        #expect(drawn.map { $0.html.contains("row-heading") } == [true, false, true, false])
        #expect(drawn[0].html.contains("<h2>Tomorrow</h2><span class=\"heading-count\">1</span>"))
        #expect(drawn[2].html.contains("<h2>Later</h2>"))
        let offset = try #require(painter.offset(of: UUID(drawn[1].key)!, app))
        let heading = try #require(UUID(drawn[0].key))
        let differs = painter.measured([(heading, offset + 30)], app)
        #expect(differs)
        #expect(painter.offset(of: UUID(drawn[1].key)!, app) == offset + 30)
        let id = try #require(UUID(drawn[1].key))
        send(.list(.checkTapped(Todo.ID(id))))
        let marked = try #require(rows(commands(&painter, app)))
        #expect(marked.count == 4, "it stays for a breath")
        _ = reduce(&app, .timerFired(.removeMarked), Self.now)
        let rest = try #require(rows(commands(&painter, app)))
        #expect(rest.map { $0.key } == drawn.suffix(2).map { $0.key })
    }

    @Test("[L8] At most 150 rows are in the document, and the spaces around them stand for the others")
    func window() throws {
        var painter = Painter()
        let app = PainterTests.app(10_000)
        var seen = Set<String>()
        var needed = 0
        for top in stride(from: 0, through: 530_000, by: 1_000) where painter.scrolled(top: top, height: 2_000) {
            needed += 1
            let sent = commands(&painter, app)
            let command = try #require(sent.first { $0[0] == "rows" })
            let (before, after, count) = (Int(command[2])!, Int(command[3])!, rowCount(sent) ?? 0)
            #expect(count <= RowWindow.maximum)
            #expect(before + after + count * 53 == 530_000)
            #expect(before <= top)
            #expect(before + count * 53 >= min(top + 2_000, 530_000), "\(top) \(before) \(count)")
            for row in rows(sent) ?? [] { seen.insert(row.key) }
        }
        #expect(seen.count == 10_000)
        #expect(needed < 641)
    }

    @Test("[L8] Another list begins with the rows that show, and the next frames add a few of those beyond them")
    func grows() throws {
        var painter = Painter()
        var app = PainterTests.app(1_000)
        func send(_ action: Home.Action) { _ = reduce(&app, .home(action, newID: UUID(high: 5, low: 6)), Self.now) }
        func check(_ comment: Comment) throws {
            let sent = commands(&painter, app)
            let first = try #require(sent.first { $0[0] == "rows" })
            #expect(painter.isGrowing && rowCount(sent) == 16 && Int(first[3])! > 0, comment)
            // The document reports how much of the list shows, which needs no other drawing now.
            let isNeeded = painter.scrolled(top: 0, height: 800)
            #expect(!isNeeded, comment)
            for (count, before) in [(24, 16), (31, 24)] {
                #expect(painter.isGrowing, comment)
                let next = try #require(rows(commands(&painter, app)))
                #expect(next.count == count, comment)
                #expect(next.prefix(before).allSatisfy { $0.html.isEmpty }, comment)
            }
            #expect(!painter.isGrowing && commands(&painter, app).isEmpty, comment)
        }
        try check("at the start")
        send(.list(.orderChosen(.title)))
        try check("in another order")
        send(.list(.searchChanged("7 2")))
        #expect(rowCount(commands(&painter, app)) == 16, "of 54 found ones")
        // A window that turns out to be higher has its rows in the same frame.
        let isNeeded = painter.scrolled(top: 0, height: 1_200)
        #expect(isNeeded)
        #expect(rowCount(commands(&painter, app)) == 23)
        for count in [31, 39, 47] {
            #expect(painter.isGrowing)
            #expect(rowCount(commands(&painter, app)) == count)
        }
        let sent = commands(&painter, app)
        let last = try #require(sent.first { $0[0] == "rows" })
        #expect(last[3] == "0" && rowCount(sent) == 54 && !painter.isGrowing, "a short list is whole")
        // Other contents of the same list come at once.
        send(.list(.searchChanged("7 29")))
        #expect(!painter.isGrowing)
        _ = commands(&painter, app)
        #expect(!painter.isGrowing, "few new rows")
    }

    @Test(
        "[L7] Until the account is read, an empty list shows rows to come or says why there are none, and no number is 0"
    )
    func firstRead() throws {
        var painter = Painter()
        var app = PainterTests.app(0)
        func answer(_ status: Int, _ body: [UInt8] = []) {
            _ = reduce(&app, .answered(.sync, Answer(status: status, body: body)), Self.now)
        }
        /// What is sent of a region: its HTML and its figures.
        func sent(_ name: String, in all: [[String]]) -> [String]? {
            all.first { ["patch", "figures"].contains($0[0]) && $0[1] == name }
        }
        let first = commands(&painter, app)
        let empty = try #require(sent("empty", in: first)?[3])
        #expect(empty.contains("skeleton") && empty.contains("Loading") && !empty.contains("A clear page"))
        #expect(sent("head", in: first)?.last == "" && sent("sidebar", in: first)?.suffix(2) == ["", ""])
        answer(0)
        let failed = try #require(sent("empty", in: commands(&painter, app))?[3])
        #expect(failed.contains("Nothing on this device yet") && !failed.contains("skeleton"))
        _ = reduce(&app, .timerFired(.notebook(.retrySync)), Self.now)
        answer(200, SyncAnswer(cursor: 0, hasMore: false, now: Self.now, changes: []).encoded)
        let last = commands(&painter, app)
        #expect(try #require(sent("empty", in: last)?[3]).contains("A clear page"))
        #expect(sent("head", in: last)?.last == "No to-dos" && sent("sidebar", in: last)?.suffix(2) == ["0", "0"])
    }

    @Test("[L8] While an order is chosen, the rows below the screen leave a long list; without a choice they come back")
    func ordering() throws {
        var painter = Painter()
        var app = PainterTests.app(1_000)
        func send(_ action: Home.Action) { _ = reduce(&app, .home(action, newID: UUID(high: 5, low: 6)), Self.now) }
        func sent() throws -> [(key: String, html: String)] { try #require(rows(commands(&painter, app))) }
        repeat { _ = commands(&painter, app) } while painter.isGrowing
        send(.list(.orderTapped))
        #expect(rows(commands(&painter, app)) == nil, "the frame that shows the menu removes nothing")
        let cut = try sent()
        #expect(cut.count == 16 && cut.allSatisfy { $0.html.isEmpty })
        #expect(!painter.isGrowing && commands(&painter, app).isEmpty)
        send(.list(.orderChosen(.title)))
        let chosen = try sent()
        #expect(chosen.count == 16 && chosen.allSatisfy { !$0.html.isEmpty } && painter.isGrowing)
        repeat { _ = commands(&painter, app) } while painter.isGrowing

        send(.list(.orderTapped))
        for _ in 1...2 { _ = commands(&painter, app) }
        send(.overlay(.dismissed))
        for count in [24, 31] { #expect(try sent().count == count) }
        #expect(!painter.isGrowing)

        // A list that is scrolled shows the beginning of another order, so nothing is gained. A short one stays whole.
        _ = painter.scrolled(top: 2_000, height: 800)
        _ = commands(&painter, app)
        send(.list(.orderTapped))
        for _ in 1...2 { #expect(rows(commands(&painter, app)) == nil) }
        send(.overlay(.dismissed))
        send(.list(.searchChanged("7 2")))
        repeat { _ = commands(&painter, app) } while painter.isGrowing
        send(.list(.orderTapped))
        for _ in 1...2 { #expect(rows(commands(&painter, app)) == nil) }
    }

    @Test("Measured rows move the ones below, and a measured height is not asked for again")
    func measured() throws {
        var painter = Painter()
        let app = PainterTests.app(1_000)
        _ = commands(&painter, app)
        let todos = app.home!.notebook.todos.todos
        let differs = painter.measured([(todos[0].id.uuid, 100)], app)
        #expect(differs)
        #expect(painter.offset(of: todos[1].id.uuid, app) == 100)
        #expect(painter.offset(of: todos[2].id.uuid, app) == 200)
        let again = painter.measured([(todos[0].id.uuid, 100)], app)
        #expect(!again)
        painter.widthChanged(app)
        #expect(painter.offset(of: todos[1].id.uuid, app) == 100)
    }

    @Test("[L8] The rows that were measured first stand for the others; a later row moves only those below")
    func uneven() {
        var painter = Painter()
        let app = PainterTests.app(1_000)
        _ = commands(&painter, app)
        let todos = app.home!.notebook.todos.todos
        let learns = painter.measured([(todos[0].id.uuid, 50), (todos[1].id.uuid, 70)], app)
        #expect(learns)
        #expect(painter.offset(of: todos[100].id.uuid, app) == 6_000)
        let differs = painter.measured([(todos[2].id.uuid, 90)], app)
        #expect(differs)
        #expect(painter.offset(of: todos[100].id.uuid, app) == 6_030)
    }

    @Test("[L5] [L8] A long list comes back to its row, whatever other rows have taught about heights meanwhile")
    func comesBack() throws {
        var painter = Painter()
        var app = PainterTests.app(400)
        func send(_ action: ListScreen.Action) {
            _ = reduce(&app, .home(.list(action), newID: UUID(high: 5, low: 6)), Self.now)
        }
        _ = commands(&painter, app)
        _ = painter.scrolled(top: 20_000, height: 800)
        _ = commands(&painter, app)
        let place = painter.place
        let row = try #require(place.row)
        #expect(painter.offset(of: row, app).map { (19_936...20_000).contains($0) } == true)
        send(.searchChanged("1"))
        let found = try #require(rows(commands(&painter, app)))
        #expect(!painter.isDrawn(row))
        _ = painter.measured(found.prefix(3).compactMap { row in UUID(row.key).map { ($0, 96) } }, app)
        send(.searchChanged(""))
        painter.scroll(to: place)
        _ = commands(&painter, app)
        #expect(painter.isDrawn(row))
        #expect(painter.place.row == row)
    }

    @Test("[L5] A list that was left with its head in sight comes back to its head, not to its first row")
    func comesBackToTheHead() {
        var painter = Painter()
        let app = PainterTests.app(400)
        _ = commands(&painter, app)
        _ = painter.scrolled(top: -240, height: 800)
        _ = commands(&painter, app)
        painter.scroll(to: painter.place)
        _ = commands(&painter, app)
        #expect(painter.place.top == -240)
    }

    @Test("Another screen is drawn from nothing")
    func screens() throws {
        var painter = Painter()
        var app = PainterTests.app(1)
        _ = commands(&painter, app)
        app.screen = .signIn(SignIn())
        let first = commands(&painter, app)
        #expect(first.map { $0[0] + " " + $0[1] } == ["attribute data-screen", "patch app"])
        let place = try #require(HTML.places(in: first[1][3], " data-submit=").first)
        let submit = painter.intent(drawing: Int64(first[1][2]) ?? 0, place: place)
        #expect(submit?.action(newID: UUID(high: 5, low: 6)) == .signIn(.submitted))
    }

    @Test("A changed number is sent alone, and the list is the first that is drawn")
    func figures() throws {
        var app = PainterTests.app(12)
        var painter = Painter()
        let first = commands(&painter, app)
        let patch = try #require(first.first { $0.prefix(2) == ["patch", "sidebar"] })
        #expect(patch[4...] == ["0", "0", "12", "12", "0", "0"])
        let place = try #require(first.firstIndex { $0[0] == "rows" })
        #expect(place < first.firstIndex { $0.prefix(2) == ["patch", "head"] } ?? 0)
        let id = try #require(app.home?.notebook.todos[Slot(3)].id)
        _ = reduce(&app, .home(.list(.checkTapped(id)), newID: UUID(high: 5, low: 6)), Self.now)
        let marked = commands(&painter, app)
        #expect(marked.contains(["figures", "sidebar", "0", "0", "12", "11", "1", "0"]))
        #expect(marked.contains(["figures", "head", "12 to-dos, 11 open"]))
        #expect(!marked.contains { $0[0] == "patch" && $0[1] != "toast" })
    }

    @Test("[L7] The count stands above the large title, [L4] a fruitless search shows a line about it")
    func head() throws {
        var app = PainterTests.app(12)
        var painter = Painter()
        _ = reduce(&app, .home(.list(.searchChanged("nothing like it")), newID: UUID(high: 5, low: 6)), Self.now)
        let sent = commands(&painter, app)
        let head = try #require(sent.first { $0.prefix(2) == ["patch", "head"] })
        #expect(
            head[3].hasPrefix(
                "<p class=\"count\" data-figure></p><h1 class=\"large-title\" id=\"list-title\">To-dos</h1>"
            )
        )
        #expect(head[4] == "12 to-dos")
        let found = try #require(sent.first { $0.prefix(2) == ["patch", "found"] })
        #expect(found[3].contains("No results for “"))
    }

    @Test("Tab reaches the first row, or the keyboard's own, and no row is drawn anew for it")
    func tabStop() throws {
        var app = PainterTests.app(3)
        var painter = Painter()
        func send(_ action: ListScreen.Action) -> [String]? {
            _ = reduce(&app, .home(.list(action), newID: UUID(high: 5, low: 6)), Self.now)
            return commands(&painter, app).first { $0[0] == "rows" }
        }
        let first = try #require(commands(&painter, app).first { $0[0] == "rows" })
        #expect(first[4] == first[6] && !first.contains { $0.contains("tabindex=\"0\"") })
        _ = send(.quickAddChanged("Newer"))
        let added = try #require(send(.quickAddSubmitted(.whole)))
        #expect(added[4] == added[6] && added[4] != first[4])
        #expect(rows([added])?.map { $0.html.isEmpty } == [false, true, true, true])
        for _ in 0..<3 {
            let moved = try #require(send(.key(.down, at: nil)))
            #expect(moved[4] == app.home?.list.cursor?.uuid.description)
        }
    }

    @Test("Typing in a field above the list draws only what the text means")
    func fields() throws {
        var app = PainterTests.app(12)
        var painter = Painter()
        _ = commands(&painter, app)
        func send(_ action: ListScreen.Action) -> [[String]] {
            _ = reduce(&app, .home(.list(action), newID: UUID(high: 5, low: 6)), Self.now)
            return commands(&painter, app)
        }
        for text in ["To-do 1", "To-do", ""] {
            let sent = send(.searchChanged(text))
            #expect(sent.contains(["figures", "search", text]) && !sent.contains { $0[0] == "patch" })
        }
        #expect(send(.quickAddChanged("Buy")) == [["figures", "line", "Buy"]])
        let understood = send(.quickAddChanged("Buy tomorrow"))
        #expect(understood.map { $0[0] + " " + $0[1] } == ["patch line"])
        #expect(understood.first?.last == "Buy tomorrow")
        #expect(send(.quickAddChanged("")).map { $0[0] + " " + $0[1] } == ["patch line"])
    }
}
