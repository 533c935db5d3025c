import Dispatch
import Foundation
import Synchronization

/// A signal that has ended the work of a command: Ctrl-C, or a relative of it.
struct Interrupted: Error {
    /// The signal.
    let signal: Int32

    /// Runs work that SIGINT, SIGTERM and SIGHUP cancel. Throws ``Interrupted`` when they have ended it.
    ///
    /// A signal that comes before the work begins ends the process, and so does a second one: work that does not end
    /// must not keep a person.
    static func cancels(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let arrived = Arrived()
        let sources = [SIGINT, SIGTERM, SIGHUP].map { ($0, DispatchSource.makeSignalSource(signal: $0)) }
        defer { for (_, source) in sources { source.cancel() } }
        for (signal, source) in sources {
            source.setEventHandler { arrived.take(signal) }
            // Until the source listens, a signal ends the process. If it were ignored, it would be lost.
            await withCheckedContinuation { listens in
                source.setRegistrationHandler { listens.resume() }
                source.resume()
            }
        }
        let task = Task(operation: work)
        let end = Task { for await _ in arrived.news { task.cancel() } }
        defer { end.cancel() }
        do { try await task.value } catch is CancellationError {
            throw Interrupted(signal: arrived.first ?? SIGINT)
        }
    }

    /// Ends the process by the signal, so that a shell ends its script or its loop too: it shows 130 for Ctrl-C.
    func endProcess() -> Never { Self.endProcess(by: signal) }

    fileprivate static func endProcess(by signal: Int32) -> Never {
        Foundation.signal(signal, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(signal)
        _exit(128 + signal)
    }
}

/// The signals that have come.
private final class Arrived: Sendable {
    let news: AsyncStream<Void>
    private let source: AsyncStream<Void>.Continuation
    private let signal = Mutex<Int32?>(nil)

    init() { (news, source) = AsyncStream.makeStream() }

    /// The first one.
    var first: Int32? { signal.withLock { $0 } }

    func take(_ number: Int32) {
        let isFirst = signal.withLock { first in
            defer { first = first ?? number }
            return first == nil
        }
        if !isFirst { Interrupted.endProcess(by: number) }
        source.yield()
    }
}
