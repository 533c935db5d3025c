import DaybookCore
import DaybookStore
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import DaybookServer

@Suite("For the operator")
struct OperationsTests {
    @Test("one request a second proves that the disk can be written, and the others do not wait")
    func oneCheck() async throws {
        try await World.with { world in
            let health = Health(storage: world.storage, now: { world.clock.now })
            let at = { (seconds: Int64) in Instant(milliseconds: 1_000_000 + seconds * 1_000) }
            // Nothing is known until the first check has ended.
            #expect(health.known(at: at(0)) == nil && health.known(at: at(0)) == nil)
            health.found(true, at: at(0))
            #expect(health.known(at: at(0)) == true)
            // The first request after a second checks, and the next one has the last answer.
            #expect(health.known(at: at(1)) == nil && health.known(at: at(1)) == true)
            // That check never ends.
            #expect(health.known(at: at(9)) == nil && health.known(at: at(9)) == true)
            #expect(health.known(at: at(10)) == nil && health.known(at: at(10)) == nil)
            health.found(false, at: at(10))
            #expect(health.known(at: at(10)) == false)
        }
    }

    @Test("healthy means able to write")
    func health() async throws {
        let storage = try Storages.temporary()
        try await World.with(storage: storage) { world in
            #expect(try await world.call(.get, "/healthz").json(.ok) == .object([.init("status", .string("ok"))]))
            await storage.close()
            // Within a second the last check is reused.
            #expect(try await world.call(.get, "/healthz").status == .ok)
            world.clock.advance(.seconds(1))
            let answer = try await world.call(.get, "/healthz")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "10")
        }
    }

    @Test("metrics count by route and status, with no person's words in them")
    func metrics() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.create(#"{"title":"Secret plan"}"#, by: person)
            _ = try await world.call(.get, "/api/v1/todos?q=Secret", by: person)
            _ = try await world.call(.get, "/api/v1/todos/\(uuid(1))", by: person)
            let text = try await world.call(.get, "/metrics").text
            let count = "daybook_http_request_seconds_count"
            #expect(text.contains(#"\#(count){method="POST",route="/api/v1/todos",status="201"} 1"#))
            #expect(text.contains(#"\#(count){method="GET",route="/api/v1/todos/{id}",status="404"} 1"#))
            #expect(!text.contains("Secret") && !text.contains(uuid(1).description))
            #expect(text.hasSuffix("\n"))
        }
    }

    @Test("the log has a line for each request, and never a password, a token, a title or an email")
    func log() async throws {
        let log = LogBook()
        try await World.with(logger: Logger(label: "test") { _ in LogBook.Handler(book: log) }) { world in
            let person = try await world.signUp()
            _ = try await world.create(#"{"title":"Secret plan"}"#, by: person)
            _ = try await world.call(.get, "/api/v1/todos?q=Secret", by: person)
            _ = try await world.call(.post, "/api/v1/sessions", Person.signIn(1, password: "wrong-word"))
            _ = try await world.call(.post, "/api/v1/todos", #"{"title":"Secret"#, by: person)
            let text = log.text
            #expect(text.contains("method=POST") && text.contains("route=/api/v1/todos") && text.contains("status=401"))
            for secret in [person.token, Person.password, "wrong-word", "Secret", Person.email(1), Person.mobile(1)] {
                #expect(!text.contains(secret), "\(secret)")
            }
            #expect(log.count(of: " request ") == 5)
        }
    }

    @Test("an internal error goes to the log and not to the client")
    func hidden() {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        for (error, status) in [
            (StorageError.failed("disk I/O error at sector 7"), 500), (.full, 507), (.busy, 503), (.closed, 503),
            (.accountGone, 401), (.passwordChanged, 401), (.taken([.email]), 409),
        ] {
            let problem = Problem(error, logger: logger)
            #expect(problem.status.code == status)
            #expect(!problem.detail.contains("sector"))
        }
    }
}

/// A log that tests can read.
final class LogBook: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
    func count(of word: String) -> Int { lines.withLock { $0.count { $0.contains(word) } } }

    struct Handler: LogHandler {
        let book: LogBook
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(book: LogBook) { self.book = book }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let pairs = all.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
            book.lines.withLock { $0.append("\(event.level) \(event.message) \(pairs)") }
        }
    }
}
