import DaybookCore
import DaybookStore
import NIOCore
import Synchronization

/// The lists of the accounts that were active most recently.
final class AccountLists<Index: ListIndex>: Sendable {
    private let storage: any Storage
    private let memory: ListMemory
    private let tasks: LongTasks
    private let bounds: ListBounds
    private let meter: BudgetMeter
    private let lists = Mutex<[AccountID: AccountList<Index>]>([:])

    init(
        storage: any Storage,
        memory: ListMemory,
        tasks: LongTasks,
        bounds: ListBounds = ListBounds(),
        meter: BudgetMeter = BudgetMeter()
    ) {
        self.storage = storage
        self.memory = memory
        self.tasks = tasks
        self.bounds = bounds
        self.meter = meter
    }

    /// A page of an account's list as JSON, at `cursor` or later.
    ///
    /// Long work ends with `lifetime`.
    func page(
        _ page: ListPage<Index>,
        of account: AccountID,
        at cursor: Int64,
        _ lifetime: RequestLifetime = .unbounded
    ) async throws -> ByteBuffer {
        try await list(of: account).page(page, at: cursor, within: lifetime)
    }

    /// The list of an account: the present list, or a new one that is empty.
    func list(of account: AccountID) -> AccountList<Index> {
        lists.withLock { lists in
            if let known = lists[account] { return known }
            let list = AccountList<Index>(
                account: account,
                storage: storage,
                memory: memory,
                tasks: tasks,
                bounds: bounds,
                meter: meter
            ) { [weak self] list in self?.forget(list, of: account) }
            lists[account] = list
            return list
        }
    }

    /// A call that still uses the list reads it again, and the next call gets another list. The account may have that
    /// other list already, which stays.
    private func forget(_ list: AccountList<Index>, of account: AccountID) {
        lists.withLock { if $0[account] === list { $0[account] = nil } }
    }
}
