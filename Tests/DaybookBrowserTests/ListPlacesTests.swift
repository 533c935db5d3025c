import Testing

@testable import DaybookBrowser
@testable import DaybookCore
@testable import DaybookViews

@Suite("Each list keeps where it was scrolled to")
struct ListPlacesTests {
    private func list(_ section: ListScreen.Section = .todos, _ filter: Filter = Filter(), tops: Int = 0) -> ListScreen
    {
        var list = ListScreen()
        (list.section, list.filter, list.tops) = (section, filter, tops)
        return list
    }

    private func at(_ top: Int) -> Painter.Place { Painter.Place(top: top) }

    @Test("[L5] Coming back to a list scrolls to where it was left; a list seen for the first time begins at its top")
    func comesBack() {
        var places = ListPlaces()
        #expect(places.steps(to: list(), from: at(0)) == [])
        #expect(places.steps(to: list(.notes, tops: 1), from: at(900)) == [.keep(name: 0), .toTop])
        #expect(places.steps(to: list(tops: 2), from: at(40)) == [.keep(name: 1), .back(name: 0, at(900))])
        let home = Filter(tag: "home")
        #expect(places.steps(to: list(.todos, home, tops: 3), from: at(950)) == [.keep(name: 0), .toTop])
        #expect(places.steps(to: list(.notes, home), from: at(7)) == [.keep(name: 2), .back(name: 1, at(40))])
        #expect(places.steps(to: list(.todos, home), from: at(44)) == [.keep(name: 1), .back(name: 2, at(7))])
    }

    @Test("Choosing the list that shows, or another order, scrolls to its top")
    func toTop() {
        var places = ListPlaces()
        _ = places.steps(to: list(), from: at(0))
        #expect(places.steps(to: list(tops: 1), from: at(500)) == [.toTop])
        #expect(places.steps(to: list(tops: 1), from: at(500)) == [])
    }

    @Test("[L5] A search begins at the top, and the list is where it was when the search ends")
    func search() {
        var places = ListPlaces()
        _ = places.steps(to: list(), from: at(0))
        #expect(
            places.steps(to: list(.todos, Filter(search: "m"), tops: 1), from: at(500)) == [.keep(name: 0), .toTop]
        )
        #expect(places.steps(to: list(.todos, Filter(search: "mi"), tops: 2), from: at(60)) == [.toTop])
        #expect(places.steps(to: list(.notes, Filter(search: "mi"), tops: 2), from: at(60)) == [.toTop])
        #expect(places.steps(to: list(.todos, Filter(), tops: 3), from: at(60)) == [.back(name: 0, at(500))])
    }

    @Test("[L5] A search that began while its field was in sight ends at the top, where the field is")
    func searchInSight() {
        var places = ListPlaces()
        let (all, found) = (list(), list(.todos, Filter(search: "m")))
        _ = places.steps(to: all, from: at(-200))
        #expect(places.steps(to: found, from: at(-60)) == [.keep(name: 0), .toTop])
        #expect(places.steps(to: all, from: at(-200)) == [.toTop])
        // Further down, the list is where it was.
        #expect(places.steps(to: found, from: at(700)) == [.keep(name: 0), .toTop])
        #expect(places.steps(to: all, from: at(-200)) == [.back(name: 0, at(700))])
        // So is another list to which the search has led.
        _ = places.steps(to: list(.notes), from: at(700))
        #expect(places.steps(to: list(.notes, Filter(search: "m")), from: at(-60)) == [.keep(name: 1), .toTop])
        #expect(places.steps(to: found, from: at(-200)) == [.toTop])
        #expect(places.steps(to: all, from: at(-200)) == [.back(name: 0, at(700))])
    }

    @Test("Somebody else finds no place of those before")
    func somebodyElse() {
        var places = ListPlaces()
        _ = places.steps(to: list(), from: at(0))
        _ = places.steps(to: list(.notes), from: at(500))
        #expect(places.steps(to: nil, from: at(0)) == [])
        #expect(places.steps(to: list(), from: at(0)) == [])
    }

    @Test("The host keeps the row, is drawn for where it was, and then scrolls there")
    func places() {
        let tab = HostDouble.signedIn()
        tab.tell(.scrolled, "300", "800")
        #expect(tab.press("Notes", in: "tabs"))
        #expect(tab.commands.contains(["keepplace", "rows", "0"]) && tab.commands.last == ["scrollto", "rows"])
        #expect(tab.press("To-dos", in: "tabs"))
        #expect(tab.commands.last == ["scrollto", "rows", "300", "0"])
    }

    @Test("Another list before the first drawing: the tab has no list yet, and is not told to keep its place")
    func beforeTheFirstDrawing() {
        let tab = HostDouble()
        tab.tell(.start, "/", "1", "60;", "", "0", "default", "")
        let id = "00000000-0000-0001-0000-000000000002"
        tab.tell(.diskOpen, #"{"id":"\#(id)","name":"Asha","mobile":"","email":"a@b.co"}"#, "0", "0")
        tab.tell(.route, "/notes", "9")
        #expect(!tab.commands.contains { $0[0] == "keepplace" || $0[0] == "scrollto" })
        tab.frame()
        tab.tell(.route, "/", "9")
        #expect(tab.commands.contains { $0[0] == "keepplace" })
    }

    @Test("[L5] The title of the host names the place, the filter and the search, and no to-do")
    func title() {
        let tab = HostDouble.signedIn()
        func title() -> String { tab.commands.last { $0[0] == "title" }?[1] ?? "" }
        #expect(title() == "To-dos · Daybook")
        #expect(tab.press("Done", in: "filters"))
        #expect(title() == "Done · To-dos · Daybook")
        #expect(tab.use("data-input", of: "id=\"search\"", in: "search", "milk"))
        #expect(title() == "Done · To-dos · Daybook")
        tab.tell(.timer, Effect.Timer.nameSearch.number.description)
        #expect(title() == "“milk” · Done · To-dos · Daybook")
        #expect(tab.use("data-press", of: "aria-label=\"New to-do\"", in: "tabs"))
        #expect(title() == "New to-do · Daybook")
        #expect(tab.commands.contains(["route", "pushState", "2", "/new?state=done&q=milk"]))
    }
}
