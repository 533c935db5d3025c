import DaybookCore
import DaybookStore
import Synchronization

/// Counts the outcomes of reminders, for ``Metrics``.
final class ReminderMetrics: Sendable {
    private struct State {
        var outcomes: [String: UInt64] = [:]
        /// The lateness of reminders, in seconds.
        var lateness = Histogram(bounds: [0.1, 0.5, 1, 2, 5, 30, 300, 3_600])
    }

    private let state = Mutex(State())

    /// Records deliveries that failed before they were sent.
    func failed(_ failures: [DeliveryFailure: Int]) {
        state.withLock { state in
            for (reason, count) in failures { state.outcomes[reason.rawValue, default: 0] += UInt64(count) }
        }
    }

    /// Records the outcome of sending a delivery.
    func finished(_ outcome: DeliveryOutcome, _ delivery: ClaimedDelivery, at moment: Instant) {
        let late = Double(max(0, moment.milliseconds - delivery.due.milliseconds)) / 1_000
        state.withLock { state in
            state.outcomes[outcome.label, default: 0] += 1
            guard outcome == .accepted, !delivery.isTest else { return }
            state.lateness.add(late)
        }
    }

    /// The lines of Prometheus' text format.
    var lines: [String] {
        let state = state.withLock { $0 }
        let name = "daybook_reminder_lateness_seconds"
        var lines = [
            "# HELP daybook_reminders_total Tries to send a reminder to a device, by their result.",
            "# TYPE daybook_reminders_total counter",
        ]
        lines += state.outcomes.sorted { $0.key < $1.key }.map { "daybook_reminders_total{outcome=\"\($0)\"} \($1)" }
        lines += [
            "# HELP \(name) Time from the due moment of a reminder until a push service had taken it.",
            "# TYPE \(name) histogram",
        ]
        return lines + state.lateness.lines(name)
    }
}

extension DeliveryOutcome {
    fileprivate var label: String {
        switch self {
        case .accepted: "sent"
        case .gone: DeliveryFailure.gone.rawValue
        case .retry: "retried"
        case .failed(let reason): reason.rawValue
        }
    }
}
