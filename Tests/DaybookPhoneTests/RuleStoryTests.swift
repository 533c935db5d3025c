import DaybookCore
import Foundation
import Testing

@testable import DaybookPhone

/// The rules of accounts, to-dos, lists and notes, each by what a person taps and types, with a real file.
@MainActor struct RuleStoryTests {
    private func signedIn(_ lines: String...) async -> TestPhone {
        let phone = await TestPhone.signedIn()
        for line in lines {
            await phone.add(line)
            phone.clock.advance(minutes: 1)
        }
        return phone
    }

    private func home(_ phone: TestPhone) throws -> Home { try #require(phone.app.app.home) }

    // MARK: - Accounts

    @Test(
        "[A2][A3][A4][A5] a sign-up that breaks a rule is refused at its field, and passes once it is mended",
        arguments: [
            (Violation.Field.name, "Al", "Asha Rao"), (.mobile, "12345", "+91 98765-43210"),
            (.email, "asha@example", "asha@example.org"), (.password, "password", "xYQ7#wZ9k"),
        ]
    )
    func signUp(field: Violation.Field, wrong: String, right: String) async {
        let phone = await TestPhone()
        await phone.signUp(
            name: field == .name ? wrong : "Asha Rao",
            mobile: field == .mobile ? wrong : "9876543210",
            email: field == .email ? wrong : "asha@example.org",
            password: field == .password ? wrong : TestPhone.password
        )
        #expect(!phone.isSignedIn && phone.violations.map { $0.field }.contains(field))
        await phone.send(.signUp(.changed(field, right)))
        if field == .password { await phone.send(.signUp(.changed(.passwordAgain, right))) }
        await phone.send(.signUp(.submitted))
        #expect(phone.isSignedIn)
    }

    @Test("[A12][A13] no file of the device has a password, and none that is left after logging out opens without it")
    func passwords() async throws {
        let phone = await signedIn("Secret plan")
        #expect(try phone.filesContaining(TestPhone.password).isEmpty)
        await phone.logOut()
        #expect(try phone.filesContaining(TestPhone.password).isEmpty)
        #expect(try phone.filesContaining("Secret plan").isEmpty)
    }

    @Test("[A10] the question before logging out is in words, and no keeps the person in")
    func logOutQuestion() async throws {
        let phone = await signedIn()
        await phone.send(.logOutTapped)
        let question = try #require(phone.app.question)
        #expect(question.title == "Log out of Daybook?" && question.yes == "Log out" && question.isDestructive)
        phone.app.decline()
        #expect(phone.app.question == nil && phone.isSignedIn)
    }

    // MARK: - To-dos

    @Test("[T1][T2][T4] a title that is too long stays, and its rest goes to the detail or needs other limits")
    func longTitle() async throws {
        let phone = await signedIn()
        let long = "Ask everybody in the house for the book of the month"
        await phone.add(long)
        #expect(phone.titles.isEmpty)
        #expect(try home(phone).list.quickAdd.text == long && home(phone).list.quickAdd.left(phone.app.app.rules) < 0)
        await phone.send(.list(.quickAddSubmitted(.divided)))
        let todo = try #require(try home(phone).notebook.todos.todos.first)
        #expect(todo.title.count <= 32 && todo.detail != nil && !todo.isDone && todo.created == todo.modified)
        await phone.send(.limitsChosen(.roomy))
        await phone.add(long)
        #expect(phone.titles.contains(long))
    }

    @Test("[T3] a fourth tag and a tag twice are refused at the field, with the text kept")
    func tags() async throws {
        let phone = await signedIn("Buy milk")
        await phone.send(.list(.rowTapped(try phone.todo("Buy milk").id)))
        let typed: [(String, Violation.Code?)] = [
            ("one", nil), ("ONE", .duplicate), ("muchtoolong", .tooLong), ("two", nil), ("three", nil),
            ("four", .tooMany),
        ]
        for (tag, code) in typed {
            await phone.send(.editor(.tagTextChanged(tag)))
            await phone.send(.editor(.tagSubmitted))
            #expect(try home(phone).editor?.violation(.tags)?.code == code, "\(tag)")
            #expect(try home(phone).editor?.tagText == (code == nil ? "" : tag))
        }
        await phone.send(.editor(.tagTextChanged("")))
        await phone.send(.editor(.saveTapped))
        #expect(try phone.todo("Buy milk").tags == ["one", "three", "two"], "they stand in the alphabet's order")
    }

    @Test("[T3] a tag is renamed on all to-dos and notes, and taken from them, each with one undo")
    func retag() async throws {
        let phone = await signedIn("Buy milk #home", "Sweep #home")
        await phone.send(.list(.tagMenuOpened("home", at: nil)))
        await phone.send(.overlay(.renameTapped))
        #expect(try home(phone).words == "home")
        await phone.send(.overlay(.nameChanged("house")))
        await phone.send(.overlay(.confirmed))
        #expect(try home(phone).offeredTags == ["house"])
        await phone.send(.list(.tagMenuOpened("house", at: nil)))
        await phone.send(.overlay(.removeTapped))
        #expect(try home(phone).offeredTags.isEmpty)
        await phone.send(.toast(.undoTapped))
        #expect(try home(phone).offeredTags == ["house"])
    }

    @Test("[T5][T6] a deadline and a reminder that have passed are refused at their fields")
    func past() async throws {
        let phone = await signedIn("Buy milk")
        await phone.send(.list(.rowTapped(try phone.todo("Buy milk").id)))
        await phone.send(.editor(.deadlinePicked(try #require(CivilDate("2027-01-14")))))
        await phone.send(.editor(.reminderPicked(phone.clock.now.advanced(by: .minutes(-5)))))
        await phone.send(.editor(.saveTapped))
        #expect(try home(phone).editor?.violation(.deadline) != nil && home(phone).editor?.violation(.reminder) != nil)
        #expect(try phone.todo("Buy milk").deadline == nil)
    }

    @Test("[T9] bins show on each row, and each asks before it deletes")
    func bins() async throws {
        let phone = await signedIn("Buy milk")
        let id = try phone.todo("Buy milk").id
        await phone.send(.list(.binsTapped))
        #expect(try home(phone).list.showsBins)
        await phone.send(.list(.binTapped(id)))
        let question = try #require(phone.app.question)
        #expect(question.title == "Delete this to-do?" && question.text.contains("Buy milk"))
        phone.app.decline()
        #expect(phone.titles == ["Buy milk"])
        await phone.send(.list(.binTapped(id)))
        await phone.send(.overlay(.confirmed))
        #expect(phone.titles.isEmpty)
    }

    @Test("[T10] a sample is not edited, but copied, or removed with all others", .timeLimit(.minutes(2)))
    func samples() async throws {
        try await withServer { address, wire in
            let phone = await TestPhone(server: address, transport: wire)
            await phone.signUp()
            await phone.app.refresh()
            await phone.app.settle()
            let samples = try home(phone).notebook.todos.todos.filter { $0.origin == .imported }
            let sample = try #require(samples.first { $0.title.count <= 32 })
            await phone.send(.list(.rowTapped(sample.id)))
            #expect(phone.app.question?.offersToRemoveSamples == true)
            await phone.send(.overlay(.confirmed))
            #expect(try home(phone).editor?.subject == .new && home(phone).editor?.draft.title == sample.title)
            await phone.send(.editor(.saveTapped))
            await phone.send(.list(.rowTapped(sample.id)))
            await phone.send(.list(.samplesRemoved))
            #expect(phone.app.question == nil && phone.titles == [sample.title])
            await phone.send(.toast(.undoTapped))
            #expect(try home(phone).notebook.todos.count == samples.count + 1)
            await phone.logOut()
        }
    }

    @Test("[T11][T12] what cannot be saved is not lost: closing it asks, and a drag does not close it")
    func closing() async throws {
        let phone = await signedIn("Buy milk")
        await phone.send(.list(.newTapped))
        #expect(try !home(phone).asksOnClosing)
        await phone.send(.editor(.detailChanged("A detail without a title")))
        #expect(try home(phone).asksOnClosing)
        phone.app.goBack()
        #expect(phone.app.question?.yes == "Discard")
        phone.app.decline()
        #expect(try home(phone).editor?.draft.detail == "A detail without a title")
        await phone.send(.editor(.titleChanged("Read")))
        #expect(try !home(phone).asksOnClosing)
        phone.app.goBack()
        await phone.app.settle()
        #expect(try home(phone).sheet == nil && phone.titles.contains("Read"))

        await phone.send(.list(.rowTapped(try phone.todo("Buy milk").id)))
        await phone.send(.editor(.titleChanged("  ")))
        #expect(try home(phone).asksOnClosing && home(phone).editor?.canSave == false)
        phone.app.goBack()
        await phone.send(.overlay(.confirmed))
        #expect(phone.titles.contains("Buy milk"))
    }

    @Test("[T11][P8] a link to an unknown record shows a message, and a link to a deleted one offers it back")
    func missing() async throws {
        let phone = await signedIn("Buy milk")
        let id = try phone.todo("Buy milk").id
        await phone.send(.list(.swipedLeft(id)))
        await phone.app.open(path: "/todo/\(id.uuid)")
        #expect(phone.app.question?.title == "“Buy milk” was deleted")
        await phone.send(.overlay(.confirmed))
        #expect(try home(phone).editor?.subject == .existing(id))
        await phone.send(.editor(.closed))
        await phone.app.open(path: "/todo/\(phone.clock.newID())")
        #expect(phone.app.question?.yes == nil && phone.app.question?.title == "This to-do isn’t here")
    }

    // MARK: - Lists

    @Test("[L1][L2][L3] the orders, and the person's own, which a drag changes; each is kept")
    func orders() async throws {
        let phone = await signedIn("banana by tomorrow", "Äpple", "cherry by today")
        let expected: [(Order, [String])] = [
            (.created, ["cherry", "Äpple", "banana"]), (.deadline, ["cherry", "banana", "Äpple"]),
            (.title, ["Äpple", "banana", "cherry"]), (.titleDescending, ["cherry", "banana", "Äpple"]),
        ]
        for (order, titles) in expected {
            await phone.send(.list(.orderChosen(order)))
            #expect(phone.titles == titles, "\(order)")
        }
        await phone.send(.list(.orderChosen(.own)))
        let first = try #require(phone.titles.first)
        await phone.send(.list(.moved(try phone.todo(first).id, by: 2)))
        #expect(phone.titles.last == first)
        let titles = phone.titles
        await phone.relaunch()
        #expect(phone.titles == titles)
    }

    @Test("[L4] a search finds title, detail and tags in both lists; without a match everything shows")
    func search() async throws {
        let phone = await signedIn("Buy crème #home", "Sweep")
        await phone.send(.list(.newNoteTapped))
        await phone.send(.note(.titleChanged("Creme brulee")))
        await phone.send(.note(.descriptionChanged(String(repeating: "Sugar, eggs and time. ", count: 5))))
        await phone.send(.note(.closed))
        await phone.send(.list(.sectionChosen(.todos)))
        await phone.send(.list(.searchChanged("CREME")))
        #expect(phone.titles == ["Buy crème"])
        #expect(try home(phone).foundNotes.map { $0.title } == ["Creme brulee"] && home(phone).foundTodos.isEmpty)
        await phone.send(.list(.sectionChosen(.notes)))
        #expect(try home(phone).foundTodos.map { $0.title } == ["Buy crème"] && home(phone).foundNotes.isEmpty)
        await phone.send(.list(.sectionChosen(.todos)))
        await phone.send(.list(.searchChanged("#home")))
        #expect(phone.titles == ["Buy crème"])
        await phone.send(.list(.searchChanged("nowhere")))
        #expect(phone.titles.count == 2)
        #expect(try home(phone).visible(on: phone.app.today).isSearchEmpty)
    }

    @Test("[L5][L6][L7] the filters, the fold of what is done, the count, and the words of an empty list")
    func filters() async throws {
        let phone = await signedIn()
        #expect(try phone.app.countWords(of: home(phone)) == "No to-dos")
        #expect(try phone.app.emptyWords(of: home(phone)).title == "A clear page")
        await phone.add("Buy milk by today")
        await phone.add("Sweep")
        await phone.send(.list(.checkTapped(try phone.todo("Sweep").id)))
        #expect(try !phone.todo("Buy milk").isDone)
        phone.clock.advance(minutes: 1)
        #expect(try phone.app.countWords(of: home(phone)) == "2 to-dos, 1 open")
        #expect(phone.titles == ["Buy milk"])
        await phone.send(.list(.completedTapped))
        #expect(phone.titles == ["Buy milk", "Sweep"])
        await phone.send(.list(.filterTapped(.done)))
        #expect(phone.titles == ["Sweep"])
        await phone.send(.list(.filterTapped(.open)))
        #expect(phone.titles == ["Buy milk"])
        phone.app.show(.today)
        #expect(try phone.app.countWords(of: home(phone)) == "1 to-do")
        phone.app.show(.upcoming)
        #expect(try phone.app.emptyWords(of: home(phone)).title == "Nothing planned")
        phone.app.show(.notes)
        #expect(try phone.app.countWords(of: home(phone)) == "No notes")
        #expect(try phone.app.emptyWords(of: home(phone)).title == "Nothing written yet")
    }

    // MARK: - Notes

    @Test("[N2] a note that breaks a rule stays here as a draft, also over a relaunch, until the limits allow it")
    func draft() async throws {
        let phone = await signedIn()
        await phone.send(.list(.newNoteTapped))
        await phone.send(.note(.titleChanged("Short note")))
        await phone.send(.note(.descriptionChanged("Too short")))
        let id = try #require(try home(phone).openNote?.id)
        await phone.send(.note(.closed))
        #expect(try home(phone).draftCount == 1)
        await phone.relaunch()
        #expect(try home(phone).draftCount == 1)
        await phone.send(.list(.noteTapped(id)))
        #expect(try home(phone).openNote?.writing != nil, "a draft opens to be written")
        await phone.send(.limitsChosen(.roomy))
        await phone.send(.note(.doneTapped))
        #expect(try home(phone).draftCount == 0 && home(phone).notebook.notes[id]?.description == "Too short")
    }
}
