import DaybookCore
import DaybookPush
import Foundation
import Synchronization

@testable import DaybookServer

/// A push service for tests: keeps its messages, and gives the answers that a test sets.
final class RecordingSender: PushSender {
    struct Sent: Equatable, Sendable {
        let endpoint: String
        let payload: JSON
        let topic: PushTopic?
        let urgency: PushMessage.Urgency
        let ttl: Int
    }

    private struct State {
        var sent: [Sent] = []
        var answers: [String: [PushOutcome]] = [:]
        var underWay = 0
        var mostUnderWay = 0
        var whileSending: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// All messages, in order, accepted or not.
    var sent: [Sent] { state.withLock { $0.sent } }

    /// The most messages in progress at once.
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    /// Answers to the next messages to an endpoint; after them it accepts.
    func answer(_ outcomes: PushOutcome..., to endpoint: String) {
        state.withLock { $0.answers[endpoint, default: []] += outcomes }
    }

    /// Runs `work` while each message is in progress.
    func whileSending(_ work: @escaping @Sendable () async -> Void) { state.withLock { $0.whileSending = work } }

    func send(_ message: PushMessage, to subscription: PushSubscription) async -> PushOutcome {
        let sent = Sent(
            endpoint: subscription.endpoint.text,
            payload: (try? JSON(message.payload)) ?? .null,
            topic: message.topic,
            urgency: message.urgency,
            ttl: message.ttl
        )
        let (outcome, work) = state.withLock { state in
            state.sent.append(sent)
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            let outcome =
                state.answers[sent.endpoint]?.isEmpty == false
                ? state.answers[sent.endpoint]?.removeFirst() : nil
            return (outcome ?? .accepted, state.whileSending)
        }
        await work?()
        state.withLock { $0.underWay -= 1 }
        return outcome
    }
}
