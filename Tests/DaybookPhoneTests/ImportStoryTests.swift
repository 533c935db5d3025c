import DaybookClient
import Foundation
import TestSupport
import Testing

@testable import DaybookCore
@testable import DaybookPhone

/// The stories of an export that an account without a server imports (A14, P6).
@MainActor struct ImportStoryTests {
    private let exports = ExportStoryTests()

    /// Imports a file, and returns the message of the screen, or the reason of the failure.
    private func importing(_ file: URL, into phone: TestPhone) async -> (note: String?, failure: String?) {
        await phone.app.importExport(file)
        await phone.app.settle()
        guard case .account(let screen) = phone.app.app.home?.upper else { return (nil, nil) }
        if case .failed(let text) = screen.importing { return (screen.note, text) }
        return (screen.note, nil)
    }

    private func content(_ phone: TestPhone) throws -> Replica { try #require(phone.app.app.home).notebook.replica }

    /// A file beside those of the phone.
    private func file(_ bytes: [UInt8]) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(Foundation.UUID().uuidString).zip")
        try Data(bytes).write(to: file)
        return file
    }

    private func zip(_ name: String, _ content: String) -> [UInt8] {
        var zip = StoredZip(modified: Instant(milliseconds: 0))
        let bytes = Array(content.utf8)
        return zip.begin(name, bytes) + bytes + zip.end()
    }

    private func export() async throws -> URL {
        let phone = await TestPhone()
        await phone.signUp()
        _ = try await exports.fill(phone)
        return try exports.saved(try await exports.exported(phone))
    }

    @Test("[A14][P6] an export comes in whole, with photos and reminders, and a second time changes nothing")
    func whole() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        let made = try await exports.fill(phone)
        await phone.add("Call Ravi tomorrow 9am")
        await phone.add("Old plan")
        await phone.send(.list(.swipedLeft(try phone.todo("Old plan").id)))
        let copy = try exports.saved(try await exports.exported(phone))
        defer { try? FileManager.default.removeItem(at: copy) }
        let source = try content(phone)

        let other = await TestPhone()
        await other.signUp(name: "Ravi Rao", mobile: "9876543211", email: "ravi@example.org")
        let first = await importing(copy, into: other)
        #expect(first.note == "Imported 4 entries." && first.failure == nil)
        #expect(try content(other).records == source.records)
        #expect(other.titles == phone.titles && !other.titles.contains("Old plan"))
        #expect(other.notifications.planned.count == 1)
        let photo = try #require(other.app.app.home?.notebook.notes[made.note]?.photos.first)
        #expect(await other.app.photo(photo.sha256) == made.png)
        #expect(try other.filesContaining("IHDR").isEmpty)

        // Nobody has made a step, so nothing can be undone by mistake.
        #expect(other.app.app.home?.notebook.steps.latest == nil)
        let (before, size) = (try content(other), other.app.app.home?.notebook.disk.sequence)
        let second = await importing(copy, into: other)
        #expect(second.note == "Imported 4 entries." && second.failure == nil)
        #expect(try content(other) == before && other.app.app.home?.notebook.disk.sequence == size)

