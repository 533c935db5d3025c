import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

/// A data folder with a storage in use, and a target beside it.
struct BackedUp {
    let folder: String
    let storage: SQLiteStorage
    var data: String { folder + "/data" }
    var target: String { folder + "/target" }

    static func with(_ work: (BackedUp) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
            let storage = try SQLiteStorage(path: folder + "/data/daybook.sqlite")
            try await work(BackedUp(folder: folder, storage: storage))
            await storage.close()
        }
    }

    func backup(_ seconds: Int64 = 0, to target: String? = nil) -> Backup {
        Backup(data: data, target: target ?? self.target, daybook: "1.2.3", at: moment(seconds * 1_000))
    }

    func path(_ photo: String, of account: StoredAccount) async throws -> String {
        try #require(try await storage.photo(digest(of: photo), of: account.id)).path
    }

    func findings(_ path: String) throws -> [String] {
        try BackupVerifier.verify(path: path).flatMap { $0.findings.map(\.description) }
    }

    /// Opens a backup as a data folder in another place.
    func restored(_ backup: String, _ work: (any Storage) async throws -> Void) async throws {
        let new = "\(folder)/restored-\(Foundation.UUID().uuidString)"
        _ = try Restoration(backup: backup, data: new).restore()
        let storage = try Storages.sqlite(path: new + "/daybook.sqlite")
        try await work(storage)
        await storage.close()
    }
}

/// Writes into an existing file, as a failing disk would.
func flipBit(of path: String, at offset: UInt64 = 0) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: offset)
    let byte = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data([byte ^ 0x10]))
    try file.close()
}

