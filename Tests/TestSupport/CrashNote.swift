#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells the seed of a case that ends the whole process, which nothing after it could tell.
public struct CrashNote: Sendable {
    private static let capacity = 64
    /// The seeds under way, for a signal handler to read: no lock, no memory that moves.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UInt64> = {
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        slots.initialize(repeating: 0, count: capacity)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] { signal(number, tell) }
        return slots
    }()

    private let slot: Int

    /// The note of one fuzzer; each has a number of its own, from 0 to 63.
    public init(_ number: Int) {
        precondition((0..<Self.capacity).contains(number), "a fuzzer's number is from 0 to \(Self.capacity - 1)")
        slot = number
    }

    /// Notes the case that begins.
    public func begin(_ seed: UInt64) { Self.slots[slot] = seed }

    /// Notes that no case is under way.
    public func end() { Self.slots[slot] = 0 }

    /// Writes the seeds with what a signal handler may call, and lets the process end as it would have.
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
