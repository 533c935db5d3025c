import DaybookCore
import DaybookPush
import DaybookScrypt
import DaybookStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import DaybookServer

/// A server during a test, with a clock that only the test moves.
struct World: Sendable {
    let client: any TestClientProtocol
    let storage: any Storage
    let clock: StoppedClock
    /// The push service.
    let sender: RecordingSender

    /// Runs a test against a server; `configure` changes the operator's settings.
    static func with(
        storage: (any Storage)? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        setup: TestingSetup = .router,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ test: @Sendable (World) async throws -> Void
    ) async throws {
        let folder = try TestFolders.make()
        defer { TestFolders.remove(folder) }
        let storage = try storage ?? Storages.sqlite(path: folder + "/daybook.sqlite")
        let (clock, sender) = (StoppedClock(), RecordingSender())
        var configuration = ServerConfiguration()
        configuration.scryptCost = ScryptCost(log2N: 1) ?? .server
        configuration.now = { clock.now }
        configuration.push = PushSettings(key: VAPIDKey())
        configuration.pushSender = sender
        // Tests read answers to their end.
        configuration.eventPace.endsAtOnce = true
        configure(&configuration)
        let application = try buildApplication(
            storage: storage,
            configuration: configuration,
            address: .hostname("127.0.0.1", port: 0),
            logger: logger
        )
        try await application.test(setup) { client in
            try await test(World(client: client, storage: storage, clock: clock, sender: sender))
        }
    }

    /// One request. A body is sent as JSON unless the headers have another type.
    func call(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        by person: Person? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await call(method, path, bytes: body.map { Array($0.utf8) }, by: person, headers: headers)
    }

    /// The same with a body of any bytes.
    func call(
        _ method: HTTPRequest.Method,
        _ path: String,
        bytes: [UInt8]?,
        by person: Person? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let person { headers[.authorization] = "Bearer \(person.token)" }
        if bytes != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let response = try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: bytes.map { ByteBuffer(bytes: $0) }
        )
        return Answer(response)
    }

    /// Signs a person up.
    func signUp(_ number: Int = 1) async throws -> Person {
        let answer = try await call(.post, "/api/v1/accounts", Person.signUp(number))
        return try Person(number: number, answer)
    }

    /// The number of changes of a person's records.
    func changes(of person: Person) async throws -> Int64 { try await storage.cursor(of: person.account) }

    /// Adds a to-do and returns it.
    func create(_ body: String, by person: Person) async throws -> JSON {
        try await call(.post, "/api/v1/todos", body, by: person).json(.created)
    }

    /// Expects that a new to-do is refused with these broken rules, and nothing is changed.
    func refuses(todo body: String, _ broken: [String]) async throws {
        let person = try await signUp()
        let answer = try await call(.post, "/api/v1/todos", body, by: person)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.broken == broken)
        #expect(try await changes(of: person) == 0)
    }

    /// A page of to-dos.
    func list(_ query: String = "", by person: Person) async throws -> JSON {
        try await call(.get, "/api/v1/todos\(query)", by: person).json(.ok)
    }
}

/// A clock that moves only when a test moves it.
final class StoppedClock: Sendable {
    private let moment = Mutex(Instant(rfc3339: "2026-11-22T09:00:00.000Z") ?? Instant(milliseconds: 0))

    var now: Instant { moment.withLock { $0 } }

    func advance(_ span: Instant.Span) {
        moment.withLock { $0 = $0.advanced(by: span) }
    }
}
