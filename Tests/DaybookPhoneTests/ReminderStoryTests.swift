import DaybookCore
import Testing

@testable import DaybookPhone

/// The stories of reminders.
@MainActor struct ReminderStoryTests {
    @Test("[R1][R4] the first reminder asks whether the device may notify, and the system gets it")
    func plans() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Call Asha in 30 minutes")
        #expect(phone.notifications.permission == .granted)
        let todo = try phone.todo("Call Asha")
        let planned = try #require(phone.notifications.planned.first)
        #expect(planned.todo == todo.id && planned.due == todo.reminder && planned.title == "Time is up")
        await phone.send(.list(.swipedRight(todo.id)))
        #expect(phone.notifications.planned.isEmpty, "[R2] a to-do that is done does not remind")
    }

    @Test("[R1] “Done” and “In 10 minutes” answer a notification, also one that launches the app")
    func answers() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Call Asha in 30 minutes")
        let id = try phone.todo("Call Asha").id
        phone.clock.advance(minutes: 31)
        await phone.relaunch()
        await phone.send(.reminder(.answered(id, .later)))
        let again = try #require(phone.notifications.planned.first)
        #expect(again.due == phone.clock.now.advanced(by: .minutes(10)))
        await phone.send(.reminder(.answered(id, .done)))
        #expect(phone.app.app.home?.notebook.todos[id]?.isDone == true)
        #expect(phone.notifications.planned.isEmpty && phone.notifications.closed.contains(id))
    }

    @Test("[R3] what the system has shown does not ring once more; without permission it rings as missed")
    func shown() async throws {
        for (permission, rings) in [(NotificationStatus.Permission.granted, 0), (.denied, 1)] {
            let phone = await TestPhone()
            phone.notifications.permission = permission
            await phone.relaunch()
            await phone.signUp()
            await phone.add("Call Asha in 30 minutes")
            phone.clock.stop()
            phone.clock.advance(minutes: 45)
            await phone.relaunch()
            #expect(phone.app.app.home?.notebook.reminders.ringing.count == rings)
        }
    }

    @Test("the system gets the soonest reminders, as many as it keeps")
    func limit() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        for minutes in (1...70).reversed() { await phone.add("Call in \(minutes * 10) minutes") }
        let planned = phone.notifications.planned
        #expect(planned.count == ReminderPlan.limit)
        #expect(planned.first?.due == phone.clock.now.advanced(by: .minutes(10)))
        #expect(planned.last?.due == phone.clock.now.advanced(by: .minutes(600)))
    }

    @Test("[R1] changes that follow each other at once leave the system with the latest plan alone")
    func atOnce() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        for minutes in [10, 20, 30] { await phone.add("Call in \(minutes) minutes") }
        let todos = phone.notifications.planned.map(\.todo)
        for todo in todos.prefix(2) {
            phone.app.send(.list(.swipedRight(todo)))
            // The plan has begun.
            await Task.yield()
        }
        await phone.app.settle()
        #expect(phone.notifications.planned.map(\.todo) == [todos[2]])
    }

    @Test("[R1] a launch and a change take no other reminder away, not even for a moment")
    func stays() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        for minutes in [10, 20, 30] { await phone.add("Call in \(minutes) minutes") }
        await phone.relaunch()
        #expect(phone.notifications.planned.count == 3 && phone.notifications.cancelled.isEmpty)
        let first = try #require(phone.notifications.planned.first).todo
        await phone.send(.list(.swipedRight(first)))
        #expect(phone.notifications.planned.count == 2 && phone.notifications.cancelled == [first])
    }

    @Test("[R1] a reminder that changes is planned anew")
    func changes() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Call Asha in 30 minutes")
        let id = try phone.todo("Call Asha").id
        await phone.send(.reminder(.snoozeTapped(id, .hour)))
        let planned = phone.notifications.planned
        #expect(planned.map(\.due) == [phone.clock.now.advanced(by: .minutes(60))])
    }

    @Test("[A11] the next person gets no reminder of the one before")
    func leaving() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Call Asha in 30 minutes")
        await phone.logOut()
        #expect(phone.notifications.planned.isEmpty)
    }

    @Test("[A11] a plan that is being made when a person leaves does not stay")
    func leavingMeanwhile() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        for minutes in [10, 20, 30] { await phone.add("Call in \(minutes) minutes") }
        let first = try #require(phone.notifications.planned.first).todo
        phone.app.send(.list(.swipedRight(first)))
        await Task.yield()
        #expect(phone.app.isPlanning, "the plan has begun, and has not ended")
        phone.app.send(.logOutTapped)
        phone.app.send(.overlay(.confirmed))
        await phone.app.settle()
        #expect(!phone.isSignedIn && phone.notifications.planned.isEmpty)
    }
}
