import DaybookStore
import Foundation
import Synchronization

/// Lets callers that use much of the server's time rest between their calls while others are active (``TimeDebts``).
///
/// An order among waiting calls is not enough: on few cores, a call of an active person competes with the calls in
/// progress, which are not interrupted.
final class CallPace: Sendable {
    /// The least that a call is charged for: what passes before and after its work, which is not measured when its
    /// connection ends.
    private static let least = Duration.microseconds(50)

    /// For so long a caller rests before it is looked at again.
    private static let slice = Duration.milliseconds(100)

    private let meter: BudgetMeter
    private let debts: Mutex<TimeDebts<Calls.Caller>>
    /// The time since some moment.
    private let now: @Sendable () -> Duration

    /// A pace by the budgets. The meter counts the rests, as refusals of ``Budget/heavyMilliseconds``.
    init(
        _ budgets: Budgets,
        meter: BudgetMeter,
        cores: Int = ProcessInfo.processInfo.activeProcessorCount,
        now: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in ContinuousClock.now - start }
    ) {
        self.meter = meter
        self.now = now
        let burst = Duration.milliseconds(budgets[.heavyMilliseconds])
        let settings = TimeDebts<Calls.Caller>.Settings(
            burst: burst,
            light: 0.1,
            share: Double(cores * budgets[.heavyPercent]) / 100,
            least: 0.02,
            most: burst + .milliseconds(200),
            attention: .milliseconds(500),
            longest: .seconds(1)
        )
        debts = Mutex(TimeDebts(settings))
    }

    /// Returns when a caller may begin a call, with whether it had to rest. Throws when the task is cancelled.
    @discardableResult
    nonisolated(nonsending) func rest(_ caller: Calls.Caller) async throws -> Bool {
        var left = debts.withLock { $0.rest(of: caller, at: now()) }
        guard left > .zero else { return false }
        meter.refused(.heavyMilliseconds)
        while left > .zero {
            let slice = min(left, Self.slice)
            try await Task.sleep(for: slice)
            // When the others have gone, the rest is over.
            left = min(left - slice, debts.withLock { $0.rest(of: caller, at: now()) })
        }
        return true
    }

    /// Charges a caller for what the calls of the present connection have taken since the last time.
    func charge(_ caller: Calls.Caller) {
        guard let cost = CallCost.current else { return }
        let time = max(cost.take(), Self.least)
        debts.withLock { $0.charge(caller, time, at: now()) }
    }
}
