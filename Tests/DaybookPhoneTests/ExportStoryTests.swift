import DaybookClient
import DaybookCore
import Foundation
import TestSupport
import Testing

@testable import DaybookPhone

/// The stories of files: an export is saved, and imported elsewhere (A14).
@MainActor struct ExportStoryTests {
    /// Waits for an export, and returns its file.
    func exported(_ phone: TestPhone) async throws -> URL {
        phone.app.exportAll()
        #expect(phone.app.export == .writing)
        await phone.app.settle()
        guard case .ready(let file) = phone.app.export else {
            Issue.record("no file: \(phone.app.export)")
            throw CancellationError()
        }
        return file
    }

    /// Adds a to-do and a note with a photo.
    func fill(_ phone: TestPhone) async throws -> (note: Note.ID, png: [UInt8]) {
        await phone.add("Buy milk")
        let (note, png) = try await phone.addNote()
        await phone.send(.note(.closed))
        return (note, png)
    }

    /// The file outside of the app, where the person has saved it.
    func saved(_ file: URL) throws -> URL {
        let target = FileManager.default.temporaryDirectory.appending(path: "\(Foundation.UUID().uuidString).zip")
        try FileManager.default.copyItem(at: file, to: target)
        return target
    }

    private func refresh(_ phone: TestPhone) async {
        await phone.app.refresh()
        await phone.app.settle()
    }

    /// Imports a file into a new account of a server, and expects what `fill` has made.
    private func expectImport(
        of file: URL,
        into phone: TestPhone,
        _ made: (note: Note.ID, png: [UInt8])
    ) async throws {
        await phone.signUp(name: "Ravi Rao", mobile: "9876543211", email: "ravi@example.org")
        await refresh(phone)
        await phone.send(.upper(.accountOpened))
        await phone.app.importExport(file)
        await phone.app.settle()
        await refresh(phone)
        guard case .account(let screen) = phone.app.app.home?.upper else {
            Issue.record("the screen has gone")
            return
        }
        #expect(screen.importing == .idle && screen.note != nil)
        #expect(phone.titles.contains("Buy milk"))
        let photo = try #require(phone.app.app.home?.notebook.notes[made.note]?.photos.first)
        #expect(await phone.app.photo(photo.sha256) == made.png)
    }

    @Test("[A14][P6] the export of a server's account is a file that another account imports", .timeLimit(.minutes(2)))
    func server() async throws {
        try await withServer { address, wire in
            let phone = await TestPhone(server: address, transport: wire)
            await phone.signUp()
            let made = try await fill(phone)
            await refresh(phone)
            let file = try await exported(phone)
            #expect(file.lastPathComponent == "daybook-2027-01-15.zip")
            let copy = try saved(file)
            defer { try? FileManager.default.removeItem(at: copy) }
            phone.app.exportTaken()
            #expect(phone.app.export == .none && !FileManager.default.fileExists(atPath: file.path))

            // An account that has something imports nothing, and the reason shows.
            await phone.send(.upper(.accountOpened))
            await phone.app.importExport(copy)
            await phone.app.settle()
            guard case .account(let screen) = phone.app.app.home?.upper, case .failed = screen.importing else {
                Issue.record("the import was not refused")
                return
            }
            // The account's activity names the download.
            await phone.send(.upper(.reloadTapped))
            guard case .account(let screen) = phone.app.app.home?.upper, case .here(let events) = screen.activity else {
                Issue.record("no activity came")
                return
            }
            #expect(events.contains { $0.kind == "exported" } && events.contains { $0.kind == "signed_up" })
            await phone.logOut()

            let other = await TestPhone(server: address, transport: wire)
            try await expectImport(of: copy, into: other, made)
            await other.logOut()
        }
    }

    @Test(
        "[A14][P6] the export of an account without a server has all of it, and a server's account imports it",
        .timeLimit(.minutes(2))
    )
    func here() async throws {
        // A server refuses changes of the future.
        let phone = await TestPhone(now: Device.now)
        await phone.signUp()
        let made = try await fill(phone)
        await phone.send(.list(.swipedLeft(try phone.todo("Buy milk").id)))
        await phone.send(.toast(.undoTapped))
        let copy = try saved(try await exported(phone))
        defer { try? FileManager.default.removeItem(at: copy) }
        try await withServer { address, wire in
            let other = await TestPhone(server: address, transport: wire)
            try await expectImport(of: copy, into: other, made)
            await other.logOut()
        }
    }

    @Test("[A10][A14][P6] no file that was not taken outlives logging out or a launch", arguments: [false, true])
    func left(byLaunch: Bool) async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Secret plan")
        let file = try await exported(phone)
        #expect(try phone.filesContaining("Secret plan").contains { $0.hasSuffix(".zip") })
        if byLaunch { await phone.relaunch() } else { await phone.logOut() }
        #expect(phone.app.export == .none && !FileManager.default.fileExists(atPath: file.path))
    }

    @Test(
        "[A14] without a network nothing is exported, and a file that cannot be read is not sent",
        .timeLimit(.minutes(2))
    )
    func failures() async throws {
        try await withServer { address, wire in
            let phone = await TestPhone(server: address, transport: wire)
            await phone.signUp()
            await phone.send(.upper(.accountOpened))
            wire.isCut = true
            phone.app.exportAll()
            await phone.app.settle()
            guard case .failed = phone.app.export else {
                Issue.record("\(phone.app.export)")
                return
            }
            let left = try phone.filesContaining("PK").filter { $0.hasSuffix(".zip") }
            #expect(left.isEmpty)
            wire.isCut = false
            await phone.app.importExport(URL(fileURLWithPath: "/nowhere/daybook.zip"))
            await phone.app.settle()
            guard case .account(let screen) = phone.app.app.home?.upper else {
                Issue.record("the screen has gone")
                return
            }
            #expect(screen.importing == .failed(PhoneTexts.unreadable))
            await phone.logOut()
        }
    }

    @Test("[A14] drafts, which no export has, are a file of their own with their photos")
    func drafts() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.send(.list(.newNoteTapped))
        await phone.send(.note(.titleChanged("Half a note")))
        let note = try #require(phone.app.app.home?.openNote?.id)
        phone.app.addPhoto(Pictures.png(width: 40, height: 30), to: note)
        await phone.app.settle()
        await phone.send(.note(.closed))
        await phone.send(.upper(.accountOpened))
        #expect(phone.app.app.home?.draftCount == 1)
        await phone.send(.upper(.draftsTapped))
        guard case .ready(let file) = phone.app.export else {
            Issue.record("no file: \(phone.app.export)")
            return
        }
        #expect(file.lastPathComponent == "daybook-drafts.zip")
        let bytes = try Data(contentsOf: file)
        #expect(bytes.starts(with: Data("PK".utf8)))
        for part in ["Half a note", "IHDR", "notes.json"] { #expect(bytes.range(of: Data(part.utf8)) != nil) }
        phone.app.exportTaken()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
