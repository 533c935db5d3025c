import DaybookStore
import Foundation
import HTTPTypes
import Synchronization

/// The folder of all spools. It bounds their bytes in all, and the share of each account.
///
/// The folder is beside the data, on a disk whose size the operator knows, and never in the system's temporary folder,
/// which may be in memory.
final class Spools: Sendable {
    /// One account may use at most one of this many equal parts, so that two accounts cannot keep out all others. A
    /// third of the default still fits an import with all the photos that an account may have by default.
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
    /// The bytes that the spools of one account may have together.
    let share: Int
    private let meter: BudgetMeter
    private let used = Mutex(Used())

    /// Makes the folder, with access for its owner only, and removes leftovers. If that fails, ``begin(for:)`` reports
    /// it.
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

    /// The bytes that spools have now.
    var usedBytes: Int { used.withLock { $0.all } }

    /// An empty spool of an account.
    func begin(for account: AccountID) throws(StorageError) -> Spool {
        try Spool(path: "\(path)/spool-\(UUID().uuidString)", of: account, room: self)
    }

    /// Reserves room for bytes. Throws 503 when there is no room left, 429 when the account has used its share.
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

    /// Releases room.
    func release(_ count: Int, of account: AccountID) {
        used.withLock { used in
            used.add(-count, of: account)
            meter.use(.spoolBytes, used.all)
        }
    }
}

extension Problem {
    /// 429: the account's imports and exports use all the room that one account may have.
    static let noSpoolShare: Problem = {
        var problem = Problem.tooMany(
            "Your other imports and exports use all of your temporary space. Wait for them to end, then try again.",
            retryAfter: 60
        )
        problem.headers[.connection] = "close"
        return problem
    }()

    /// 503: all room for spools is in use. The connection is closed after the answer, so that the rest of a body is not
    /// read.
    static let noSpoolRoom = Problem(
        .serviceUnavailable,
        "The server has no space for more imports and exports right now. Nothing was changed. Try again in a few minutes.",
        headers: [.retryAfter: "60", .connection: "close"]
    )
}