        await other.relaunch()
        #expect(try content(other).records == source.records)
        #expect(await other.app.photo(photo.sha256) == made.png)
    }

    @Test("[A14][P6] the export of a server's account comes in without that server", .timeLimit(.minutes(2)))
    func ofServer() async throws {
        try await withServer { address, wire in
            let phone = await TestPhone(server: address, transport: wire)
            await phone.signUp()
            let made = try await exports.fill(phone)
            await phone.app.refresh()
            await phone.app.settle()
            let copy = try exports.saved(try await exports.exported(phone))
            defer { try? FileManager.default.removeItem(at: copy) }
            await phone.logOut()

            let other = await TestPhone()
            await other.signUp()
            let result = await importing(copy, into: other)
            #expect(result.failure == nil && result.note?.hasPrefix("Imported ") == true)
            #expect(result.note?.contains("left out") == false)
            #expect(other.titles.contains("Buy milk"))
            let photo = try #require(other.app.app.home?.notebook.notes[made.note]?.photos.first)
            #expect(await other.app.photo(photo.sha256) == made.png)
        }
    }

    @Test("[A14] photos of an import that was killed before its records came go with the next launch")
    func killed() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        let made = try await exports.fill(phone)
        let account = try #require(phone.app.app.home).notebook.account.id
        let photo = try #require(phone.app.app.home?.notebook.notes[made.note]?.photos.first)
        let left = Pictures.png(width: 41, height: 30)
        let digest = SHA256.digest(left)
        #expect(try await phone.app.storage.keepImported(left, digest, of: account))
        #expect(await phone.app.photo(digest) == left)
        await phone.relaunch()
        #expect(await phone.app.photo(digest) == nil)
        #expect(await phone.app.photo(photo.sha256) == made.png)
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(phone.folder)/accounts/\(account)/photos")
        #expect(!names.contains { $0.hasPrefix(digest.description) || $0.hasSuffix(".imported") })
    }

    @Test("[A14] what was deleted here comes back, and what an entry breaks is counted")
    func rules() async throws {
        let copy = try await export()
        defer { try? FileManager.default.removeItem(at: copy) }
        let phone = await TestPhone()
        await phone.signUp()
        #expect(await importing(copy, into: phone).note == "Imported 3 entries.")
        await phone.send(.upper(.closed))
        await phone.send(.list(.swipedLeft(try phone.todo("Buy milk").id)))
        #expect(!phone.titles.contains("Buy milk"))
        #expect(await importing(copy, into: phone).note == "Imported 3 entries.")
        #expect(phone.titles.contains("Buy milk"))

        let stamp = String(repeating: "0", count: 31) + "1"
        let records = """
            {"format":"daybook-export","version":1,"records":[\
            {"kind":"todo","id":"00000000-0000-4000-8000-000000000001","fields":{"title":["","\(stamp)"]}}]}
            """
        let broken = try file(zip("daybook.json", records))
        defer { try? FileManager.default.removeItem(at: broken) }
        let other = await TestPhone()
        await other.signUp()
        #expect(
            await importing(broken, into: other).note == "Imported 0 entries. 1 entry was left out: it breaks a rule."
        )
        #expect(try content(other).records.isEmpty)
    }

    @Test("[A14] a file that is no whole export is refused with the reason, and changes nothing")
    func bad() async throws {
        let copy = try await export()
        defer { try? FileManager.default.removeItem(at: copy) }
        let good = [UInt8](try Data(contentsOf: copy))
        var damaged = good
        let place = try #require(Data(good).range(of: Data("Buy milk".utf8))).lowerBound
        damaged[place] = UInt8(ascii: "b")
        let head = #"{"format":"daybook-export","version":1,"records":["#
        let stamp = String(repeating: "0", count: 31) + "1"
        let large =
            head + #"{"kind":"x","id":"00000000-0000-4000-8000-000000000001","fields":{"a":[["#
            + String(repeating: "1,", count: 500_001) + "1],\"\(stamp)\"]}}]}"
        let ahead =
            head + #"{"kind":"todo","id":"00000000-0000-4000-8000-000000000001","fields":{"title":["A","#
            + "\"0\(String(repeating: "9", count: 31))\"]}}]}"
        let cases: [([UInt8], String)] = [
            (Array(good.dropLast(40)), "This file is not a whole zip."),
            (damaged, "This zip is damaged, or another program changed it. Import the file that Daybook made."),
            (zip("diary.txt", "Dear diary"), "There is no daybook.json in this zip. Is it an export of Daybook?"),
            (zip("daybook.json", "{"), "daybook.json is damaged"),
            (zip("daybook.json", #"{"format":"other","version":1,"records":[]}"#), "This is not an export of Daybook."),
            (
                zip("daybook.json", #"{"format":"daybook-export","version":2,"records":[]}"#),
                "This export has version 2; this Daybook knows version 1. Update Daybook."
            ),
            (zip("daybook.json", large), "Record 1 in daybook.json is too large."),
            (zip("daybook.json", ahead), "This export holds changes from the future"),
        ]
        let phone = await TestPhone()
        await phone.signUp()
        let before = try content(phone)
        for (bytes, text) in cases {
            let bad = try file(bytes)
            defer { try? FileManager.default.removeItem(at: bad) }
            let result = await importing(bad, into: phone)
            #expect(result.note == nil && result.failure?.hasPrefix(text) == true, "\(result), not \(text)")
            #expect(try content(phone) == before)
        }
        let missing = await importing(URL(fileURLWithPath: "/nowhere/daybook.zip"), into: phone)
        #expect(missing.failure == PhoneTexts.unreadable)
        #expect(!FileManager.default.fileExists(atPath: phone.folder + "/photos"))

        // An account that has something else imports nothing.
        await phone.send(.upper(.closed))
        await phone.add("Water the plants")
        let full = try content(phone)
        let refused = await importing(copy, into: phone)
        #expect(refused.failure?.hasPrefix("This account is not empty.") == true)
        #expect(try content(phone).records == full.records)
    }
}
