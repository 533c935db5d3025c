import DaybookClient
import DaybookCore
import DaybookScrypt
import DaybookStore
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import DaybookPhone
@testable import DaybookServer

/// The real server on a port of this machine, for the time of a story.
@MainActor func withServer(_ test: @MainActor @escaping (ServerAddress, Wire) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "daybook-phone-server-\(Foundation.UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = ServerConfiguration()
    configuration.scryptCost = ScryptCost(log2N: 1) ?? .server
    let application = try buildApplication(
        storage: try Storages.sqlite(path: folder + "/daybook.sqlite"),
        configuration: configuration,
        address: .hostname("127.0.0.1", port: 0),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try await application.test(.live) { client in
        let port = try #require(client.port)
        let address = try ServerAddress("http://localhost:\(port)")
        let transport = URLSessionTransport(address)
        do {
            try await test(address, Wire(transport))
            transport.close()
        } catch {
            transport.close()
            throw error
        }
    }
}

/// The way to a server, which a test can cut.
final class Wire: PhoneTransport {
    private let transport: any PhoneTransport
    private let cut = Mutex(false)
    private let lostCalls = Mutex<Set<DaybookCore.Request.ID>>([])

    init(_ transport: any PhoneTransport) {
        self.transport = transport
    }

    var isCut: Bool {
        get { cut.withLock { $0 } }
        set { cut.withLock { $0 = newValue } }
    }

    /// The calls that do not arrive while the others do.
    var lost: Set<DaybookCore.Request.ID> {
        get { lostCalls.withLock { $0 } }
        set { lostCalls.withLock { $0 = newValue } }
    }

    func answer(to call: Call) async throws -> Answer {
        if isCut || lost.contains(call.request.id) { throw SyncFailure.unreachable(server: "", reason: "") }
        return try await transport.answer(to: call)
    }

    func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer {
        if isCut { throw SyncFailure.unreachable(server: "", reason: "") }
        return try await transport.listen(to: call, onEvent)
    }

    func download(_ call: Call, to file: URL) async throws -> Answer {
        if isCut { throw SyncFailure.unreachable(server: "", reason: "") }
        return try await transport.download(call, to: file)
    }

    func upload(_ call: Call, from file: URL) async throws -> Answer {
        if isCut { throw SyncFailure.unreachable(server: "", reason: "") }
        return try await transport.upload(call, from: file)
    }
}
