#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reports the seed of a case that ends the whole process, because no later code could report it.
public struct CrashNote: Sendable {
    private static let capacity = 64
    /// The seeds of the present cases, for a signal handler to read: without a lock, in memory that does not move.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UInt64> = {
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        slots.initialize(repeating: 0, count: capacity)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] { signal(number, tell) }
        return slots
    }()

    private let slot: Int

    /// The note of one fuzzer. Each fuzzer has a different number, from 0 to 63.
    public init(_ number: Int) {
        precondition((0..<Self.capacity).contains(number), "a fuzzer's number is from 0 to \(Self.capacity - 1)")
        slot = number
    }

    /// Records the case that begins.
    public func begin(_ seed: UInt64) { Self.slots[slot] = seed }

    /// Records that no case is running.
    public func end() { Self.slots[slot] = 0 }

    /// Writes the seeds, using only calls that a signal handler may make, and lets the process end as without this
    /// handler.
    private static let tell: @convention(c) (Int32) -> Void = { number in
        for slot in 0..<capacity where slots[slot] != 0 {
            _ = write(2, "\nended in a case of DAYBOOK_SEED=0x", 35)
            for digit in 0..<16 {
                let value = UInt8(truncatingIfNeeded: slots[slot] >> UInt64(60 - digit * 4)) & 0xF
                var character = value < 10 ? 0x30 + value : 0x57 + value
                _ = write(2, &character, 1)
            }
            _ = write(2, "\n", 1)
        }
        signal(number, SIG_DFL)
        raise(number)
    }
}
