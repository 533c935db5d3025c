import DaybookCore
import DaybookExport
import DaybookStore
import DaybookZip
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Imports take turns", .timeLimit(.minutes(2)))
struct ImportTurnTests {
    /// More photos than three turns store.
    private static let photos = 100

    @Test("[A14] while an import takes its photos, another account's import goes on and ends")
    func turns() async throws {
        try await World.with { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let readers = ImportReaders(smallAtOnce: 1)
            let other = Other()
            let imports = try Self.imports(world, readers) { number in
                if number == 1 {
                    other.begin { try await Self.importOne(world, readers, ben) }
                }
                // The last turn waits for the end of the other import, and each turn before it for the other's next
                // step.
                while !other.isDone, number > 96 || readers.waitingCount == 0 {
                    try? await Task.sleep(for: .milliseconds(1))
                }
            }
            let spool = try await Self.spool(try Self.album(), of: asha, imports.spools)
            let answer = try await imports.imports.take(spool, of: try await Self.caller(asha, world))
            #expect(JSON.object(answer)["photos"] == .integer(Int64(Self.photos)))
            #expect(JSON.object(answer)["imported"] == .integer(Int64(Self.photos + 1)))
            #expect(JSON.object(try await other.answer)["imported"] == .integer(1))
        }
    }

    @Test(
        "[A14] an import goes on neither after its session has ended nor after its client has left",
        arguments: [true, false]
    )
    func ends(_ endsSession: Bool) async throws {
        try await World.with { world in
            let (person, connection) = (try await world.signUp(1), Connection())
            let caller = try await Self.caller(person, world, isGone: connection)
            let (imports, spools) = try Self.imports(world, ImportReaders()) { number in
                guard number == 40 else { return }
                if endsSession {
                    _ = try? await world.call(.delete, "/api/v1/sessions/current", by: person)
                } else {
                    connection.hasEnded.withLock { $0 = true }
                }
            }
            let spool = try await Self.spool(try Self.album(), of: person, spools)
            await #expect(throws: (any Error).self) { try await imports.take(spool, of: caller) }
            // The second turn of photos ends; nothing follows it.
            #expect(try await world.storage.photos(of: person.account, after: nil, limit: 100).count == 64)
            #expect(try await world.records(of: person).isEmpty)
            #expect(try await world.storage.isImporting(person.account))
        }
    }

    /// The concurrent import of another account.
    private final class Other: Sendable {
        private let task = Mutex<Task<[JSON.Member], any Error>?>(nil)
        private let end = Mutex(false)

        var isDone: Bool { end.withLock { $0 } }

        var answer: [JSON.Member] {
            get async throws { try await task.withLock { $0 }?.value ?? [] }
        }

        func begin(_ work: @escaping @Sendable () async throws -> [JSON.Member]) {
            task.withLock { task in
                task = Task {
                    defer { end.withLock { $0 = true } }
                    return try await work()
                }
            }
        }
    }

    private static func imports(
        _ world: World,
        _ readers: ImportReaders,
        before: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> (imports: Imports, spools: Spools) {
        var configuration = ServerConfiguration()
        configuration.spoolFolder = try TestFolders.make()
        configuration.now = { world.clock.now }
        let spools = Spools(configuration)
        let imports = Imports(
            storage: world.storage,
            authenticator: Authenticator(
                storage: world.storage,
                lifetime: configuration.sessionLifetime,
                now: configuration.now
            ),
            configuration: configuration,
            spools: spools,
            files: OpenFiles(limit: 16, meter: configuration.meter),
            photoStorage: WatchedPhotos(world.storage, before: before),
            readers: readers
        )
        return (imports, spools)
    }

    private static func importOne(
        _ world: World,
        _ readers: ImportReaders,
        _ person: Person
    ) async throws -> [JSON.Member] {
        let (imports, spools) = try imports(world, readers)
        let spool = try await spool(try .export([todo(900)]), of: person, spools)
        return try await imports.take(spool, of: try await caller(person, world))
    }

    private static func spool(_ zip: [UInt8], of person: Person, _ spools: Spools) async throws -> Spool {
        let spool = try spools.begin(for: person.account)
        try await spool.write(ByteBuffer(bytes: zip))
        return spool
    }

    private static func caller(
        _ person: Person,
        _ world: World,
        isGone: (any GoneSignal)? = nil
    ) async throws -> Imports.Caller {
        let session = try #require(try await world.storage.sessions(of: person.account).first)
        let token = try #require(SessionToken(brought: person.token)).hash
        return Imports.Caller(session: OpenSession(session: session, cursor: 0), token: token, isGone: isGone)
    }

    /// A connection that ends when a test says so.
    private final class Connection: GoneSignal {
        let hasEnded = Mutex(false)
        var isGone: Bool { hasEnded.withLock { $0 } }

        func whenGone(_ key: UInt64, _ call: @escaping @Sendable () -> Void) {}
        func forget(_ key: UInt64) {}
    }

    /// An export of one note with many photos.
    private static func album() throws -> [UInt8] {
        let writer = ZipWriter(modified: ZipTime(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0))
        var records = [note(1, at: 0)]
        var files: [(String, [UInt8])] = []
        for number in 1...photos {
            let picture = Pictures.png(width: number, height: 1)
            let digest = digest(of: picture)
            let photo = Photo(
                id: Photo.ID(uuid(UInt64(number) + 1_000)),
                note: Note.ID(uuid(1)),
                sha256: digest,
                type: .png,
                width: number,
                height: 1,
                bytes: picture.count,
                position: Int64(number)
            )
            records.append(Record(kind: .photo, id: photo.id.uuid, fields: photo.fields(at: stamp(0))))
            files.append((ExportFormat.File.photo(digest, .png), picture))
        }
        try writer.add(ExportFormat.File.data, PackedEntry(deflated: .daybookFile(records)))
        for (name, bytes) in files { try writer.add(name, PackedEntry(deflated: bytes)) }
        writer.finish()
        return writer.drain()
    }
}
