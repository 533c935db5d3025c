import DaybookCore
import Foundation
import Testing

@testable import DaybookStore

@Suite("SQLite: photos are files beside the database")
struct PhotoFileTests {
    /// The files in a folder and below it, by relative path.
    private func files(_ folder: String) throws -> Set<String> {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return Set(names.filter { FileSystem.status("\(folder)/\($0)") != nil && !$0.hasSuffix(".lock") })
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Makes a file that was last written in another year.
    private func leave(_ path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("left over".utf8).write(to: URL(fileURLWithPath: path))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    @Test("[N4] the row names the file, which holds the bytes and is for its owner alone")
    func file() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            #expect(!FileManager.default.fileExists(atPath: folder + "/photos"))
            let asha = try await storage.add(1)
            try await storage.keep("a lake", of: asha)
            let photo = try #require(try await storage.photo(digest(of: "a lake"), of: asha.id))
            let name = digest(of: "a lake").description
            #expect(photo.path.hasPrefix("\(asha.id)/\(name.prefix(2))/\(name)-"))
            let path = "\(folder)/photos/\(photo.path)"
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("a lake".utf8))
            #expect(try mode(path) == 0o600 && mode(folder + "/photos/\(asha.id)") == 0o700)
            #expect(try files(folder + "/photos") == [photo.path])
            await storage.close()
        }
    }

    @Test("an upload that is not kept leaves nothing")
    func dropped() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            for _ in 0..<3 {
                let upload = try await storage.beginPhoto()
                try await upload.write([1, 2, 3])
                #expect(try files(folder + "/photos").count == 1)
            }
            _ = try await storage.keep("tree", of: asha, quota: 3)
            await #expect(throws: StorageError.accountGone) { try await storage.keep("tree", of: person(9)) }
            try await storage.keep("lake", of: asha)
            try await storage.keep("lake", of: asha)
            #expect(try files(folder + "/photos").count == 1)
            await storage.close()
        }
    }

    @Test("[A14] deleting an account removes its files at once, and no other account's")
    func deleted() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let (asha, ben) = (try await storage.add(1), try await storage.add(2))
            for text in ["lake", "tree", "hill"] { try await storage.keep(text, of: asha) }
            try await storage.keep("lake", of: ben)
            let upload = try await storage.beginPhoto()
            try await upload.write([1])
            #expect(try await storage.deleteAccount(asha.id))
            #expect(!FileManager.default.fileExists(atPath: folder + "/photos/\(asha.id)"))
            #expect(try await storage.read("lake", of: ben) == "lake")
            // An upload for the account finds no account and is removed.
            await #expect(throws: StorageError.accountGone) {
                try await storage.keepPhoto(upload, as: facts(of: "x"), of: asha.id, quota: nil, at: moment())
            }
            #expect(try files(folder + "/photos").count == 1)
            await storage.close()
        }
    }

    @Test("what a crash has left goes at the next start; what has a row, or came since, stays")
    func leftovers() async throws {
        try await withTemporaryFolder { folder in
            var storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            #expect(try await storage.removeLeftoverPhotos() == 0)
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha)
            let kept = try #require(try await storage.photo(digest(of: "lake"), of: asha.id))
            await storage.close()
            let photos = folder + "/photos"
            let stranger = "\(photos)/\(AccountID(uuid(404)))"
            for path in [
                // Interrupted uploads, a file whose row never arrived or was removed first, a file of a deleted
                // account, the folder of another account in removal.
                photos + "/incoming/aaaa", photos + "/incoming/bbbb", "\(photos)/\(kept.path)f", stranger + "/ab/file",
                photos + "/incoming/cccc/de/file",
                // Files that are not Daybook's.
                photos + "/README",
            ] {
                try leave(path)
            }
            storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let upload = try await storage.beginPhoto()
            try await upload.write([1])
            #expect(try await storage.removeLeftoverPhotos() == 5)
            #expect(!FileManager.default.fileExists(atPath: stranger))
            let left = try files(photos)
            #expect(left.contains(kept.path) && left.contains("README") && left.count == 3)
            #expect(try await storage.removeLeftoverPhotos() == 0)
            #expect(try await storage.read("lake", of: asha) == "lake")
            await storage.close()
        }
    }

    @Test("an upload of another process is not a leftover")
    func others() async throws {
        try await withTemporaryFolder { folder in
            let first = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let upload = try await first.beginPhoto()
            try await upload.write([1])
            let second = try SQLiteStorage(path: folder + "/daybook.sqlite")
            try leave(folder + "/photos/incoming/aaaa")
            #expect(try await second.removeLeftoverPhotos() == 0)
            // The first was alone when it began.
            #expect(try await first.removeLeftoverPhotos() == 1)
            #expect(try files(folder + "/photos").count == 1)
            await first.close()
            await second.close()
        }
    }

    @Test("a photo whose file is gone is asked for again, and is whole again then")
    func astray() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha)
            for spoil in [{ unlink($0) }, { truncate($0, 2) }] as [(String) -> Int32] {
                let photo = try #require(try await storage.photo(digest(of: "lake"), of: asha.id))
                #expect(spoil("\(folder)/photos/\(photo.path)") == 0)
                #expect(try await storage.openPhoto(photo) == nil)
                #expect(try await storage.touchPhoto(digest(of: "lake"), of: asha.id, at: moment()) == nil)
                let outcome = try await storage.keep("lake", of: asha, quota: 4)
                guard case .stored(let new) = outcome else { return #expect(Bool(false), "\(outcome)") }
                #expect(new.path != photo.path)
                #expect(try await storage.read("lake", of: asha) == "lake")
                #expect(try await storage.photoUsage(of: asha.id) == PhotoUsage(count: 1, bytes: 4))
            }
            await storage.close()
        }
    }

    @Test("[N6] a photo that is removed while the same one is uploaded again is not lost")
    func race() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            var (round, both) = (Int64(0), 0)
            // More rounds, with longer pauses, on a machine where the photo always came first.
            while round < 60 || both == 0 && round < 500 {
                defer { round += 1 }
                let begin = moment().advanced(by: .days(round * 2))
                try await storage.keep("lake", of: asha, at: begin)
                async let garbage = storage.collectGarbage(at: begin.advanced(by: .days(1)))
                // The pause grows with each round, so that each of the two comes first in some rounds.
                try await Task.sleep(for: .microseconds(round * round * 4))
                let outcome = try await storage.keep("lake", of: asha, at: begin.advanced(by: .days(1)))
                let gone = try await garbage.photos
                if case .stored = outcome { both += gone }
                if let photo = try await storage.photo(digest(of: "lake"), of: asha.id) {
                    #expect(try await storage.read("lake", of: asha) == "lake", "round \(round)")
                    #expect(try files(folder + "/photos") == [photo.path], "round \(round)")
                } else {
                    #expect(gone == 1)
                    #expect(try files(folder + "/photos").isEmpty, "round \(round)")
                }
            }
            // In some rounds the new photo arrived after the old row's removal and before the old file's; otherwise
            // there was no race.
            #expect(both > 0)
            await storage.close()
        }
    }
}
