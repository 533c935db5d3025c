#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The environment's settings for the seeded tests.
///
/// A failure reports its seed; `DAYBOOK_SEED=0x…` runs that seed alone. `DAYBOOK_SOAK=100` runs a hundred times as many
/// cases of each law, `DAYBOOK_FUZZ=1000000` a million cases of each fuzzer, both with random seeds.
public enum Seeds {
    /// `DAYBOOK_SEED`, decimal or hexadecimal.
    public static let chosen = variable("DAYBOOK_SEED").flatMap { text in
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    /// `DAYBOOK_SOAK`: the factor on the usual number of runs.
    public static let soak = max(variable("DAYBOOK_SOAK").flatMap { Int($0) } ?? 1, 1)

    /// `DAYBOOK_FUZZ`: the number of cases of each fuzzer; nil for the usual number.
    public static let fuzz = variable("DAYBOOK_FUZZ").flatMap { Int($0) }.map { max($0, 1) }

    /// The seeds of a law's runs. They are the same each time by default, so that a failure can be repeated everywhere.
    public static func runs(_ count: Int) -> some Sequence<UInt64> {
        seeds(count * soak, isUsual: soak == 1)
    }

    /// The seeds of a fuzzer's cases; `usual` is the number of cases in an ordinary run.
    public static func cases(usual: Int) -> some Sequence<UInt64> {
        seeds(fuzz ?? usual, isUsual: fuzz == nil)
    }

    /// `DAYBOOK_HISTORIES`: the number of random histories of sync in all; nil for the usual 20,000.
    public static let histories = variable("DAYBOOK_HISTORIES").flatMap { Int($0) }.map { max($0, 100) }

    /// The seeds of one sort of history; `share` is its percentage of all histories.
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
    /// The setting that repeats this seed, for a failure's text.
    public var asSeed: String { "DAYBOOK_SEED=0x\(String(self, radix: 16))" }
}
