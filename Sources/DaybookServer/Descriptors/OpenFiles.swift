import DaybookStore
import Synchronization

/// Counts the files that calls hold open, and bounds them over all accounts (``Budget/openFiles``).
///
/// An account may hold as many files as are left for all others: one account alone gets half of them, two get a third
/// each. An account that holds no file gets one as long as one is left, so an account with many uploads does not cause
/// the refusal of others.
final class OpenFiles: Sendable {
    private struct State {
        var all = 0
        var accounts: [AccountID: Int] = [:]
    }

    private let limit: Int
    private let meter: BudgetMeter
    private let state = Mutex(State())

    /// A bound on files.
    init(limit: Int, meter: BudgetMeter) {
        self.limit = limit
        self.meter = meter
    }

    /// The number of files in use.
    var count: Int { state.withLock { $0.all } }

    /// Reserves places for the files that a call is going to open. They are released with the last reference to the
    /// result.
    ///
    /// Throws 429 when the account holds its share, 503 when there are no places left.
    func take(_ count: Int = 1, for account: AccountID) throws(Problem) -> Places {
        let refusal = state.withLock { state -> Problem? in
            let (left, own) = (limit - state.all - count, state.accounts[account] ?? 0)
            if left < 0 { return .noOpenFiles }
            if own > 0, own + count > left { return .noOpenFilesShare }
            state.all += count
            state.accounts[account] = own + count
            meter.use(.openFiles, state.all)
            return nil
        }
        guard let refusal else { return Places(files: self, count: count, account: account) }
        meter.refused(.openFiles)
        throw refusal
    }

    private func release(_ count: Int, of account: AccountID) {
        state.withLock { state in
            state.all -= count
            let own = (state.accounts[account] ?? 0) - count
            state.accounts[account] = own > 0 ? own : nil
            meter.use(.openFiles, state.all)
        }
    }

    /// Places for files, held as long as the files are open.
    final class Places: Sendable {
        private let files: OpenFiles
        private let count: Int
        private let account: AccountID

        fileprivate init(files: OpenFiles, count: Int, account: AccountID) {
            self.files = files
            self.count = count
            self.account = account
        }

        deinit { files.release(count, of: account) }
    }
}

extension Problem {
    /// 429: the account's uploads and downloads hold all the files that one account may hold now.
    static let noOpenFilesShare = tooMany(
        "Too many of your uploads and downloads are under way. Wait for some of them, then try again.",
        retryAfter: 5
    )

    /// 503: the uploads and downloads of all accounts hold all files.
    static let noOpenFiles = Problem(
        .serviceUnavailable,
        "Too many uploads and downloads are under way here. Nothing was changed. Try again in a few seconds.",
        headers: [.retryAfter: "5"]
    )
}
