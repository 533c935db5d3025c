import NIOCore
import Synchronization

/// An executor on each event loop, made for its first connection.
///
/// A connection's task runs on the thread that reads and writes the connection. Between threads of their own and the
/// event loops, each request woke a sleeping thread two or three times, which cost more than answering it.
final class LoopExecutors: Sendable {
    private let executors = Mutex<[ObjectIdentifier: FairExecutor]>([:])

    /// The executor on a connection's event loop. The first time on the loop's own thread.
    func executor(on loop: any EventLoop) -> FairExecutor {
        executors.withLock { executors in
            if let known = executors[ObjectIdentifier(loop)] { return known }
            let executor = FairExecutor(on: loop, answers: AnswerGroup(on: loop))
            executors[ObjectIdentifier(loop)] = executor
            return executor
        }
    }
}
