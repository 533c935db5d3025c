import DaybookCore
import DaybookStore
import DaybookZip
import NIOPosix

/// Where imports are read: on threads of their own, so many at once that their memory stays bounded.
///
/// An import holds its records' text, which may be ``ImportFile/Limits/bytes``. Of those that may be so large one is read
/// at a time; small ones, which most are, do not wait for it. Accounts take turns. Who waits has sent all there is, so
/// nobody waits for a slow sender, and holds a file on the disk and no memory.
final class ImportReaders: Sendable {
    /// Bytes of records up to which an import is a small one.
    static let smallBytes = 8 << 20
    /// Small imports that are read at once.
    private static let smallAtOnce = 2

    private typealias Places = FairPlaces<TurnGate<AccountID>>

    private let threads: NIOThreadPool
    private let small: Places
    private let large: Places

    init() {
        threads = NIOThreadPool(numberOfThreads: Self.smallAtOnce + 1)
        small = Self.places(Self.smallAtOnce)
        large = Self.places(1)
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// Nobody is refused: each has come through the account's gate, and holds nothing that is scarce.
    private static func places(_ count: Int) -> Places {
        let gate = TurnGate<AccountID>(places: count, waiting: .init(total: .max, each: .max))
        return Places(gate, refusal: { _, _ in Problem.tooManyCalls })
    }

    /// Does some work with an import once it is its turn.
    func inside<Value>(
        _ spool: Spool,
        of account: AccountID,
        isGone: GoneSignal?,
        _ work: () async throws -> Value
    ) async throws -> Value {
        // The directory of an archive takes memory too. It is read again later, so that it is not held meanwhile.
        let bytes = try await small.inside(account, isGone: isGone) {
            try await compute { try ImportFile.dataBytes(of: spool.archive()) }
        }
        return try await (bytes <= Self.smallBytes ? small : large).inside(account, isGone: isGone, work)
    }

    /// Computes on one of the threads, behind those that serve. Throws what a person is told of a file that cannot be
    /// read.
    func compute<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await threads.runIfActive {
                ThreadPriority.lower()
                return try work()
            }
        } catch let failure as ImportFailure {
            throw failure.problem
        }
    }
}
