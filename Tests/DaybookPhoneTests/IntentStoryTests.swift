import DaybookCore
import Foundation
import Testing

@testable import DaybookPhone

/// The stories of Siri and shortcuts, which may launch the app.
@MainActor struct IntentStoryTests {
    @Test("[P2][T14] words of a shortcut are a to-do, also when they launch the app, and what was being typed stays")
    func add() async throws {
        let phone = await TestPhone.signedIn()
        await phone.send(.list(.dueTapped(.today)))
        await phone.send(.list(.quickAddChanged("Half a thou")))
        let todo = try await phone.app.add("Pay rent tomorrow 9am #home")
        #expect(todo.title == "Pay rent" && todo.tags == ["home"] && todo.reminder != nil)
        #expect(try await phone.titlesInFile() == ["Pay rent"])
        #expect(phone.app.app.home?.list.quickAdd.text == "Half a thou")
        #expect(try await phone.app.add("Buy milk").deadline == nil, "the list that was open gives nothing")
        await phone.relaunch()
        #expect(try await phone.app.add("Buy bread").title == "Buy bread")
        await phone.send(.list(.key(.undo, at: nil)))
        #expect(!phone.titles.contains("Buy bread"))
    }

    @Test("[P2][R1] when a shortcut has added a to-do, the system has its reminder")
    func reminds() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Call Asha in 30 minutes")
        await phone.relaunch(visible: false)
        let todo = try await phone.app.add("Take pills in 2 hours")
        #expect(phone.notifications.planned.map(\.todo).contains(todo.id))
    }

    @Test("[P2][T2][T6] a refusal has the words of its rule, and long words go on in the detail")
    func refused() async throws {
        let phone = await TestPhone.signedIn()
        await #expect(throws: IntentError.self) { try await phone.app.add("  ") }
        let long = try await phone.app.add(String(repeating: "long ", count: 20))
        #expect(long.title.count <= 32 && long.detail?.isEmpty == false)
        #expect(IntentError.signedOut.text.contains("sign in"))
    }

    @Test("[P2][L9] Today is what the list shows; marking one done returns it done")
    func today() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Pay rent by today")
        await phone.add("Buy milk")
        let today = try await phone.app.today()
        #expect(today.map { $0.title } == ["Pay rent"])
        let id = try #require(today.first).id
        #expect(try await phone.app.todos(matching: "milk").map { $0.title } == ["Buy milk"])
        #expect(try await phone.app.todos(matching: "cheese").isEmpty)
        #expect(try await phone.app.todos(matching: "").count == 2)
        #expect(try await phone.app.markDone(id).isDone)
        #expect(try await phone.app.today().isEmpty)
        #expect(try await phone.app.todos([id]).map { $0.isDone } == [true])
        await #expect(throws: IntentError.missing) { try await phone.app.markDone(Todo.ID(UUID(high: 1, low: 1))) }
        await phone.relaunch()
        #expect(phone.app.app.home?.notebook.todos[id]?.isDone == true)
    }

    @Test("[P2][A11] nothing is told or taken when nobody is signed in")
    func signedOut() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Secret plan by today")
        await phone.logOut()
        await #expect(throws: IntentError.signedOut) { try await phone.app.today() }
        await #expect(throws: IntentError.signedOut) { try await phone.app.add("Buy milk") }
        await #expect(throws: IntentError.signedOut) { try await phone.app.todos(matching: "secret") }
    }
}
