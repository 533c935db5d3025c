import DaybookStore
import Foundation
import HTTPTypes
import Synchronization

/// The folder of all spools, in which they have so many bytes together, and those of one account a share of them.
///
/// It lies beside the data, on a disk whose room is known to be there, and never where the system keeps temporary files:
/// that may be memory.
final class Spools: Sendable {
    /// An account has one of so many equal parts of all the room at most, so that two cannot keep out all others. A third
    /// of the default still takes an import with all the photos that an account may have by default.
    private static let parts = 3

    private struct Used {
        var all = 0
        var accounts: [AccountID: Int] = [:]

        mutating func add(_ count: Int, of account: AccountID) {
            all += count
            let left = accounts[account, default: 0] + count
            accounts[account] = left > 0 ? left : nil
        }
    }

    private let path: String
    private let limit: Int
    /// Bytes that the spools of one account may have together.
    let share: Int
    private let meter: BudgetMeter
    private let used = Mutex(Used())

    /// Makes the folder, open to its owner alone, and removes what an earlier end has left in it. What cannot be done now
    /// is told by ``begin(for:)``.
    init(_ configuration: ServerConfiguration) {
        path = configuration.spoolFolder
        limit = configuration.budgets[.spoolBytes]
        share = limit / Self.parts
        meter = configuration.meter
        mkdir(path, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where name.hasPrefix("spool-") {
            unlink(path + "/" + name)
        }
    }

    /// Bytes that spools have now.
    var usedBytes: Int { used.withLock { $0.all } }

    /// An empty spool of an account.
    func begin(for account: AccountID) throws(StorageError) -> Spool {
        try Spool(path: "\(path)/spool-\(UUID().uuidString)", of: account, room: self)
    }

    /// Takes space for some bytes. Throws 503 when there is no space left, 429 when the account has used its share.
    func take(_ count: Int, of account: AccountID) throws {
        let refusal = used.withLock { used -> Problem? in
            if used.accounts[account, default: 0] + count > share { return .noSpoolShare }
            if used.all + count > limit { return .noSpoolRoom }
            used.add(count, of: account)
            meter.use(.spoolBytes, used.all)
            return nil
        }
        guard let refusal else { return }
        meter.refused(.spoolBytes)
        throw refusal
    }

    /// Gives room back.
    func give(_ count: Int, of account: AccountID) {
        used.withLock { used in
            used.add(-count, of: account)
            meter.use(.spoolBytes, used.all)
        }
    }
}

extension Problem {
    /// 429: what the account imports and exports takes all the room that one account may have.
    static let noSpoolShare: Problem = {
        var problem = Problem.tooMany(
            "Your other imports and exports use all of your temporary space. Wait for them to end, then try again.",
            retryAfter: 60
        )
        problem.headers[.connection] = "close"
        return problem
    }()

    /// 503: all the room for what is being received or sent is taken. The connection is closed after it, so that the rest
    /// of a body is not even read.
    static let noSpoolRoom = Problem(
        .serviceUnavailable,
        "The server has no space for more imports and exports right now. Nothing was changed. Try again in a few minutes.",
        headers: [.retryAfter: "60", .connection: "close"]
    )
}
