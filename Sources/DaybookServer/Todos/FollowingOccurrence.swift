import DaybookCore
import DaybookStore
import Synchronization

/// What marking a to-do comes to for the occurrence that follows it: decided with the to-do, carried out with that
/// occurrence's own record, in one transaction.
final class FollowingOccurrence: Sendable {
    private struct Marked {
        var record: Record
        var marking: Marking
    }

    private let now: Instant
    private let zone: TimeZone
    private let marked = Mutex<Marked?>(nil)

    init(now: Instant, zone: TimeZone) {
        self.now = now
        self.zone = zone
    }

    /// A transaction that has to be repeated begins with the to-do again.
    func forget() { marked.withLock { $0 = nil } }

    /// The mark itself. What follows has what the same request changes of the to-do.
    func mark(_ record: Record, changedBy change: Record, done: Bool, at stamp: Stamp) -> Record {
        let marking = Marking(done: done, at: stamp, now: now, in: zone)
        var changed = record
        changed.merge(change)
        marked.withLock { [changed] in $0 = Marked(record: changed, marking: marking) }
        return marking.change(of: record)
    }

    func decision<Refusal>(about existing: Record?) -> Decision<Refusal> {
        let change = marked.withLock { $0.flatMap { $0.marking.change(following: $0.record, next: existing) } }
        return change.map { .merge($0) } ?? .keep
    }
}
