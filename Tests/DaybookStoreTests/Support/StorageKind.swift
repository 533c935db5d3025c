import Foundation

@testable import DaybookStore

/// The implementations that must pass the contract.
enum StorageKind: String, CaseIterable, Sendable {
    case sqlite

    /// A new, empty storage during a test.
    func with(_ test: (any Storage) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            try await withTemporaryFolder { folder in
                let storage = try Storages.sqlite(path: folder + "/daybook.sqlite")
                try await test(storage)
                await storage.close()
            }
        }
    }
}
