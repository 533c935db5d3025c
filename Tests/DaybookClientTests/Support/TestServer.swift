import DaybookCore
import DaybookScrypt
import DaybookStore
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import DaybookClient
@testable import DaybookServer

/// The real server on a port of this machine during a test.
struct TestServer: Sendable {
    let address: ServerAddress
    let storage: any Storage

    static let password = "xYQ7#wZ9k"

    /// `folder`: the folder of its data, where it goes on from an earlier one.
    static func with<Value: Sendable>(
        in folder: TestFolder = TestFolder(),
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ test: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        try FileManager.default.createDirectory(atPath: folder.folder.path, withIntermediateDirectories: true)
        var configuration = ServerConfiguration()
        configuration.scryptCost = ScryptCost(log2N: 1) ?? .server
        configure(&configuration)
        let path = folder.folder.path + "/daybook.sqlite"
        let storage = try Storages.sqlite(path: path, budgets: configuration.budgets)
        let application = try buildApplication(
            storage: storage,
            configuration: configuration,
            address: .hostname("127.0.0.1", port: 0),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        defer { withExtendedLifetime(folder) {} }
        return try await application.test(.live) { client in
            let port = try #require(client.port)
            return try await test(TestServer(address: try ServerAddress("http://localhost:\(port)"), storage: storage))
        }
    }

    /// Works over a connection to the server, or to another one that stands before it.
    func connected<Value>(
        by address: ServerAddress? = nil,
        _ work: (HTTPTransport) async throws -> Value
    ) async throws -> Value {
        let transport = HTTPTransport(address ?? self.address)
        do {
            let value = try await work(transport)
            await transport.close()
            return value
        } catch {
            await transport.close()
            throw error
        }
    }

    /// Makes an account.
    func signUp(_ number: Int = 1) async throws -> AccountCalls.Success {
        let form = SignUpForm(
            name: "Asha Rao",
            mobile: "\(9_876_543_210 + number)",
            email: "person\(number)@example.org",
            password: TestServer.password
        )
        return try await connected { try await AccountCalls(address, $0).signUp(form, rules: .standard) }
    }

    /// Signs in to an account on one more device.
    func signIn(_ number: Int = 1) async throws -> AccountCalls.Success {
        let login = "person\(number)@example.org"
        return try await connected {
            try await AccountCalls(address, $0).signIn(login: login, password: TestServer.password, device: "Test")
        }
    }
}

/// A notebook of a device during a test, and its session.
struct TestDevice: Sendable {
    let folder = TestFolder()
    let file: NotebookFile
    let session: Session

    init(_ success: AccountCalls.Success) throws {
        file = try folder.open()
        session = success.session
        try file.join(success, in: folder.folder)
    }

    /// Syncs over a way to the server.
    @discardableResult
    func sync(
        _ transport: any ServerTransport,
        isPatient: Bool = true,
        now: @escaping () -> Instant = { Device.now }
    ) async throws -> SyncReport {
        try await Synchronizer(file, session, transport, now: now).run(isPatient: isPatient)
    }

    /// Syncs with the server that stands there.
    @discardableResult
    func sync(_ server: TestServer, now: @escaping () -> Instant = { Device.now }) async throws -> SyncReport {
        try await server.connected { try await sync($0, now: now) }
    }
}

extension NotebookFile {
    /// Adds to-dos by their titles. Returns the id of the first.
    @discardableResult
    func add(titles: [String], now: Instant = Device.now) throws -> Todo.ID {
        let first = Device.newID(now: now)
        try write { writer in
            try writer.change([]) { _ = $0.add(titles.map { TodoDraft(title: $0) }, first: first, now) }
        }
        return Todo.ID(first)
    }

    /// Lets a verb change a to-do.
    func change(_ id: Todo.ID, by verb: (inout Notebook) -> Void) throws {
        try write { try $0.change([DaybookCore.Record.Key(kind: .todo, id: id.uuid)], verb) }
    }

    /// The titles of all to-dos, in alphabetical order.
    func allTitles() throws -> [String] {
        try read { try $0.todos(TodoQuery(order: .title)).map { $0.todo.title } }
    }

    /// All records, deleted ones too.
    func records() throws -> [DaybookCore.Record.Key: DaybookCore.Record] {
        try read { reader in
            var part = try NotebookPart(db: reader.db, path: path)
            _ = try part.load(after: 0, count: .max)
            return try part.replica().records
        }
    }

    /// The file must agree with itself: lists and search follow the records.
    func check() throws {
        let records = try records().values
        let todos = records.compactMap { Todo($0) }
        let (notes, photos) = (records.compactMap { Note($0) }, records.compactMap { Photo($0) })
        try read { reader in
            let listed = try reader.todos(TodoQuery()).map { $0.todo }
            #expect(Set(listed.map { $0.id }) == Set(todos.map { $0.id }))
            for todo in todos.prefix(20) {
                let query = TodoQuery(filter: Filter(search: todo.title))
                #expect(try reader.todos(query).contains { $0.todo.id == todo.id }, "\(todo.title)")
            }
            let index = NoteIndex(notes, photos: photos, order: .modified)
            #expect(try reader.notes(NoteQuery()).map { $0.note } == index.select("").slots.map { index[$0] })
            for note in notes.prefix(20) {
                let found = try reader.notes(NoteQuery(search: "\(note.title) \(note.description)"))
                #expect(found.contains { $0.note.id == note.id }, "\(note.title)")
            }
        }
        // Each search has exactly the texts of its list.
        try write { writer in
            for search in ["search", "note_search"] {
                try writer.db.execute(sql: "INSERT INTO \(search) (\(search), rank) VALUES ('integrity-check', 1)")
            }
        }
    }
}
