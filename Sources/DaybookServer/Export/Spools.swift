import DaybookStore
import Foundation
import HTTPTypes
import Synchronization

/// The folder of all spools, in which they have so many bytes together.
///
/// It lies beside the data, on a disk whose room is known to be there, and never where the system keeps temporary files:
/// that may be memory.
final class Spools: Sendable {
    private let path: String
    private let limit: Int
    private let meter: BudgetMeter
    private let used = Mutex(0)

    /// Makes the folder, open to its owner alone, and removes what an earlier end has left in it. What cannot be done now
    /// is told by ``begin()``.
    init(_ configuration: ServerConfiguration) {
        path = configuration.spoolFolder
        limit = configuration.budgets[.spoolBytes]
        meter = configuration.meter
        mkdir(path, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where name.hasPrefix("spool-") {
            unlink(path + "/" + name)
        }
    }

    /// Bytes that spools have now.
    var usedBytes: Int { used.withLock { $0 } }

    /// An empty spool.
    func begin() throws(StorageError) -> Spool {
        try Spool(path: "\(path)/spool-\(UUID().uuidString)", room: self)
    }

    /// Takes room for some bytes. Throws 503 when there is none.
    func take(_ count: Int) throws {
        let now = used.withLock { used -> Int? in
            guard used + count <= limit else { return nil }
            used += count
            return used
        }
        guard let now else {
            meter.refused(.spoolBytes)
            throw Problem.noSpoolRoom
        }
        meter.use(.spoolBytes, now)
    }

    /// Gives room back.
    func give(_ count: Int) {
        let now = used.withLock { used in
            used -= count
            return used
        }
        meter.use(.spoolBytes, now)
    }
}

extension Problem {
    /// 503: all the room for what is being received or sent is taken. The connection is closed after it, so that the rest
    /// of a body is not even read.
    static let noSpoolRoom = Problem(
        .serviceUnavailable,
        "Too much is being imported and exported here at the moment. Nothing was changed. Try again in a few minutes.",
        headers: [.retryAfter: "60", .connection: "close"]
    )
}
