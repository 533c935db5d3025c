// Every seeded test needs it.
@_exported import TestSupport
import Testing

@testable import DaybookCore

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

/// Runs a law with many seeds, as ``Seeds`` has them. The first failure tells its seed.
func property(
    runs: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ law: (inout SplitMix64) throws -> Void
) {
    for seed in Seeds.runs(runs) {
        var random = SplitMix64(seed: seed)
        do {
            try law(&random)
        } catch {
            Issue.record("\(seed.asSeed): \(error)", sourceLocation: sourceLocation)
            return
        }
    }
}

/// The shortest failing list that is found by leaving out ever smaller parts of a failing list.
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

/// Ends a run of a property when two sets of records differ, and shows only the differences.
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
