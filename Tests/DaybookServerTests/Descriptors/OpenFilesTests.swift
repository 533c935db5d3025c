import DaybookStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Files that calls hold open", .timeLimit(.minutes(2)))
struct OpenFilesTests {
    private static func account(_ number: UInt64) -> AccountID { AccountID(uuid(number)) }

    @Test(
        "all accounts together have a bound, each gets what is left for the others, and one without a file gets the last"
    )
    func shares() throws {
        let meter = BudgetMeter()
        let files = OpenFiles(limit: 16, meter: meter)
        var held: [OpenFiles.Places] = []
        // One account alone: half of all files.
        for _ in 1...8 { held.append(try files.take(for: Self.account(1))) }
        #expect(throws: Problem.noOpenFilesShare) { try files.take(for: Self.account(1)) }
        for number: UInt64 in 2...9 { held.append(try files.take(for: Self.account(number))) }
        #expect(files.count == 16 && meter.used(of: .openFiles) == 16)
        #expect(throws: Problem.noOpenFiles) { try files.take(for: Self.account(10)) }
        #expect(Problem.noOpenFiles.status == .serviceUnavailable && Problem.noOpenFiles.headers[.retryAfter] != nil)
        #expect(meter.refusals(of: .openFiles) == 2)
        held.removeLast()
        #expect(throws: Problem.noOpenFiles) { try files.take(2, for: Self.account(10)) }
        held.append(try files.take(for: Self.account(10)))
        held.removeAll()
        #expect(files.count == 0 && meter.used(of: .openFiles) == 0)
    }

    @Test("uploads, downloads, exports and imports hold files; one account's uploads do not stop another's")
    func calls() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.openFiles] = 32
            configuration.budgets[.readSeconds] = 600
            configuration.meter = meter
        } _: { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let port = try #require(world.client.port)
            let uploads = try (0..<16).map { _ in try Self.halfUpload(by: asha, port) }
            await Self.until { meter.used(of: .openFiles) == 16 }
            let picture = Pictures.png(width: 8, height: 6)
            let refused = try await world.put(picture, by: asha)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
            #expect(meter.refusals(of: .openFiles) == 1)

            #expect(try await world.put(picture, by: ben).status == .created)
            #expect(try await world.get(picture, by: ben).bytes == picture)
            #expect(try await world.importZip(try .export([todo(1)]), by: ben).status == .ok)
            #expect(try await world.export(by: ben).isEmpty == false)
            let metrics = try await world.call(.get, "/metrics").text
            #expect(metrics.contains(#"daybook_budget_refusals_total{budget="openFiles"} 1"#))

            for upload in uploads { upload.close() }
            await Self.until { meter.used(of: .openFiles) == 0 }
            #expect(try await world.put(picture, by: asha).status == .created)
        }
    }

    @Test("when all files are held, an upload and an export get 503 before anything is sent")
    func full() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.openFiles] = 16
            configuration.budgets[.readSeconds] = 600
            configuration.meter = meter
        } _: { world in
            let port = try #require(world.client.port)
            var uploads: [RawConnection] = []
            defer { for upload in uploads { upload.close() } }
            let person = try await world.signUp(1)
            for number in 2...17 { uploads.append(try Self.halfUpload(by: try await world.signUp(number), port)) }
            // No other request may check this: a call that held the last place for a moment would block the upload.
            await Self.until { meter.used(of: .openFiles) == 16 }
            let answer = try await world.put(Pictures.png(width: 8, height: 6), by: person)
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] != nil)
            let export = try await world.call(.get, "/api/v1/account/export", by: person)
            #expect(export.status == .serviceUnavailable && export.headers[.retryAfter] != nil)
        }
    }

    /// A connection on which a photo has begun to arrive, of more bytes than wait for the rest in memory.
    private static func halfUpload(by person: Person, _ port: Int) throws -> RawConnection {
        let connection = try RawConnection(port: port)
        connection.send(
            "PUT /api/v1/photos/\(digest(1)) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(person.token)\r\n"
                + "Content-Length: 100000\r\n\r\n\u{1}"
        )
        return connection
    }

    /// Returns when a condition is true.
    private static func until(_ isSo: () -> Bool) async {
        while !isSo() { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
