import TestSupport
import Testing

@testable import DaybookCore

/// Random histories of whole worlds (S2, S5 to S10, S12, S13). `DAYBOOK_HISTORIES` is their number.
@Suite struct SyncSimulationTests {
    /// A sort of world, and how many of a hundred histories are of it.
    struct Sort: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var share: Int
        var number: UInt64
        var traits: SyncWorld.Traits
    }

    static let tabsAndBackups = SyncWorld.Traits(restores: true, tabs: 3)

    static let sorts = [
        Sort(testDescription: "one tab each", share: 12, number: 1, traits: .init()),
        Sort(testDescription: "refused changes", share: 10, number: 2, traits: .init(breaksRules: true)),
        Sort(testDescription: "long absences", share: 10, number: 3, traits: .init(forgets: true)),
        Sort(testDescription: "backups", share: 10, number: 4, traits: .init(restores: true)),
        Sort(testDescription: "tabs", share: 13, number: 5, traits: .init(tabs: 3)),
        Sort(
            testDescription: "tabs that stay away",
            share: 15,
            number: 6,
            traits: .init(breaksRules: true, forgets: true, tabs: 3)
        ),
        Sort(testDescription: "tabs and backups", share: 10, number: 9, traits: tabsAndBackups),
        Sort(testDescription: "full disks", share: 5, number: 10, traits: .init(breaksRules: true, fills: true)),
        Sort(
            testDescription: "full disks, long journals",
            share: 10,
            number: 11,
            traits: .init(tabs: 3, fills: true, packs: true)
        ),
        Sort(testDescription: "a device twice", share: 5, number: 8, traits: .init(copies: true, tabs: 2)),
    ]

    @Test(
        "[S5] [S6] [S8] [S9] [S10] [S12] [S13] Whatever happens, all agree in the end and nothing is lost",
        arguments: sorts
    )
    func worlds(_ sort: Sort) {
        for seed in Seeds.histories(share: sort.share, sort: sort.number) {
            do { try live(sort.traits, seed) } catch {
                Issue.record("\(sort.testDescription): \(seed.asSeed): \(error)")
                return
            }
        }
    }

    /// A device counted as a device in a full read because one of its tabs had begun one, while another tab still had a
    /// cursor from before the backup was restored.
    @Test(
        "[S5] [S6] [S13] Tabs that know numbers from before a backup was restored agree in the end",
        arguments: [0x39fd_1191_9e27_8767, 0xba21_82d9_121f_55c8, 0x2e69_cea4_ee99_057d, 0x5434_c5bc_6395_1813]
            as [UInt64]
    )
    func cursorOfEarlierEpoch(_ seed: UInt64) throws { try live(Self.tabsAndBackups, seed) }

    private func live(_ traits: SyncWorld.Traits, _ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var world = SyncWorld(&random, traits)
        // Most are short, so that there are many; faults with a short cause are found by these first.
        let steps = random.oneIn(25) ? random.int(60...500) : random.int(10...60)
        for _ in 0..<steps { try world.step(&random) }
        try world.syncUntilQuiet()
        try world.holdAllAgree()
        try world.holdDisksHaveAll()
        try world.holdNothingIsLost()
        try world.holdHistoryIsWhole()
    }
}
