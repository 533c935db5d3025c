import DaybookCore
import DaybookExport
import DaybookStore
import DaybookZip
import NIOPosix

/// The threads that read imports, with places for them, so that the memory of imports is bounded.
///
/// An import in a place holds the text of its records, which may be ``ImportFile/Limits/bytes``, or one photo. There is
/// one place for large imports; small imports, which are the most common, have separate places. An import gets a place
/// only when all of its bytes are on the disk, so no place waits for a slow client. It leaves its place between
/// checking, photos and records, and accounts take turns, so that an import with many photos does not delay other
/// imports for long. An import that waits holds its file on the disk and little memory.
final class ImportReaders: Sendable {
    /// The most bytes of records of a small import.
    static let smallBytes = 8 << 20
    /// The number of small imports that are read at once.
    private static let smallAtOnce = 2

    private typealias Places = FairPlaces<TurnGate<AccountID>>

    private let threads: NIOThreadPool
    private let small: Places
    private let large: Places

    /// Readers; `smallAtOnce` is the number of small imports that are read at once.
    init(smallAtOnce: Int = ImportReaders.smallAtOnce) {
        threads = NIOThreadPool(numberOfThreads: smallAtOnce + 1)
        small = Self.places(smallAtOnce)
        large = Self.places(1)
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// The number of imports that wait for a place.
    var waitingCount: Int { small.waitingCount + large.waitingCount }

    /// No import is refused here. The account's gate has admitted it, and it holds no memory while it waits.
    private static func places(_ count: Int) -> Places {
        let gate = TurnGate<AccountID>(places: count, waiting: .init(total: .max, each: .max))
        return Places(gate, refusal: { _, _ in Problem.tooManyCalls })
    }

    /// Runs short work that holds little memory, in a place for small imports.
    func turn<Value>(of account: AccountID, isGone: GoneSignal?, _ work: () async throws -> Value) async throws -> Value
    {
        try await small.inside(account, isGone: isGone, work)
    }

    /// The size of an import's records in bytes, which decides its place.
    func dataBytes(of spool: Spool, of account: AccountID, isGone: GoneSignal?) async throws -> Int {
        // The directory of an archive takes memory too. It is read again later, so that it is not held meanwhile.
        try await turn(of: account, isGone: isGone) {
            try await compute { try ImportFile.dataBytes(of: spool.archive()) }
        }
    }

    /// Runs work on all records of an import, in a place for imports with this many bytes of records.
    func inside<Value>(
        _ dataBytes: Int,
        of account: AccountID,
        isGone: GoneSignal?,
        _ work: () async throws -> Value
    ) async throws -> Value {
        try await (dataBytes <= Self.smallBytes ? small : large).inside(account, isGone: isGone, work)
    }

    /// Runs a computation on one of the threads, at a lower priority than the threads that serve requests. Throws the
    /// person's problem for a file that cannot be read.
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
