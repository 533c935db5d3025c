import TestSupport
import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("What elements do")
struct IntentTests {
    private static let now = ViewTests.now

    private func photo(_ place: Int) -> Photo.ID { Photo.ID(UUID(high: 1, low: UInt64(place))) }

    @Test("A place in the HTML leads back to the view's intent, for every way of using an element")
    func everyTrigger() throws {
        var html = HTML()
        for (place, trigger) in Trigger.allCases.enumerated() {
            html.on(trigger, .home(.note(.photoRemoved(photo(place)))))
        }
        let text = String(decoding: html.bytes, as: UTF8.self)
        for (place, trigger) in Trigger.allCases.enumerated() {
            let found = try #require(HTML.places(in: text, " \(trigger.attribute)=").first)
            #expect(html.intents[found].sample == .home(.note(.photoRemoved(photo(place))), newID: HTML.newID))
        }
    }

    @Test("An intent becomes its action; one that needs a value gives no action before it has it")
    func actions() {
        let newID = HTML.newID
        #expect(Intent.home(.toast(.undoTapped)).action(newID: newID) == .home(.toast(.undoTapped), newID: newID))
        #expect(Intent.signIn(.submitted).action(newID: newID) == .signIn(.submitted))
        #expect(Intent.signUp(.submitted).action(newID: newID) == .signUp(.submitted))
        #expect(Intent.newPassword(.submitted).action(newID: newID) == .newPassword(.submitted))
        #expect(Intent.earlierPassword(.dropTapped).action(newID: newID) == .earlierPassword(.dropTapped))
        let open: [Intent] = [
            .text { .home(.list(.searchChanged($0))) }, .day { .home(.editor(.deadlinePicked($0))) },
            .number { .home(.editor(.repeatEdited(.count($0)))) },
            .point { .home(.list(.menuOpened(ViewTests.id, at: $0))) },
        ]
        for intent in open { #expect(intent.action(newID: newID) == nil && intent.sample != nil) }
    }

    @Test("Each form has intents for typing in a field, leaving the field and sending")
    func forms() {
        let typed: [(FormName, App.Action)] = [
            (.signIn, .signIn(.passwordChanged("x"))), (.signUp, .signUp(.changed(.password, "x"))),
            (.newPassword, .newPassword(.changed(.password, "x"))), (.earlierPassword, .earlierPassword(.changed("x"))),
            (.account, .home(.upper(.account(.form(.changed(.password, "x")))), newID: HTML.newID)),
        ]
        for (form, action) in typed {
            #expect(form.changed(.password, "x").action(newID: HTML.newID) == action)
            #expect(form.submitted.action(newID: HTML.newID) != nil)
        }
        #expect(FormName.signIn.changed(.login, "x").action(newID: HTML.newID) == .signIn(.loginChanged("x")))
    }

    @Test("A part that looks as before keeps its number; one that does not gets a number that nothing had before")
    func drawings() {
        var html = HTML()
        var one = DrawnPart()
        var other = DrawnPart()
        func draw(_ part: inout DrawnPart, _ label: String, _ figures: Int...) -> DrawnPart.Difference {
            html.button(label, .home(.toast(.undoTapped)))
            for figure in figures { html.figure(figure, in: "<b data-figure>", "</b>") }
            return html.end(&part)
        }
        #expect(draw(&one, "a") == .html && draw(&other, "a") == .html)
        #expect((one.number, other.number) == (1, 2))
        #expect(draw(&one, "a") == .none)
        #expect(one.number == 1)
        #expect(draw(&one, "b") == .html)
        #expect((one.number, other.number) == (3, 2))
        #expect(one.intents.count == 1)
        #expect(draw(&one, "b", 1) == .html && draw(&one, "b", 1) == .none)
        #expect(draw(&one, "b", 2) == .figures && one.number == 4, "the elements are the same")
        #expect(String(decoding: one.figures, as: UTF8.self) == "\u{1F}2")
        #expect(draw(&one, "c", 3) == .html && one.number == 5)
        #expect(draw(&one, "c", 3, 4) == .html && draw(&one, "c", 34) == .html, "another number of figures")
    }

    @Test("An empty part is drawn once")
    func empty() {
        var html = HTML()
        var part = DrawnPart()
        let first = html.end(&part)
        let second = html.end(&part)
        #expect(first == .html && second == .none)
    }

    // MARK: - Histories

    /// Something that a person may do.
    private func action(_ app: App, _ random: inout SplitMix64) -> Home.Action {
        let todo = app.home?.notebook.todos.todos.randomElement(using: &random)?.id ?? ViewTests.id
        let actions: [Home.Action] = [
            .list(.quickAddChanged("To-do \(random.next() % 100) tomorrow #home")), .list(.quickAddSubmitted(.whole)),
            .list(.checkTapped(todo)), .list(.swipedLeft(todo)), .list(.rowTapped(todo)), .list(.binsTapped),
            .list(.menuOpened(todo, at: nil)), .list(.orderTapped), .list(.orderChosen(.title)),
            .list(.searchChanged("1")), .list(.searchCleared), .list(.filterTapped(.open)), .list(.filterTapped(.all)),
            .overlay(.dismissed), .toast(.undoTapped), .accountTapped, .upper(.trashOpened), .upper(.closed),
            .list(.sectionChosen(.notes)), .list(.sectionChosen(.todos)), .list(.newNoteTapped),
            .note(.titleChanged("Mill")),
            .note(.closed), .editor(.repeatPicked(.weekly)), .editor(.repeatEdited(.customTapped)), .editor(.closed),
            .editor(.titleChanged("Other")), .editor(.saveTapped), .toast(.dismissed), .overlay(.confirmed),
        ]
        return actions[Int(random.next() % UInt64(actions.count))]
    }

    @Test(
        "In every history an element does for ever what it did when it was drawn, or nothing",
        arguments: Array(Seeds.runs(10))
    )
    func histories(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var painter = Painter()
        var app = PainterTests.app(200)
        var document = DrawnDocument()
        var known: [DrawnDocument.Place: App.Action] = [:]
        for step in 0..<80 {
            for _ in 0..<Int(random.next() % 3) {
                let newID = UUID(high: seed, low: random.next())
                _ = reduce(&app, .home(action(app, &random), newID: newID), Self.now)
            }
            if random.next() % 4 == 0 { _ = painter.scrolled(top: Int(random.next() % 14_000), height: 800) }
            for command in painter.paint(app, now: Self.now) { document.carryOut(command) }
            let places = document.places
            #expect(Set(places).count == places.count, "seed \(seed) step \(step): two elements are one")
            #expect(painter.intentCount == places.count, "seed \(seed) step \(step): more is kept than shows")
            let newest = places.map { $0.drawing }.max() ?? 0
            for place in places {
                let action = painter.intent(drawing: place.drawing, place: place.index)?.sample
                #expect(action != nil, "seed \(seed) step \(step): \(place) does nothing")
                #expect(known[place] == nil || known[place] == action, "seed \(seed) step \(step): \(place)")
                known[place] = action
            }
            // A drawing that was replaced lately may still receive a late press.
            for (place, action) in known where place.drawing > newest - 400 {
                guard let now = painter.intent(drawing: place.drawing, place: place.index)?.sample else { continue }
                #expect(now == action, "seed \(seed) step \(step): \(place) became another")
            }
        }
    }
}
