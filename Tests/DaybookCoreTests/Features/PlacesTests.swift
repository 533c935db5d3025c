import Testing

@testable import DaybookCore

@Suite("Where the app is")
struct PlacesTests {
    @Test("[T11] Going back closes a question, a screen, the editor and the search, one at a time")
    func oneAtATime() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.searchChanged("milk")))
        story.play(.list(.rowTapped(todo.id)))
        story.play(.upper(.accountOpened))
        story.play(.logOutTapped)
        let places: [Route] = [.home, .home, .todo(todo.id), .account, .account]
        for count in (1...5).reversed() {
            #expect(story.app.places == Array(places.prefix(count)))
            story.back()
        }
        // Nothing is left to close.
        #expect(story.app.places == [.home] && story.homeState.list.filter.search == "")
    }

    @Test("[T11] Going back closes a menu", arguments: [false, true])
    func menus(isNotes: Bool) {
        var story = Story.signedIn()
        if isNotes { story.play(.list(.sectionChosen(.notes))) }
        let base = isNotes ? Route.notes : .home
        for action in [Home.Action.list(.orderTapped), .accountTapped, .shortcutsTapped] {
            story.play(action)
            #expect(story.app.places == [base, base])
            story.back()
            #expect(story.app.places == [base] && story.homeState.overlay == nil)
        }
    }

    @Test("Sign-up lies above sign-in, also when its address was opened")
    func signUp() {
        var story = Story()
        #expect(story.app.places == [])
        _ = reduce(&story.app, .launched(App.World(), path: "/sign-up"), story.now)
        _ = reduce(&story.app, .diskEmpty(leftHere: false), story.now)
        _ = reduce(&story.app, .answered(.account, Answer(status: 401)), story.now)
        #expect(story.app.places == [.home, .signUp])
        story.back()
        #expect(story.app.screen == .signIn(SignIn()) && story.app.places == [.home])
    }

    @Test(
        "[T11] An address that was opened lies above its list",
        arguments: [Route.account, .trash, .reminders, .notes]
    )
    func entrance(route: Route) {
        var story = Story()
        _ = reduce(&story.app, .launched(App.World(), path: route.path), story.now)
        _ = reduce(&story.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), story.now)
        #expect(story.app.places == (route == .notes ? [.notes] : [.home, route]))
    }
}
