@testable import DaybookCore

/// What a server promises (S2, S7, S8, S9), in the fewest lines that say it: one account, in memory.
struct ModelServer {
    private(set) var records: [Record.Key: Record] = [:]
    private var numbers: [Record.Key: Int64] = [:]
    private(set) var last: Int64 = 0
    var rules = Rules.standard

    mutating func answer(_ request: SyncRequest, now: Instant) -> SyncAnswer {
        var rejected: [SyncAnswer.Rejected] = []
        var known: Set<Record.Key> = []
        for change in request.changes {
            let violations =
                Rules.isAhead(change, of: now)
                ? [Violation(Violation.Field("stamp"), .stampAhead, "ahead")]
                : rules.violations(of: change, existing: records[change.key])
            if !violations.isEmpty {
                rejected.append(SyncAnswer.Rejected(key: change.key, violations: violations))
            } else {
                take(change, cursor: request.cursor, known: &known)
            }
        }
        let news = numbers.filter { $0.value > request.cursor && !known.contains($0.key) }.sorted {
            $0.value < $1.value
        }
        let page = news.prefix(request.limit)
        let hasMore = news.count > page.count
        return SyncAnswer(
            cursor: hasMore ? page.last?.value ?? last : last,
            hasMore: hasMore,
            now: now,
            changes: page.compactMap { records[$0.key] },
            rejected: rejected
        )
    }

    private mutating func take(_ change: Record, cursor: Int64, known: inout Set<Record.Key>) {
        let knewAll = (numbers[change.key] ?? 0) <= cursor
        guard records[change.key].map({ change.difference(from: $0) != nil }) ?? (change.latest != nil) else { return }
        if records[change.key]?.merge(change) == nil { records[change.key] = change }
        last += 1
        numbers[change.key] = last
        // The device has all of it already: what it knew, with what it just brought.
        if knewAll { known.insert(change.key) }
    }
}
