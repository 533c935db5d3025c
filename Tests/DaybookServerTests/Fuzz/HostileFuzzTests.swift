import DaybookCore
import DaybookStore
import TestSupport
import Testing

@testable import DaybookServer

/// Accumulation: a few hostile accounts change the same few records thousands of times, and no other account may be
/// affected.
///
/// `DAYBOOK_FUZZ=100000 swift test --filter Hostile` for more steps.
@Suite("Fuzz: hostile accounts", .timeLimit(.minutes(30)))
struct HostileFuzzTests {
    /// Budgets that a world reaches within its steps; nil for a server's defaults.
    private static var small: Budgets {
        var budgets = Budgets()
        budgets[.recordBytes] = 64 << 10
        budgets[.recordFields] = 64
        budgets[.accountRecords] = 1_000
        budgets[.accountBytes] = 2 << 20
        budgets[.transactionRows] = 20
        return budgets
    }

    /// Runs one world after another, each for a number of steps; a world ends with all of the background work.
    private func fuzz(_ budgets: Budgets, _ number: Int, steps: Int, largest: Int) async throws {
        let note = CrashNote(number)
        let seeds = Array(Seeds.cases(usual: steps))
        for start in stride(from: 0, to: seeds.count, by: steps) {
            let seed = seeds[start]
            note.begin(seed)
            defer { note.end() }
            do {
                try await HostileWorld.with(seed: seed, budgets: budgets, largest: largest) { world in
                    try await world.live(steps: steps)
                    try await world.workInBackground()
                    try await world.readEverything()
                    try await world.deleteEverything()
                }
            } catch let fault as HostileFault {
                Issue.record("\(seed.asSeed): \(fault)")
                return
            }
        }
    }

    @Test("beside accounts that grow to every budget, an honest one sees no error, and all work ends: small budgets")
    func smallBudgets() async throws {
        try await fuzz(Self.small, 9, steps: 100, largest: 8_000)
    }

    @Test("beside accounts that grow to every budget, an honest one sees no error, and all work ends: as they are")
    func standardBudgets() async throws {
        try await fuzz(Budgets(), 10, steps: 60, largest: 64_000)
    }
}

/// The fault, and the step of it.
struct HostileFault: Error, CustomStringConvertible {
    let description: String

    init(_ step: String, _ what: String) {
        description = "\(step): \(what.prefix(1_000))"
    }
}