@Suite("Backups: taking one while the storage is at work", .timeLimit(.minutes(10)))
struct BackupTests {
    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private func inode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int)
    }

    @Test("it holds the database, the photos by link and the key, and its manifest names each with its hash")
    func whole() async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            try await world.storage.push(todo(1), to: asha)
            try await world.storage.keep("a lake", of: asha)
            try Data("a key".utf8).write(to: URL(fileURLWithPath: world.data + "/push-key.pem"))
            let report = try world.backup().take()
            #expect(report.path.hasSuffix("/target/2025-11-21T04-40-00Z"))
            #expect((report.photos, report.linked, report.copied, report.absent) == (1, 1, 0, 0))
            let place = "photos/" + (try await world.path("a lake", of: asha))
            #expect(
                Set(try FileSystem.tree(report.path).keys) == [
                    "daybook.sqlite", "manifest.json", "push-key.pem", place,
                ]
            )
            #expect(try inode("\(report.path)/\(place)") == inode("\(world.data)/\(place)"))
            let manifest = try BackupManifest(folder: report.path)
            #expect(manifest.daybook == "1.2.3" && manifest.schema == Schema.version && manifest.takenAt == moment())
            for file in manifest.files where !file.path.hasPrefix("photos/") {
                #expect(try FileSystem.hash("\(report.path)/\(file.path)") == (file.sha256, file.bytes))
                #expect(try mode("\(report.path)/\(file.path)") == 0o600)
            }
            // Out of WAL mode (https://sqlite.org/fileformat2.html, offset 18), so it can be read from a read-only
            // disk.
            #expect(try FileSystem.contents(report.path + "/daybook.sqlite")[18...19] == [1, 1])
            #expect(try mode(report.path) == 0o700 && mode(world.target) == 0o700)
            // The bytes of these tests' photos do not match their digests.
            #expect(try world.findings(report.path) == ["\(place): its bytes are not those that were backed up"])
        }
    }

    @Test("a database under constant writes is copied once and as one state, the one in which the copy began")
    func oneState() async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            for number in 0..<400 { try await world.storage.push(todo(UInt64(number), title: long), to: asha) }
            let other = try DatabaseFile.source(path: world.data + "/daybook.sqlite")
            var steps = 0
            let report = try world.backup().take { progress in
                guard progress.part == .database else { return }
                steps += 1
                // Another connection changes every page, from the first to the last, between two steps.
                try? other.write { db in
                    try db.execute(sql: "UPDATE records SET fields = replace(fields, 'x', 'y'), changed = changed + 1")
                    try db.execute(sql: "UPDATE accounts SET name = 'Step ' || ?", arguments: [steps])
                }
            }
            try other.close()
            #expect(steps > 1)
            let copy = try DatabaseFile.backup(path: report.path + "/daybook.sqlite")
            let changed = try await copy.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM records WHERE instr(fields, 'yy') > 0")
            }
            let names = try await copy.read { db in try String.fetchAll(db, sql: "SELECT name FROM accounts") }
            #expect(changed == 0 && names == ["Person"])
            try copy.close()
            #expect(try world.findings(report.path) == [])
        }
    }

    private var long: String { String(repeating: "x", count: 9_000) }

    @Test("a photo that goes between the state and its link is not missed: a later state is taken")
    func photoGoes() async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            for text in ["lake", "tree", "hill"] { try await world.storage.keep(text, of: asha) }
            let places = try [
                await world.path("lake", of: asha), await world.path("tree", of: asha),
                await world.path("hill", of: asha),
            ].sorted()
            let other = try DatabaseFile.source(path: world.data + "/daybook.sqlite")
            var isGone = false
            let report = try world.backup().take { progress in
                guard progress.part == .photos, progress.done == 1, !isGone else { return }
                isGone = true
                try? other.write { db in
                    try db.execute(sql: "DELETE FROM photos WHERE path = ?", arguments: [places[2]])
                }
                unlink("\(world.data)/photos/\(places[2])")
            }
            try other.close()
            #expect(isGone && report.photos == 2 && report.absent == 0)
            #expect(try !BackupManifest(folder: report.path).files.contains { $0.path.hasSuffix(places[2]) })
        }
    }

    @Test("a photo that comes and goes while the state is held makes no hole: a later state is taken")
    func photoComesAndGoes() async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            try await world.storage.keep("lake", of: asha)
            let other = try DatabaseFile.source(path: world.data + "/daybook.sqlite")
            // After the other photo in the order of paths.
            let path = "\(world.data)/photos/zz-new"
            var calls: [Int] = []
            let report = try world.backup().take { progress in
                guard progress.part == .photos else { return }
                calls.append(progress.total)
                if calls.count == 1 {
                    try? Data("tree".utf8).write(to: URL(fileURLWithPath: path))
                    try? other.write { db in
                        try db.execute(
                            sql: """
                                INSERT INTO photos (account, sha256, path, type, width, height, bytes, stored)
                                SELECT account, randomblob(32), 'zz-new', type, width, height, 4, stored FROM photos
                                """
                        )
                    }
                } else if calls.count == 2 {
                    // The state names the photo by now.
                    try? other.write { db in try db.execute(sql: "DELETE FROM photos WHERE path = 'zz-new'") }
                    unlink(path)
                }
            }
            try other.close()
            #expect(calls == [1, 2] && report.photos == 1 && report.absent == 0)
            let copy = try DatabaseFile.backup(path: report.path + "/daybook.sqlite")
            #expect(try await copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM photos") } == 1)
            try copy.close()
        }
    }

    @Test("a photo that has lost its file some other way is named as absent, and the rest is backed up")
    func photoAbsent() async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            try await world.storage.keep("lake", of: asha)
            let place = try await world.path("lake", of: asha)
            unlink("\(world.data)/photos/\(place)")
            let report = try world.backup().take()
            #expect((report.photos, report.absent) == (0, 1))
            #expect(try BackupManifest(folder: report.path).absent == ["photos/\(place)"])
            #expect(try world.findings(report.path) == [])
            // A link in its place is not followed.
            symlink("/etc/hostname", "\(world.data)/photos/\(place)")
            #expect(try world.backup(1).take().absent == 1)
        }
    }

    @Test("[N6] what the server removes afterwards is still in the backup")
    func removedLater() async throws {
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            try await world.storage.keep("lake", of: asha)
            let place = try await world.path("lake", of: asha)
            let report = try world.backup().take()
            _ = try await world.storage.deleteAccount(asha.id)
            #expect(FileSystem.entry("\(world.data)/photos/\(place)") == nil)
            #expect(try FileSystem.contents("\(report.path)/photos/\(place)") == Array("lake".utf8))
        }
    }

    @Test("what broke off is removed by the next one, and nothing else in the target is")
    func leftovers() async throws {
        try await BackedUp.with { world in
            let mine = [".partial-notes", "photos", "2026-01-01T00-00-00Z copy", ".partial-2026-01-01T00-00-00"]
            for name in mine + [".partial-2026-01-01T00-00-00Z"] {
                try FileManager.default.createDirectory(
                    atPath: "\(world.target)/\(name)/photos",
                    withIntermediateDirectories: true
                )
            }
            let first = try world.backup().take()
            let second = try world.backup().take()
            #expect(second.path == first.path + "-2")
            let expected = mine + [".lock", "2025-11-21T04-40-00Z", "2025-11-21T04-40-00Z-2"]
            #expect(Set(try FileSystem.names(in: world.target)) == Set(expected))
        }
    }

    @Test("two to one target do not meet")
    func locked() async throws {
        try await BackedUp.with { world in
            let target = try BackupTarget(path: world.target, outside: world.data)
            let lock = try target.lock()
            #expect(throws: BackupError.targetInUse(path: target.path)) { try world.backup().take() }
            withExtendedLifetime(lock) {}
        }
        try await BackedUp.with { world in
            // The inner backup runs while the outer one is in progress.
            var inner: BackupError?
            _ = try world.backup().take { progress in
                do throws(BackupError) { _ = try world.backup(1).take() } catch { inner = error }
            }
            #expect(inner == .targetInUse(path: FileSystem.canonical(world.target)))
            #expect(try BackupTarget(existing: world.target).names().count == 1)
        }
    }

    @Test(
        "a target in the data folder is refused, also by way of a link",
        arguments: ["", "/backups", "/a/b", "/../data/x"]
    )
    func inside(_ place: String) async throws {
        try await BackedUp.with { world in
            #expect(throws: BackupError.self) { try world.backup(to: world.data + place).take() }
            symlink(world.data, world.folder + "/way")
            #expect(throws: BackupError.self) { try world.backup(to: world.folder + "/way" + place).take() }
            #expect(!FileManager.default.fileExists(atPath: world.data + "/backups"))
        }
    }

    @Test("a key that is a link is not followed but reported, and nothing is left")
    func linkedKey() async throws {
        try await BackedUp.with { world in
            symlink("/etc/hostname", world.data + "/push-key.pem")
            #expect(throws: BackupError.notAFile(path: world.data + "/push-key.pem")) { try world.backup().take() }
            let names = try FileSystem.names(in: world.target)
            #expect(names == [".lock"])
        }
    }

    @Test("a folder without a Daybook is refused with a plain message, and is not changed")
    func noDaybook() async throws {
        try await withTemporaryFolder { folder in
            let backup = Backup(data: folder + "/none", target: folder + "/target", daybook: "1", at: moment())
            #expect(throws: BackupError.noDaybook(path: folder + "/none")) { try backup.take() }
            let names = try FileSystem.names(in: folder)
            #expect(names == [])
        }
    }

    @Test("a disk that fills up ends it: the error names how much is needed, and nothing is left")
    func full() async throws {
        WatchedDisk.install()
        try await BackedUp.with { world in
            let asha = try await world.storage.add(1)
            for number in 0..<400 { try await world.storage.push(todo(UInt64(number), title: long), to: asha) }
            let target = FileSystem.canonical(world.target)
            defer { WatchedDisk.setFull(false, folder: target) }
            let refused = #expect(throws: BackupError.self) {
                try world.backup().take { progress in
                    if progress.part == .database { WatchedDisk.setFull(true, folder: target) }
                }
            }
            guard case .noRoom(target, let needed, let free)? = refused else {
                Issue.record("it ended with \(String(describing: refused))")
                return
            }
            let names = try FileSystem.names(in: target)
            #expect(needed > free && names == [".lock"])
        }
    }

    @Test("keeping removes only backups of this server that can be read")
    func keeping() async throws {
        try await BackedUp.with { world in
            let keeping = try BackupKeeping("2")
            try await BackedUp.with { other in
                _ = try other.backup(-100, to: world.target).take()
            }
            for second in 0..<3 { _ = try world.backup(Int64(second)).take() }
            try flipBit(of: world.target + "/2025-11-21T04-40-00Z/manifest.json")
            try FileManager.default.createDirectory(
                atPath: world.target + "/2020-01-01T00-00-00Z",
                withIntermediateDirectories: true
            )
            let report = try world.backup(3).take(keeping: keeping)
            #expect(report.removed == ["2025-11-21T04-40-01Z"])
            #expect(report.unreadable == ["2020-01-01T00-00-00Z", "2025-11-21T04-40-00Z"])
            // The clock was set back: the new backup stays nevertheless.
            let early = try world.backup(-10).take(keeping: keeping)
            #expect(early.removed == [] && FileSystem.entry(early.path) == .folder)
        }
    }
}
