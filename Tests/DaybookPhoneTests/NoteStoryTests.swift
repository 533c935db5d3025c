import DaybookCore
import Foundation
import Testing

@testable import DaybookPhone

/// The stories of a note's links, to-dos, tags and pin.
@MainActor struct NoteStoryTests {
    private func written(_ text: String) async throws -> (TestPhone, Note.ID) {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.send(.list(.newNoteTapped))
        await phone.send(.note(.titleChanged("Holidays")))
        await phone.send(.note(.descriptionChanged(text)))
        let note = try #require(phone.app.app.home?.openNote?.id)
        await phone.send(.note(.doneTapped))
        return (phone, note)
    }

    private var long: String { String(repeating: "A week by the sea. ", count: 6) }

    @Test("[N3] the web addresses of a text are links, and nothing else is")
    func links() throws {
        let text = "Book at https://example.org/a?b=1, then (see http://example.com/x). Not ftp://example.org."
        let linked = PhoneTexts.linked(text)
        #expect(String(linked.characters) == text)
        let links = linked.runs.compactMap { $0.link?.absoluteString }
        #expect(links == ["https://example.org/a?b=1", "http://example.com/x"])
        #expect(PhoneTexts.links(text).map { $0.absoluteString } == links)
        #expect(PhoneTexts.links("nothing here").isEmpty)
    }

    @Test("[N3] the lines with a dash become to-dos, which the note lists, marks and opens")
    func todos() async throws {
        let (phone, note) = try await written(long + "\n- Book the train\n- Pack")
        #expect(phone.app.todos(of: note).isEmpty)
        await phone.send(.note(.toTodosTapped))
        #expect(Set(phone.app.todos(of: note).map { $0.title }) == ["Book the train", "Pack"])
        let pack = try phone.todo("Pack").id
        await phone.send(.list(.checkTapped(pack)))
        #expect(phone.app.todos(of: note).first { $0.id == pack }?.isDone == true)
        #expect(phone.app.app.home?.openNote?.id == note, "marking leaves the note open")
        await phone.relaunch()
        await phone.send(.list(.noteTapped(note)))
        await phone.send(.list(.rowTapped(try phone.todo("Book the train").id)))
        #expect(phone.app.app.home?.editor?.subject == .existing(try phone.todo("Book the train").id))
    }

    @Test("[N3] a to-do is linked to a note in its editor, and the link leads there")
    func linking() async throws {
        let (phone, note) = try await written(long)
        await phone.send(.note(.closed))
        await phone.add("Book the train")
        await phone.send(.list(.rowTapped(try phone.todo("Book the train").id)))
        await phone.send(.editor(.notePicked(note)))
        await phone.send(.editor(.saveTapped))
        #expect(phone.app.todos(of: note).map { $0.title } == ["Book the train"])
        await phone.send(.list(.rowTapped(try phone.todo("Book the train").id)))
        await phone.send(.list(.noteTapped(note)))
        #expect(phone.app.app.home?.openNote?.id == note)
    }

    @Test("[N7] a note gets tags and a pin, is found by the tag, and stands first")
    func labels() async throws {
        let (phone, note) = try await written(long)
        await phone.send(.note(.tagTextChanged("trip")))
        await phone.send(.note(.tagSubmitted))
        await phone.send(.note(.pinTapped))
        await phone.send(.note(.closed))
        await phone.send(.list(.newNoteTapped))
        await phone.send(.note(.titleChanged("Later")))
        await phone.send(.note(.descriptionChanged(long)))
        await phone.send(.note(.closed))
        await phone.relaunch()
        let home = try #require(phone.app.app.home)
        #expect(home.notebook.notes[note]?.tags == ["trip"] && home.notebook.notes[note]?.isPinned == true)
        #expect(home.visibleNotes.slots.map { home.notebook.notes[$0].title } == ["Holidays", "Later"])
        await phone.send(.list(.sectionChosen(.notes)))
        await phone.send(.list(.searchChanged("#trip")))
        let found = try #require(phone.app.app.home)
        #expect(found.visibleNotes.slots.map { found.notebook.notes[$0].title } == ["Holidays"])
    }
}
