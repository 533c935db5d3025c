import Testing

@testable import DaybookCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A law that did not hold.
struct Falsified: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Stops a run of a property when two values differ.
func hold<Value: Equatable>(_ left: Value, equals right: Value, _ law: @autoclosure () -> String) throws(Falsified) {
    if left != right { throw Falsified("\(law())\n  left:  \(left)\n  right: \(right)") }
}

/// Stops a run of a property when a condition is false.
func hold(_ condition: Bool, _ law: @autoclosure () -> String) throws(Falsified) {
    if !condition { throw Falsified(law()) }
}

/// Runs a law with many seeds. The first failure tells its seed; `DAYBOOK_SEED=0x… swift test` runs that one alone,
/// and `DAYBOOK_SOAK=100` runs a hundred times as many, from seeds nobody chose.
func property(
    runs: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ law: (inout SplitMix64) throws -> Void
) {
    for seed in Soak.seeds(runs) {
        var random = SplitMix64(seed: seed)
        do {
            try law(&random)
        } catch {
            Issue.record("DAYBOOK_SEED=0x\(String(seed, radix: 16)): \(error)", sourceLocation: sourceLocation)
            return
        }
    }
}

/// What the environment asks of the seeded tests.
enum Soak {
    /// `DAYBOOK_SEED`, decimal or hexadecimal.
    static let seed = variable("DAYBOOK_SEED").flatMap { text in
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    /// `DAYBOOK_SOAK`: how many times the usual number of runs.
    static let factor = max(variable("DAYBOOK_SOAK").flatMap { Int($0) } ?? 1, 1)

    /// The same seeds each time by default, so that a red run is red for everybody.
    static func seeds(_ runs: Int) -> [UInt64] {
        if let seed { return [seed] }
        var source = SplitMix64(seed: factor == 1 ? 0xDA7B_0012 : UInt64.random(in: 0...UInt64.max))
        return (0..<runs * factor).map { _ in source.next() }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// The shortest list found that still fails, by leaving out ever smaller parts of one that does.
func shrunk<Step>(_ steps: [Step], while fails: ([Step]) -> Bool) -> [Step] {
    var best = steps
    var size = max(best.count / 2, 1)
    while true {
        var start = 0
        while start < best.count {
            let candidate = Array(best[..<start] + best[min(start + size, best.count)...])
            if fails(candidate) { best = candidate } else { start += size }
        }
        if size == 1 { return best }
        size /= 2
    }
}

/// Stops a run of a property when two sets of records differ, and tells only what differs.
func hold(
    _ left: [Record.Key: Record],
    equals right: [Record.Key: Record],
    _ law: @autoclosure () -> String
) throws(Falsified) {
    if left == right { return }
    var lines: [String] = []
    for key in Set(left.keys).union(right.keys) where left[key] != right[key] {
        for (side, record) in [("left: ", left[key]), ("right:", right[key])] {
            var bytes: [UInt8] = []
            record?.write(to: &bytes)
            lines.append("  \(side) \(String(decoding: bytes, as: UTF8.self))")
        }
    }
    throw Falsified(law() + "\n" + lines.joined(separator: "\n"))
}
