import DaybookCore
import Foundation
import Testing

@testable import DaybookPhone

/// The stories of planning: by offers, by words and by a calendar. It is Friday, January 15, 2027, at 8.
@MainActor struct WhenStoryTests {
    private func signedIn(_ lines: String...) async -> TestPhone {
        let phone = await TestPhone.signedIn()
        for line in lines { await phone.add(line) }
        return phone
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func planned(_ phone: TestPhone) throws -> Overlay.Planned {
        guard case .when(let planned, _, _) = phone.app.app.home?.overlay else {
            Issue.record("nothing asks when")
            throw CancellationError()
        }
        return planned
    }

    private func deadline(_ phone: TestPhone, _ title: String) throws -> CivilDate? {
        try phone.todo(title).deadline.map { phone.clock.zone.date(at: $0) }
    }

    @Test("[T5][T14][P7] a row is planned by an offer, by a day of the calendar and by words, and each can be undone")
    func row() async throws {
        let phone = await signedIn("Buy milk")
        let id = try phone.todo("Buy milk").id
        await phone.send(.list(.whenTapped(id)))
        await phone.send(try planned(phone).action(.offer(.tomorrow)))
        #expect(phone.app.app.home?.overlay == nil)
        #expect(try deadline(phone, "Buy milk") == day("2027-01-16"))

        await phone.send(.list(.whenTapped(id)))
        await phone.send(try planned(phone).action(.day(try day("2027-02-01"))))
        #expect(try deadline(phone, "Buy milk") == day("2027-02-01"))
        await phone.send(.toast(.undoTapped))
        #expect(try deadline(phone, "Buy milk") == day("2027-01-16"))

        await phone.send(.list(.whenTapped(id)))
        await phone.send(.overlay(.nameChanged("gibberish")))
        await phone.send(.overlay(.confirmed))
        #expect(phone.app.app.home?.overlay != nil, "words that are not a time keep the question open")
        await phone.send(.overlay(.nameChanged("monday 9am")))
        await phone.send(.overlay(.confirmed))
        #expect(phone.app.app.home?.overlay == nil)
        await phone.relaunch()
        let todo = try phone.todo("Buy milk")
        #expect(todo.deadline.map { phone.clock.zone.date(at: $0) } == (try day("2027-01-18")))

        await phone.send(.list(.planned(id, .none)))
        #expect(try phone.todo("Buy milk").deadline == nil)
    }

    @Test("[T8][P7] chosen rows are planned together, by a day or by words, in one step")
    func several() async throws {
        let phone = await signedIn("One", "Two", "Three")
        for way in 0..<2 {
            await phone.send(.list(.choosing(.began(try phone.todo("One").id))))
            await phone.send(.list(.choosing(.picked(try phone.todo("Two").id))))
            await phone.send(.list(.choosing(.act(.when))))
            #expect(try planned(phone) == .chosen)
            if way == 0 {
                await phone.send(try planned(phone).action(.day(try day("2027-03-05"))))
            } else {
                await phone.send(.overlay(.nameChanged("5 march")))
                await phone.send(.overlay(.confirmed))
            }
            #expect(try deadline(phone, "One") == day("2027-03-05"))
            #expect(try deadline(phone, "Two") == day("2027-03-05"))
            #expect(try deadline(phone, "Three") == nil)
            #expect(phone.app.app.home?.list.choice == nil)
            await phone.send(.toast(.undoTapped))
            #expect(try deadline(phone, "One") == nil && deadline(phone, "Two") == nil)
        }
    }

    @Test("[T5][T6][P7] the editor takes a day, a time and words for deadline and reminder")
    func editor() async throws {
        let phone = await signedIn("Buy milk")
        await phone.send(.list(.rowTapped(try phone.todo("Buy milk").id)))
        await phone.send(.editor(.whenTapped(.deadline)))
        #expect(phone.app.app.home?.editor?.deadlineCalendar != nil)
        let chosen = try day("2027-01-20")
        await phone.send(.editor(.deadlinePicked(chosen)))
        await phone.send(.editor(.deadlineTimed(phone.app.firstMinute(on: chosen))))
        await phone.send(.editor(.reminderTyped("tomorrow 7am")))
        await phone.send(.editor(.reminderDayPicked(try day("2027-01-19"))))
        await phone.send(.editor(.reminderTimed(18 * 60)))
        await phone.send(.editor(.saveTapped))
        let zone = phone.clock.zone
        let todo = try phone.todo("Buy milk")
        #expect(todo.deadline == zone.instant(on: chosen, minuteOfDay: 9 * 60))
        #expect(todo.reminder == zone.instant(on: try day("2027-01-19"), minuteOfDay: 18 * 60))
        #expect(phone.notifications.planned.map { $0.due } == [try #require(todo.reminder)])
    }

    @Test("[T7] the editor repeats by any rule, with an end")
    func repeats() async throws {
        let phone = await signedIn("Water the plants")
        await phone.send(.list(.rowTapped(try phone.todo("Water the plants").id)))
        await phone.send(.editor(.deadlineSuggested(.today)))
        await phone.send(.editor(.repeatEdited(.customTapped)))
        await phone.send(.editor(.repeatEdited(.interval(2))))
        await phone.send(.editor(.repeatEdited(.weekday(1))))
        await phone.send(.editor(.repeatEdited(.count(3))))
        await phone.send(.editor(.saveTapped))
        let rule = try #require(try phone.todo("Water the plants").repetition).rule
        #expect(rule.interval == 2 && rule.end == .count(3))
        #expect(Set(rule.weekdays.map { $0.day }) == [1, 5])
    }

    @Test("a tap in a calendar of several days picks one")
    func tapped() throws {
        let (first, second) = (try day("2027-01-15"), try day("2027-01-16"))
        var parts = second.parts
        // The system's calendar gives more parts of a day.
        parts.calendar = Calendar(identifier: .gregorian)
        parts.era = 1
        #expect(CivilDate.tapped([first.parts], over: nil) == first)
        #expect(CivilDate.tapped([first.parts, parts], over: first) == second)
        #expect(CivilDate.tapped([], over: first) == first)
        #expect(CivilDate.tapped([], over: nil) == nil)
        #expect(CivilDate(DateComponents(year: 2027, month: 1)) == nil)
    }

    @Test("a time that is first offered is one that comes")
    func firstMinute() async throws {
        let phone = await signedIn()
        #expect(phone.app.firstMinute(on: try day("2027-01-15")) == 9 * 60)
        phone.clock.advance(minutes: 5 * 60 + 10)
        #expect(phone.app.firstMinute(on: try day("2027-01-15")) == 14 * 60)
        phone.clock.advance(minutes: 10 * 60)
        #expect(phone.app.firstMinute(on: try day("2027-01-15")) == 23 * 60 + 30)
        #expect(phone.app.firstMinute(on: try day("2027-01-16")) == 9 * 60)
    }

    @Test("[T14] the pieces of a line are named, and become plain text and pieces again by a tap")
    func pieces() async throws {
        let phone = await signedIn()
        func pieces() throws -> [LinePiece] { try #require(phone.app.app.home).list.quickAdd.pieces(phone.app.moment) }
        await phone.send(.list(.quickAddChanged("Call Asha tomorrow 9am #home")))
        #expect(try pieces().map { $0.kind } == [.reminder, .tag])
        #expect(try pieces().map { $0.words } == ["tomorrow 09:00", "home"])
        let tag = try #require(try pieces().last)
        await phone.send(.list(.quickAddToggled(at: tag.place)))
        #expect(try pieces().map { $0.kind } == [.reminder, .plain])
        #expect(try pieces().last?.words == "#home")
        await phone.send(.list(.quickAddToggled(at: tag.place)))
        #expect(try pieces().last?.kind == .tag)
        await phone.send(.list(.quickAddSubmitted(.whole)))
        #expect(phone.titles == ["Call Asha"])
    }
}
