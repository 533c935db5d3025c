import DaybookClient
import DaybookCore
import DaybookWidget
import Foundation
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import DaybookPhone

/// The stories of a phone with the real server.
@MainActor struct ServerStoryTests {
    @Test("[S1][A9][N4] two phones of one person have the same to-dos, notes and photos", .timeLimit(.minutes(2)))
    func twoPhones() async throws {
        try await withServer { address, wire in
            let first = await TestPhone(server: address, transport: wire)
            await first.signUp()
            #expect(first.isSignedIn)
            await first.add("Buy milk")
            let (note, png) = try await first.addNote()
            await first.send(.note(.closed))
            await first.app.refresh()
            await first.app.settle()

            let second = await TestPhone(server: address, transport: wire)
            await second.signIn()
            await second.app.refresh()
            await second.app.settle()
            #expect(second.titles.contains("Buy milk"))
            let photo = try #require(second.app.app.home?.notebook.notes[note]?.photos.first)
            #expect(await second.app.photo(photo.sha256) == png)

            await second.send(.list(.swipedRight(try second.todo("Buy milk").id)))
            await second.relaunch()
            #expect(second.isSignedIn)
            await first.app.refresh()
            await first.app.settle()
            #expect(try first.todo("Buy milk").isDone)
            // An acknowledged change is not unsent any more, also in the file.
            let file = try #require(await first.app.storage.open?.file)
            #expect(try file.read { try $0.unsentCount() } == first.app.app.home?.notebook.replica.unsentCount)
            await first.logOut()
            await second.logOut()
        }
    }

    @Test(
        "[A13][S5] without a network a person adds, logs out, signs in, and all of it arrives later",
        .timeLimit(.minutes(2))
    )
    func offline() async throws {
        try await withServer { address, wire in
            let phone = await TestPhone(server: address, transport: wire)
            await phone.signUp()
            wire.isCut = true
            await phone.send(.onlineChanged(false))
            await phone.add("On the train")
            #expect(phone.app.app.home?.banner(isOnline: false) != nil)
            await phone.logOut()
            #expect(!phone.isSignedIn)
            await phone.relaunch()
            await phone.signIn("asha@example.org", "wrong")
            #expect(phone.failure != nil)
            await phone.signIn()
            #expect(phone.titles.contains("On the train"))
            wire.isCut = false
            await phone.send(.onlineChanged(true))
            await phone.app.refresh()
            await phone.app.settle()
            #expect(phone.app.app.home?.notebook.replica.unsentCount == 0)
            let other = await TestPhone(server: address, transport: wire)
            await other.signIn()
            await other.app.refresh()
            await other.app.settle()
            #expect(other.titles.contains("On the train"))
            await other.logOut()
            await phone.logOut()
        }
    }

