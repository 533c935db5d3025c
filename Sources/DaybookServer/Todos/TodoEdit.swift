import DaybookCore
import DaybookStore
import Synchronization

/// A change of one existing to-do by a call of the REST interface. Only this type decides whether the change marks the
/// to-do, and adds or removes the next occurrence in the same transaction (T13).
struct TodoEdit: Sendable {
    let key: Record.Key
    let now: Instant
    /// The time zone of the person who makes the change; nil for UTC.
    let zone: TimeZone?

    /// Changes the to-do as `decide` returns. `decide` is called once before the transaction, so that it can remember
    /// the result of a long computation, and again whenever a transaction has to be repeated.
    ///
    /// Throws 404 when the to-do never existed.
    func run<Refusal: Sendable>(
        in storage: any Storage,
        of account: AccountID,
        decide: @escaping @Sendable (Record?, inout Clock) -> Decision<Refusal>
    ) async throws -> Outcome<Refusal>? {
        guard let before = try await storage.record(key, of: account)?.record else { throw Problem.notFound }
        var clock = Clock(device: 0)
        _ = decide(before, &clock)
        let marked = Mark()
        let keys = [key, before.following]
        let outcomes = try await storage.update(keys, of: account, at: now) {
            index,
            existing,
            clock -> Decision<Refusal> in
            if index > 0 { return following(marked.value, existing) }
            let decision = decide(existing, &clock)
            marked.value = self.marked(existing, by: decision)
            return decision
        }
        return outcomes.first
    }

    /// A to-do that is being marked, and the marking.
    private struct Marked {
        var record: Record
        var marking: Marking
    }

    /// Passes the decision about the to-do on to the decision about its next occurrence.
    private final class Mark: Sendable {
        private let marked = Mutex<Marked?>(nil)

        var value: Marked? {
            get { marked.withLock { $0 } }
            set { marked.withLock { $0 = newValue } }
        }
    }

    /// Nil when a decision does not change whether the to-do is done.
    private func marked<Refusal>(_ existing: Record?, by decision: Decision<Refusal>) -> Marked? {
        guard let existing, case .merge(let change) = decision, let mark = change.field(Todo.Field.done) else {
            return nil
        }
        let isDone = mark.value.boolValue == true
        guard isDone != (existing[Todo.Field.done]?.boolValue == true) else { return nil }
        var record = existing
        record.merge(change)
        return Marked(record: record, marking: Marking(done: isDone, at: mark.stamp, now: now, in: zone ?? .utc))
    }

    private func following<Refusal>(_ marked: Marked?, _ next: Record?) -> Decision<Refusal> {
        let change = marked.flatMap { $0.marking.change(following: $0.record, next: next) }
        return change.map { .merge($0) } ?? .keep
    }
}
