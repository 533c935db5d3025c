import DaybookStore
import TestSupport
import Testing

@testable import DaybookServer

@Suite("The pace of calls", .timeLimit(.minutes(1)))
struct CallPaceTests {
    private static let asha = Calls.Caller.account(AccountID(uuid(1)))
    private static let ben = Calls.Caller.account(AccountID(uuid(2)))

    /// How long a caller rests, when another connection has cost it this much.
    private func rest(of caller: Calls.Caller, after cost: Duration, _ pace: CallPace) async throws -> Duration {
        let spent = CallCost()
        spent.add(cost)
        CallCost.$current.withValue(spent) { pace.charge(caller) }
        let start = ContinuousClock.now
        try await pace.rest(caller)
        return ContinuousClock.now - start
    }

    @Test("what work has cost is charged once, and makes its caller rest for as long as its share takes")
    func pays() async throws {
        let meter = BudgetMeter()
        let pace = CallPace(Budgets(), meter: meter, cores: 2, now: { .zero })
        try await pace.rest(Self.ben)
        // A hundred milliseconds above the burst, at half a core.
        let rest = try await rest(of: Self.asha, after: .milliseconds(150), pace)
        #expect(rest >= .milliseconds(200) && meter.refusals(of: .heavyMilliseconds) == 1)
        _ = try await self.rest(of: Self.ben, after: .milliseconds(10), pace)
        #expect(meter.refusals(of: .heavyMilliseconds) == 1)
    }

    @Test("a caller that is alone never rests")
    func alone() async throws {
        let meter = BudgetMeter()
        let pace = CallPace(Budgets(), meter: meter, cores: 2, now: { .zero })
        for _ in 1...3 { _ = try await rest(of: Self.asha, after: .seconds(1), pace) }
        #expect(meter.refusals(of: .heavyMilliseconds) == 0)
    }

    @Test("a rest ends when its task is cancelled")
    func cancelled() async throws {
        let pace = CallPace(Budgets(), meter: BudgetMeter(), cores: 1, now: { .zero })
        try await pace.rest(Self.ben)
        let task = Task { [self] in try await rest(of: Self.asha, after: .seconds(9), pace) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