    @Test("[L7] a phone that has not read the account does not say that there is nothing", .timeLimit(.minutes(2)))
    func notRead() async throws {
        try await withServer { address, wire in
            let first = await TestPhone(server: address, transport: wire)
            await first.signUp()
            await first.add("Buy milk")
            await first.app.refresh()
            wire.lost = [.sync]
            let second = await TestPhone(server: address, transport: wire)
            await second.signIn()
            let home = try #require(second.app.app.home)
            #expect(second.app.firstRead == .outOfReach && second.app.countWords(of: home).isEmpty)
            #expect(second.app.emptyWords(of: home).title == "Nothing on this device yet")
            wire.lost = []
            await second.app.refresh()
            await second.app.settle()
            #expect(second.app.firstRead == .done && second.titles.contains("Buy milk"))
            let count = second.app.countWords(of: try #require(second.app.app.home))
            #expect(count.contains(" to-dos, "), "with the samples")
            await first.logOut()
            await second.logOut()
        }
    }

    @Test(
        "[R1][R3] a reminder that a refresh behind the screen brings after its time is shown, and one in time is not twice",
        .timeLimit(.minutes(2))
    )
    func broughtLate() async throws {
        try await withServer { address, wire in
            let (first, second, secondWire) = await twoPhones(of: address, wire)
            await second.add("Water the plants in 30 minutes")
            await second.app.refresh()
            #expect(second.notifications.permission == .granted)
            // Otherwise the server's stream would bring the reminder in time.
            secondWire.isCut = true
            await second.send(.onlineChanged(false))
            await first.add("Call Asha in 5 minutes")
            await first.app.refresh()
            second.clock.advance(minutes: 10)
            secondWire.isCut = false
            await second.relaunch(visible: false)
            await second.app.refresh()
            await second.app.settle()
            let late = try first.todo("Call Asha").id
            #expect(second.notifications.shown.map(\.todo) == [late])
            second.clock.advance(minutes: 25)
            await second.app.settle()
            #expect(second.notifications.shown.map(\.todo) == [late], "the system shows what it was given")
            await first.logOut()
            await second.logOut()
        }
    }

    @Test(
        "[P1][P2][P3] what Siri adds, the widget marks and Reminders give reaches the person's other phone, once",
        .timeLimit(.minutes(2))
    )
    func outside() async throws {
        try await withServer { address, wire in
            let (first, second, secondWire) = await twoPhones(of: address, wire)
            await second.app.refresh()
            // Otherwise the server's stream would bring the first phone's import before the second one imports.
            secondWire.isCut = true
            await second.send(.onlineChanged(false))
            await second.app.settle()
            let rent = try await first.app.add("Pay rent by today")
            let reminders = [
                AppleReminder(id: "A", title: "Call Asha"),
                AppleReminder(id: "B", title: "Water the plants", rule: .init(frequency: 0), isCompleted: true),
            ]
            // Both phones import before they have synced with each other.
            let firstResult = try await first.app.importReminders(reminders)
            let secondResult = try await second.app.importReminders(reminders)
            #expect(firstResult.added == 2 && secondResult.added == 2)
            secondWire.isCut = false
            await second.send(.onlineChanged(true))
            let account = try #require(first.app.app.home?.notebook.account.id)
            try first.widget.folder?.add(WidgetMark(account: account, todo: rent.id, moment: first.clock.now))
            for phone in [first, second, first] {
                await phone.app.refresh()
                await phone.app.settle()
            }
            #expect(second.app.app.home?.notebook.todos[rent.id]?.isDone == true)
            for phone in [first, second] {
                let todos = try #require(phone.app.app.home).notebook.todos.todos
                #expect(todos.filter { $0.title == "Call Asha" }.count == 1)
                #expect(try phone.todo("Water the plants").isDone)
                #expect(phone.app.app.home?.notebook.replica.rejections.isEmpty == true)
            }
            await first.logOut()
            await second.logOut()
        }
    }

    @Test("[S11] the server's stream brings a change of one phone to the other", .timeLimit(.minutes(2)))
    func events() async throws {
        try await withServer { address, wire in
            let first = await TestPhone(server: address, transport: wire)
            await first.signUp()
            let second = await TestPhone(server: address, transport: wire)
            await second.signIn()
            await second.app.refresh()
            await first.add("Buy milk")
            while !second.titles.contains("Buy milk") { try await Task.sleep(for: .milliseconds(5)) }
            await first.logOut()
            await second.logOut()
        }
    }

    @Test("a redirect is an answer, and is not followed", .timeLimit(.minutes(1)))
    func redirect() async throws {
        let router = Router()
        router.get("/api/v1/account") { _, _ in Response(status: .found, headers: [.location: "/elsewhere"]) }
        router.get("/elsewhere") { _, _ in "secret" }
        try await Application(router: router).test(.live) { client in
            let transport = URLSessionTransport(try ServerAddress("http://localhost:\(try #require(client.port))"))
            let answer = try await transport.answer(
                to: Call(request: DaybookCore.Request(.account, .get, "/api/v1/account"))
            )
            #expect(answer.status == 302)
            transport.close()
            await #expect(throws: SyncFailure.self) {
                try await transport.answer(to: Call(request: DaybookCore.Request(.account, .get, "/api/v1/account")))
            }
        }
    }

    @Test("[A8] the server's words for a wrong password and an unknown login are the same", .timeLimit(.minutes(1)))
    func wrong() async throws {
        try await withServer { address, wire in
            let phone = await TestPhone(server: address, transport: wire)
            await phone.signUp()
            await phone.logOut()
            await phone.signIn("asha@example.org", "wrong")
            let wrong = phone.failure
            await phone.signIn("nobody@example.org", "wrong")
            #expect(wrong != nil && phone.failure == wrong)
            await phone.signUp(mobile: "9876543299")
            #expect(phone.violations.map { $0.field } == [.email])
        }
    }

    /// Two phones of one person, who has signed up on the first; and the second one's wire, which a test may cut.
    private func twoPhones(of address: ServerAddress, _ wire: Wire) async -> (TestPhone, TestPhone, Wire) {
        let first = await TestPhone(server: address, transport: wire)
        await first.signUp()
        let secondWire = Wire(wire)
        let second = await TestPhone(server: address, transport: secondWire)
        await second.signIn()
        return (first, second, secondWire)
    }
}
