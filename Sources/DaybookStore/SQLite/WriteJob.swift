import Synchronization

/// What a job promises, so that less has to be done around it.
struct WritePromises: OptionSet, Sendable {
    let rawValue: Int

    /// Once it has changed anything, it throws only errors of the database. So it needs no savepoint to return to.
    static let changesLast = WritePromises(rawValue: 1)
    /// It changes nothing that a session shows but cursors (``WriteContext/adopt(_:of:)``), unless it calls
    /// ``WriteContext/noteSessions()``.
    static let keepsSessions = WritePromises(rawValue: 2)
}

/// A write whose caller waits.
protocol PendingWrite: Sendable {
    /// What it promises.
    var promises: WritePromises { get }
    /// Does the work and keeps its result. It may be called again after a rollback.
    func perform(_ context: inout WriteContext) throws
    /// Resumes the waiting caller with the error, or with the result of the last `perform`.
    func finish(_ failure: StorageError?)
}

/// A write with a result of one type.
final class WriteJob<Value: Sendable>: PendingWrite {
    typealias Waiter = CheckedContinuation<Result<Value, StorageError>, Never>

    let promises: WritePromises
    private let job: @Sendable (inout WriteContext) throws -> Value
    private let waiter: Waiter
    private let value = Mutex<Value?>(nil)

    init(_ promises: WritePromises, _ job: @escaping @Sendable (inout WriteContext) throws -> Value, _ waiter: Waiter) {
        self.promises = promises
        self.job = job
        self.waiter = waiter
    }

    func perform(_ context: inout WriteContext) throws {
        let result = try job(&context)
        value.withLock { $0 = result }
    }

    func finish(_ failure: StorageError?) {
        if let failure {
            waiter.resume(returning: .failure(failure))
        } else if let value = value.withLock({ $0 }) {
            waiter.resume(returning: .success(value))
        } else {
            waiter.resume(returning: .failure(.failed("a write was acknowledged that never ran")))
        }
    }
}
