import DaybookCore
import TestSupport
import Testing

@testable import DaybookStore

@Suite("Backups: which are kept")
struct BackupKeepingTests {
    private func name(_ text: String) throws -> BackupName { try #require(BackupName(text)) }

    private func kept(_ rules: String, of names: [String]) throws -> [String] {
        let backups = try names.map(name)
        return try BackupKeeping(rules).kept(of: backups).sorted().map(\.description)
    }

    @Test("a name is the moment in UTC, and reads back")
    func names() throws {
        let moment = try #require(Instant(rfc3339: "2026-11-22T09:00:00.999Z"))
        #expect("\(BackupName(at: moment))" == "2026-11-22T09-00-00Z")
        #expect("\(BackupName(at: moment, number: 12))" == "2026-11-22T09-00-00Z-12")
        #expect(BackupName("2026-11-22T09-00-00Z-12") == BackupName(at: moment, number: 12))
        #expect(try name("2026-11-22T09-00-00Z-2") < name("2026-11-22T09-00-00Z-10"))
        #expect(try name("2026-11-22T09-00-00Z-10") < name("2026-11-22T09-00-01Z"))
    }

    @Test(
        "what is not such a name is none of ours",
        arguments: [
            "", "photos", "2026-11-22", "2026-11-22T09:00:00Z", "2026-11-22T09-00-00", "2026-11-22T09-00-00Z-1",
            "2026-11-22T09-00-00Z-02", "2026-11-22T09-00-00Z-0", "2026-11-22T09-00-00Z--2", "2026-11-22T09-00-00Z2",
            "2026-13-22T09-00-00Z", "2026-11-22T25-00-00Z", "2026-11-22T09-00-00Z copy", "2026-11-22T09-00-00.5Z",
            "2026-11-22T09-00-00Z-99999999999999999999", "2026-11-22T09-00-00Z-é", ".partial-2026-11-22T09-00-00Z",
        ]
    )
    func noNames(_ text: String) {
        #expect(BackupName(text) == nil)
    }

    @Test(
        "a rule is a count of days, weeks, months, years or backups",
        arguments: [
            "", "d", "0d", "-1d", "7x", "7d,", ",7d", "7 days", "10001", "1.5d", "7D", "#", "3#", "٣d", "٣",
            "99999999999999999999",
        ]
    )
    func badRules(_ text: String) {
        #expect(throws: BackupError.self) { try BackupKeeping(text) }
    }

    @Test("of each day, week, month and year the newest is kept")
    func newestOfEach() throws {
        let names = [
            "2025-12-31T23-59-59Z", "2026-01-01T00-00-00Z", "2026-11-15T10-00-00Z", "2026-11-16T10-00-00Z",
            "2026-11-21T09-00-00Z", "2026-11-21T21-00-00Z", "2026-11-22T09-00-00Z", "2026-11-22T09-00-00Z-2",
        ]
        #expect(try kept("2d", of: names) == ["2026-11-21T21-00-00Z", "2026-11-22T09-00-00Z-2"])
        // A week ends on Sunday: the 15th and the 22nd are Sundays.
        #expect(try kept("2w", of: names) == ["2026-11-15T10-00-00Z", "2026-11-22T09-00-00Z-2"])
        #expect(try kept("2m", of: names) == ["2026-01-01T00-00-00Z", "2026-11-22T09-00-00Z-2"])
        #expect(try kept("9y", of: names) == ["2025-12-31T23-59-59Z", "2026-11-22T09-00-00Z-2"])
        #expect(try kept("2", of: names) == ["2026-11-22T09-00-00Z", "2026-11-22T09-00-00Z-2"])
        #expect(
            try kept("1, 2d", of: names) == ["2026-11-21T21-00-00Z", "2026-11-22T09-00-00Z-2"]
        )
    }

    @Test("the newest is always kept, each rule keeps at most its count, and keeping twice keeps the same")
    func laws() throws {
        for seed in Seeds.runs(300) {
            var random = SplitMix64(seed: seed)
            let backups = (0..<random.int(1...60)).map { _ in
                let second = random.int64(1_700_000_000...1_700_000_000 + random.int64(1...100_000_000))
                return BackupName(at: Instant(milliseconds: second * 1_000), number: random.int(1...3))
            }
            let spans = ["d", "w", "m", "y", ""]
            let rules = (0..<random.int(1...4)).map { _ in "\(random.int(1...12))\(spans[random.int(0...4)])" }
            let keeping = try BackupKeeping(rules.joined(separator: ","))
            let kept = keeping.kept(of: backups)
            let sum = keeping.rules.reduce(0) { $0 + $1.count }
            let newest = try #require(backups.max())
            #expect(kept.contains(newest), "seed \(seed)")
            #expect(kept.isSubset(of: backups) && kept.count <= sum, "seed \(seed)")
            #expect(keeping.kept(of: kept) == kept, "seed \(seed)")
            #expect(keeping.kept(of: backups.shuffled(using: &random)) == kept, "seed \(seed)")
            // A further rule never removes a backup.
            let more = try BackupKeeping(rules.joined(separator: ",") + ",3w").kept(of: backups)
            #expect(more.isSuperset(of: kept), "seed \(seed)")
        }
    }

    @Test("a backup a day, tidied each day for two years, leaves the days, weeks and months that were asked for")
    func overTime() throws {
        let keeping = try BackupKeeping("7d,4w,12m")
        var there: Set<BackupName> = []
        for day in 0..<730 {
            there.insert(BackupName(at: Instant(milliseconds: 1_767_225_600_000 + Int64(day) * 86_400_000)))
            there = keeping.kept(of: there)
        }
        let newest = try #require(there.max()).second
        for day in 0..<7 { #expect(there.contains { $0.second == newest - Int64(day) * 86_400 }) }
        let oldest = try #require(there.min()).second
        #expect((newest - oldest) / 86_400 > 330 && there.count <= 23)
    }
}
