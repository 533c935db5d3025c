import DaybookCore
import DaybookStore
import Hummingbird
import HummingbirdTesting
import Logging

@testable import DaybookServer

/// A server that listens on a free port of this machine during a test.
struct LiveServer: Sendable {
    let port: Int
    let storage: any Storage

    static func with(_ test: @Sendable (LiveServer) async throws -> Void) async throws {
        try await World.with(setup: .live) { world in
            guard let port = world.client.port else { return }
            try await test(LiveServer(port: port, storage: world.storage))
        }
    }

    /// A GET on a separate connection: the whole answer as text.
    func get(_ path: String) async throws -> String {
        try await RawConnection.talk(to: port) { connection in
            connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return connection.readToEnd()
        }
    }
}
