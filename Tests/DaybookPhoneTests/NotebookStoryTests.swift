import DaybookClient
import DaybookCore
import Foundation
import TestSupport
import Testing

@testable import DaybookPhone

/// The stories of to-dos and notes, with a real file.
@MainActor struct NotebookStoryTests {
    @Test("[T7][T14] the line adds to-dos and understands words")
    func add() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        phone.clock.advance(minutes: 1)
        await phone.add("Pay rent by tomorrow #home")
        #expect(phone.titles == ["Pay rent", "Buy milk"])
        let rent = try phone.todo("Pay rent")
        #expect(rent.tags == ["home"] && rent.deadline != nil)
        #expect(try await phone.titlesInFile() == ["Buy milk", "Pay rent"])
    }

    @Test("[S6] the entries of one action are one write: a to-do that was added, and that its text waits no more")
    func together() async throws {
        let phone = await TestPhone.signedIn()
        await phone.send(.list(.quickAddChanged("Buy milk")))
        phone.clock.advance(minutes: 1)
        await phone.app.settle()
        phone.app.send(.list(.quickAddSubmitted(.whole)))
        #expect(phone.app.waiting.count == 2)
        await phone.app.settle()
        #expect(phone.app.waiting.isEmpty)
        await phone.relaunch()
        #expect(phone.titles == ["Buy milk"] && phone.app.app.home?.list.quickAdd.text == "")
    }

    @Test("[S6] a write is on the disk all or not at all, and what comes before a snapshot is in it")
    func allOrNothing() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        let snapshot = ReplicaDisk.encode(try #require(phone.app.app.home).notebook.replica)
        let milk = try phone.todo("Buy milk").id
        let stamp = Stamp(wall: phone.clock.now.advanced(by: .minutes(1)), counter: 0, device: 0)
        let entry = ReplicaDisk.encode(.changed([Record(kind: .todo, id: milk.uuid, deleted: stamp)]))
        await #expect(throws: (any Error).self) { try await phone.app.storage.write([.entry(entry), .entry([])]) }
        #expect(try await phone.titlesInFile() == ["Buy milk"])
        try await phone.app.storage.write([.entry(entry)])
        #expect(try await phone.titlesInFile() == [])
        try await phone.app.storage.write([.entry([]), .snapshot(snapshot)])
        #expect(try await phone.titlesInFile() == ["Buy milk"])
    }

    @Test("[A13] a photo that no server has is not given up unasked")
    func waitingPhoto() async throws {
        let phone = await TestPhone.signedIn()
        let account = try #require(phone.app.app.home).notebook.account
        let png = Pictures.png(width: 4, height: 3)
        try await phone.app.storage.keep(png, SHA256.digest(png), thumbnail: [], nil)
        await phone.logOut()
        func open() async -> DeviceStorage.Answer? {
            let request = DeviceStorage.Request.open(account, password: "another#PASS27")
            return await phone.app.storage.carryOut(request, nil, newID: phone.clock.newID())
        }
        #expect(await open() == .locked(unsent: 1))
        try await phone.app.storage.vault(account.id).sent(SHA256.digest(png))
        #expect(await open() == .locked(unsent: 0))
        // The server refused its record, and may delete the bytes.
        try await phone.app.storage.vault(account.id).refused(SHA256.digest(png))
        #expect(await open() == .locked(unsent: 1))
    }

    @Test("[T11][T12] an edit is on the disk when the editor closes")
    func edit() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        await phone.send(.list(.rowTapped(try phone.todo("Buy milk").id)))
        await phone.send(.editor(.titleChanged("Buy oat milk")))
        await phone.send(.editor(.detailChanged("Two litres")))
        await phone.send(.editor(.saveTapped))
        #expect(try await phone.titlesInFile() == ["Buy oat milk"])
        await phone.relaunch()
        #expect(try phone.todo("Buy oat milk").detail == "Two litres")
    }

    @Test("[T8] a swipe to the right marks, one to the left deletes, and both can be undone")
    func swipes() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        let id = try phone.todo("Buy milk").id
        await phone.send(.list(.swipedRight(id)))
        #expect(phone.app.app.home?.notebook.todos[id]?.isDone == true)
        await phone.send(.list(.swipedLeft(id)))
        #expect(phone.titles.isEmpty)
        await phone.send(.toast(.undoTapped))
        #expect(phone.titles == ["Buy milk"])
        await phone.send(.list(.key(.undo, at: nil)))
        #expect(phone.app.app.home?.notebook.todos[id]?.isDone == false)
        await phone.relaunch()
        #expect(phone.app.app.home?.notebook.todos[id]?.isDone == false)
    }

    @Test("[T11] a link opens its to-do, also when it launches the app")
    func link() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        let id = try phone.todo("Buy milk").id
        await phone.app.open(path: "/todo/\(id.uuid)")
        #expect(phone.app.app.home?.editor?.subject == .existing(id))
        await phone.relaunch(path: "/todo/\(id.uuid)")
        #expect(phone.app.app.home?.editor?.subject == .existing(id))
    }

    @Test("[S12] the trash brings a deleted to-do back")
    func trash() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        let id = try phone.todo("Buy milk").id
        await phone.send(.list(.swipedLeft(id)))
        await phone.relaunch()
        await phone.send(.upper(.trashOpened))
        let trash = try #require(phone.app.app.home).notebook.trash(now: phone.clock.now)
        #expect(trash.map { $0.title } == ["Buy milk"])
        await phone.send(.upper(.restoreTapped(try #require(trash.first).key)))
        #expect(phone.titles == ["Buy milk"])
    }

    @Test("[S12] the history of an account without a server is empty, and opens")
    func history() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        await phone.send(.list(.rowTapped(try phone.todo("Buy milk").id)))
        await phone.send(.editor(.historyTapped))
        guard case .history(let history) = phone.app.app.home?.upper else {
            Issue.record("no history opened")
            return
        }
        #expect(history.entries == .here([]))
    }

    @Test("[N1][N4] a note keeps its text and its photo, and the photo is sealed")
    func notes() async throws {
        let phone = await TestPhone.signedIn()
        let (note, png) = try await phone.addNote()
        await phone.send(.note(.doneTapped))
        await phone.relaunch()
        let kept = try #require(phone.app.app.home?.notebook.notes[note])
        #expect(kept.title == "Holidays")
        let photo = try #require(kept.photos.first)
        #expect(await phone.app.photo(photo.sha256) == png)
        let files = try FileManager.default.subpathsOfDirectory(atPath: phone.folder)
        #expect(files.contains { $0.hasSuffix("photos/\(photo.sha256)") })
        #expect(try phone.filesContaining("IHDR").isEmpty)
    }

    @Test("[N4] a file that is not a picture is refused with a message, and the note stays")
    func notPicture() async throws {
        let phone = await TestPhone.signedIn()
        await phone.send(.list(.newNoteTapped))
        let note = try #require(phone.app.app.home?.openNote?.id)
        phone.app.addPhoto(Array("no picture".utf8), to: note)
        await phone.app.settle()
        #expect(phone.app.app.home?.toast != nil)
        #expect(phone.app.app.home?.openNote?.id == note)
    }

    @Test("[L9] the icon has the number of what is due, and no number after logging out")
    func badge() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Pay rent by today")
        #expect(phone.notifications.badge == 1)
        await phone.logOut()
        #expect(phone.notifications.badge == 0)
    }

    @Test("[S6] every entry is in the file: it has what the app has, after any story", .timeLimit(.minutes(1)))
    func sameAsMemory() async throws {
        let phone = await TestPhone.signedIn()
        for number in 0..<20 { await phone.add("Number \(number) #tag\(number % 3)") }
        for number in stride(from: 0, to: 20, by: 3) {
            let id = try phone.todo("Number \(number)").id
            await phone.send(.list(number % 2 == 0 ? .swipedRight(id) : .swipedLeft(id)))
        }
        await phone.send(.list(.orderChosen(.title)))
        let file = try #require(await phone.app.storage.open?.file)
        let kept = try file.read { try $0.replica() }
        let memory = try #require(phone.app.app.home).notebook.replica
        #expect(kept.records == memory.records)
        #expect(kept.outbox == memory.outbox)
        #expect(kept.preferences == memory.preferences)
        #expect(kept.device == memory.device)
    }
}
