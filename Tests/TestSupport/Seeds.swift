#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the environment asks of the seeded tests.
///
/// A failure tells its seed; `DAYBOOK_SEED=0x…` runs that one alone. `DAYBOOK_SOAK=100` runs a hundred times as many of
/// each law, `DAYBOOK_FUZZ=1000000` a million cases of each fuzzer, both from seeds nobody chose.
public enum Seeds {
    /// `DAYBOOK_SEED`, decimal or hexadecimal.
    public static let chosen = variable("DAYBOOK_SEED").flatMap { text in
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    /// `DAYBOOK_SOAK`: how many times the usual number of runs.
    public static let soak = max(variable("DAYBOOK_SOAK").flatMap { Int($0) } ?? 1, 1)

    /// `DAYBOOK_FUZZ`: how many cases of each fuzzer; nil for the usual number.
    public static let fuzz = variable("DAYBOOK_FUZZ").flatMap { Int($0) }.map { max($0, 1) }

    /// The seeds of a law's runs. The same ones each time by default, so that a red run is red for everybody.
    public static func runs(_ count: Int) -> some Sequence<UInt64> {
        seeds(count * soak, isUsual: soak == 1)
    }

    /// The seeds of a fuzzer's cases; `usual` is how many an ordinary run has time for.
    public static func cases(usual: Int) -> some Sequence<UInt64> {
        seeds(fuzz ?? usual, isUsual: fuzz == nil)
    }

    /// `DAYBOOK_HISTORIES`: how many random histories of sync there are in all; nil for the usual 20,000.
    public static let histories = variable("DAYBOOK_HISTORIES").flatMap { Int($0) }.map { max($0, 100) }

    /// The seeds of one sort of history, of which so many of a hundred are.
    public static func histories(share: Int, sort: UInt64) -> some Sequence<UInt64> {
        seeds((histories ?? 20_000) * share / 100, isUsual: histories == nil, from: 0xDA7B_0014 + sort)
    }

    private static func seeds(_ count: Int, isUsual: Bool, from start: UInt64 = 0xDA7B_0012) -> some Sequence<UInt64> {
        var source = SplitMix64(seed: isUsual ? start : UInt64.random(in: 0...UInt64.max))
        return sequence(state: chosen == nil ? count : 1) { (left: inout Int) -> UInt64? in
            if left == 0 { return nil }
            left -= 1
            return chosen ?? source.next()
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

extension UInt64 {
    /// How a failure tells a seed: what to set to run it again.
    public var asSeed: String { "DAYBOOK_SEED=0x\(String(self, radix: 16))" }
}
