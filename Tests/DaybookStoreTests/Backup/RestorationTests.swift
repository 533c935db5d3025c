import DaybookCore
import Foundation
import Testing

@testable import DaybookStore

@Suite("Backups: checking and restoring one", .timeLimit(.minutes(10)))
struct RestorationTests {
    /// Photos whose names are their digests, as on a server.
    private func keepTrue(_ text: String, _ world: BackedUp, _ account: StoredAccount) async throws -> String {
        let hash = try withText(text) { try FileSystem.hash($0).sha256 }
        let upload = try await world.storage.beginPhoto()
        try await upload.write(Array(text.utf8))
        let facts = PhotoFacts(sha256: hash, type: .webp, width: 1, height: 1)
        _ = try await world.storage.keepPhoto(upload, as: facts, of: account.id, quota: nil, at: moment())
        return "photos/" + (try #require(try await world.storage.photo(hash, of: account.id)).path)
    }

    private func withText<Value>(_ text: String, _ work: (String) throws -> Value) throws -> Value {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(Foundation.UUID().uuidString)
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try work(url.path)
    }

    /// Runs `work` with a backup of a to-do, a photo and a key; passes its folder and the photo's path.
    private func withBackup(_ work: (BackedUp, _ backup: String, _ photo: String) async throws -> Void) async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            try await world.storage.push(todo(1), to: asha)
            let photo = try await keepTrue("a lake", world, asha)
            try Data("a key".utf8).write(to: URL(fileURLWithPath: world.data + "/push-key.pem"))
            try await work(world, try world.backup().take().path, photo)
        }
    }

    @Test("a whole backup has no findings, and what is restored is what was backed up, in files of its own")
    func whole() async throws {
        try await withBackup { world, backup, photo in
            #expect(try world.findings(world.target) == [])
            try await world.storage.push(todo(2), to: person(1))
            let new = world.folder + "/new"
            let report = try Restoration(backup: world.target, data: new).restore()
            #expect(report.backup == backup && report.skipped == [])
            #expect(try FileSystem.contents(new + "/" + photo) == Array("a lake".utf8))
            #expect(try FileSystem.contents(new + "/push-key.pem") == Array("a key".utf8))
            #expect(FileSystem.entry(new + "/" + DataFolder.restoring) == nil)
            var (before, after) = (stat(), stat())
            #expect(stat(backup + "/" + photo, &before) == 0 && stat(new + "/" + photo, &after) == 0)
            #expect(before.st_ino != after.st_ino && after.st_nlink == 1 && after.st_mode & 0o777 == 0o600)
            let storage = try Storages.sqlite(path: new + "/daybook.sqlite")
            #expect(try await storage.pull(person(1)).changes.map(\.record.id) == [uuid(1)])
            await storage.close()
            #expect(try world.findings(backup) == [])
        }
    }

    @Test("[S10] a restore begins another epoch of every account: an earlier cursor is not valid in it")
    func epoch() async throws {
        try await withBackup { world, backup, _ in
            let ben = try await world.storage.add(2)
            try await world.storage.push(todo(7), to: ben)
            let second = try world.backup(5).take()
            try await world.storage.push(todo(2), todo(3), to: person(1))
            try await world.restored(second.path) { storage in
                for account in [person(1), ben] {
                    let cursor = try await storage.cursor(of: account.id)
                    #expect(ChangeNumber.epoch(of: cursor) > 0 && ChangeNumber.number(cursor, inEpoch: 0) == 1)
                }
            }
        }
    }

    @Test(
        "a bit that flipped in any file is found, and such a backup is not restored",
        arguments: ["daybook.sqlite", "push-key.pem", "photo", "manifest.json"]
    )
    func flipped(_ name: String) async throws {
        try await withBackup { world, backup, photo in
            let file = name == "photo" ? photo : name
            guard case .file(let bytes)? = FileSystem.entry("\(backup)/\(file)") else {
                Issue.record("\(file) is not there")
                return
            }
            for offset in [0, bytes / 2, bytes - 1] {
                try flipBit(of: "\(backup)/\(file)", at: UInt64(offset))
                #expect(try !world.findings(backup).isEmpty, "at \(offset)")
                let new = world.folder + "/new"
                if name != "manifest.json" {
                    #expect(throws: BackupError.self, "at \(offset)") {
                        try Restoration(backup: backup, data: new).restore()
                    }
                    #expect(FileSystem.entry(new) == nil)
                }
                try flipBit(of: "\(backup)/\(file)", at: UInt64(offset))
            }
            #expect(try world.findings(backup) == [])
        }
    }

    @Test("files that are missing, too many, cut or links are found")
    func findings() async throws {
        try await withBackup { world, backup, photo in
            let file = "\(backup)/\(photo)"
            unlink(file)
            #expect(try world.findings(backup) == ["\(photo): it is missing"])
            symlink("/etc/hostname", file)
            #expect(try world.findings(backup) == ["\(photo): it is a link or no ordinary file"])
            #expect(throws: BackupError.self) { try Restoration(backup: backup, data: world.folder + "/new").restore() }
            unlink(file)
            try Data("a lak".utf8).write(to: URL(fileURLWithPath: file))
            #expect(try world.findings(backup) == ["\(photo): it has 5 bytes instead of 6"])
            try Data("a lake".utf8).write(to: URL(fileURLWithPath: file))
            try Data().write(to: URL(fileURLWithPath: backup + "/daybook.sqlite-journal"))
            #expect(try world.findings(backup) == ["daybook.sqlite-journal: the manifest does not name it"])
            unlink(backup + "/daybook.sqlite-journal")
            unlink(backup + "/manifest.json")
            #expect(try world.findings(world.target).count == 1)
            #expect(throws: BackupError.self) { try Restoration(backup: backup, data: world.folder + "/new").restore() }
        }
    }

    @Test("a photo that is damaged in the backup can be left out, and nothing else can")
    func skipped() async throws {
        try await withBackup { world, backup, photo in
            try flipBit(of: "\(backup)/\(photo)")
            let new = world.folder + "/new"
            let report = try Restoration(backup: backup, data: new, skipsDamagedPhotos: true).restore()
            #expect(report.skipped == [photo] && FileSystem.entry("\(new)/\(photo)") == nil)
            try flipBit(of: backup + "/push-key.pem")
            #expect(throws: BackupError.self) {
                try Restoration(backup: backup, data: world.folder + "/two", skipsDamagedPhotos: true).restore()
            }
        }
    }

    @Test("a manifest that leads out of the backup is refused")
    func hostile() async throws {
        try await withBackup { world, backup, _ in
            let path = backup + "/manifest.json"
            let text = String(decoding: try FileSystem.contents(path), as: UTF8.self)
            for place in [
                "../../data/push-key.pem", "/etc/hostname", "photos//x", "./push-key.pem", "", "manifest.json",
            ] {
                let changed = text.replacing("\"push-key.pem\"", with: "\"\(place)\"")
                try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
                #expect(throws: BackupError.self, "\(place)") { try BackupManifest(folder: backup) }
            }
            let later = text.replacing("\"version\":1", with: "\"version\":2")
            try Data(later.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: BackupError.self) { try BackupManifest(folder: backup) }
        }
    }

    @Test("only an empty folder, or one that is not there, is restored into")
    func emptyFolder() async throws {
        try await withBackup { world, backup, _ in
            #expect(throws: BackupError.notEmpty(path: world.data, detail: "holds a Daybook already")) {
                try Restoration(backup: backup, data: world.data).restore()
            }
            let new = world.folder + "/new"
            try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: new + "/.hidden"))
            #expect(throws: BackupError.notEmpty(path: new, detail: "is not empty")) {
                try Restoration(backup: backup, data: new).restore()
            }
            unlink(new + "/.hidden")
            _ = try Restoration(backup: backup, data: new).restore()
            #expect(throws: BackupError.self) { try Restoration(backup: backup, data: new).restore() }
        }
    }

    @Test("a restore that broke off leaves a folder that nothing opens, with the reason")
    func brokenOff() async throws {
        try await withBackup { world, backup, _ in
            let new = world.folder + "/new"
            try FileManager.default.createDirectory(
                atPath: new + "/" + DataFolder.restoring,
                withIntermediateDirectories: true
            )
            #expect(throws: StorageError.self) { try DataFolder(path: new) }
            #expect(throws: BackupError.self) { try Restoration(backup: backup, data: new).restore() }
            try FileManager.default.removeItem(atPath: new + "/" + DataFolder.restoring)
            _ = try Restoration(backup: backup, data: new).restore()
            _ = try DataFolder(path: new)
        }
    }

    @Test("of several backups one must be named")
    func several() async throws {
        try await withBackup { world, backup, _ in
            let second = try world.backup(1).take().path
            let error = BackupError.severalBackups(path: world.target, newest: second)
            #expect(throws: error) { try Restoration(backup: world.target, data: world.folder + "/new").restore() }
            #expect(try Restoration(backup: backup + "/", data: world.folder + "/new").restore().backup == backup)
        }
    }
}
