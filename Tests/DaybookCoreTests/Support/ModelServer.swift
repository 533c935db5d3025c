@testable import DaybookCore

/// The promises of a server (S2, S7 to S10, S12), in the fewest lines: one account, in memory.
struct ModelServer: Equatable {
    private(set) var records: [Record.Key: Record] = [:]
    private var numbers: [Record.Key: Int64] = [:]
    private var changedAt: [Record.Key: Instant] = [:]
    private(set) var last: Int64 = 0
    /// The greatest number of a record that was dropped for good.
    private(set) var forgotten: Int64 = 0
    /// How much was forgotten when a device last began to read from the start.
    private var floors: [UUID: Int64] = [:]
    /// The values that a merge replaced or refused (S12).
    private(set) var history: [Replaced: JSON] = [:]
    /// The time at which each record was dropped for good. Only the tests know it.
    private(set) var dropped: [Record.Key: Instant] = [:]
    /// Every value that the server took, and the time. Only the tests know it.
    private(set) var taken: [Replaced: JSON] = [:]
    var rules = Rules.standard

    /// Names one value that a field had.
    struct Replaced: Hashable {
        var key: Record.Key
        var name: String
        var stamp: Stamp
    }

    mutating func answer(_ request: SyncRequest, now: Instant) -> SyncAnswer {
        let mustReset = mustReset(request)
        var rejected: [SyncAnswer.Rejected] = []
        var known: Set<Record.Key> = []
        // An account that ever chose its limits may have written under the widest ones (A15).
        let choosesLimits = request.changes.contains { $0.key == Limits.Choice.key }
        let hasChosen = choosesLimits || Limits.Choice(records[Limits.Choice.key]) != nil
        let rules = hasChosen ? rules.widest : rules
        for change in request.changes {
            let violations =
                Rules.isAhead(change, of: now)
                ? [Violation(Violation.Field("stamp"), .stampAhead, "ahead")]
                : rules.violations(of: change, existing: records[change.key])
            if !violations.isEmpty {
                rejected.append(SyncAnswer.Rejected(key: change.key, violations: violations))
            } else {
                take(change, cursor: request.cursor, known: &known, now: now)
            }
        }
        if mustReset {
            return SyncAnswer(cursor: 0, hasMore: true, now: now, changes: [], rejected: rejected, mustReset: true)
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

    private mutating func mustReset(_ request: SyncRequest) -> Bool {
        guard request.cursor > 0 else {
            floors[request.device] = forgotten
            return false
        }
        if request.cursor > last || ChangeNumber.epoch(of: request.cursor) != ChangeNumber.epoch(of: last) {
            return true
        }
        return forgotten > max(request.cursor, floors[request.device] ?? 0)
    }

    private mutating func take(_ change: Record, cursor: Int64, known: inout Set<Record.Key>, now: Instant) {
        let key = change.key
        let knewAll = (numbers[key] ?? 0) <= cursor
        for field in change.fields { remember(field, of: key) }
        guard records[key].map({ change.difference(from: $0) != nil }) ?? (change.latest != nil) else { return }
        if records[key]?.merge(change) == nil { records[key] = change }
        last += 1
        numbers[key] = last
        changedAt[key] = now
        // The device has all of it already: its earlier state, with the changes that it just sent.
        if knewAll { known.insert(key) }
    }

    /// Whether it was told of a change and let it in, so that the record or its history holds all of it.
    func hasTaken(_ change: Record) -> Bool {
        guard let record = records[change.key], change.difference(from: record) == nil else { return false }
        return change.fields.allSatisfy {
            taken[Replaced(key: change.key, name: $0.name, stamp: $0.stamp)] == $0.value
        }
    }

    private mutating func remember(_ field: Record.Field, of key: Record.Key) {
        taken[Replaced(key: key, name: field.name, stamp: field.stamp)] = field.value
        guard let there = records[key]?.field(field.name), there != field else { return }
        let loser = field.supersedes(there) ? there : field
        history[Replaced(key: key, name: loser.name, stamp: loser.stamp)] = loser.value
    }

    // MARK: - Forgetting

    /// Drops the records that have been deleted for longer than tombstones live (S10).
    mutating func collectGarbage(now: Instant) {
        for (key, record) in records where !record.isAlive {
            guard let at = changedAt[key], at.advanced(by: Rules.tombstoneLifetime) < now else { continue }
            forgotten = max(forgotten, numbers[key] ?? 0)
            records[key] = nil
            numbers[key] = nil
            changedAt[key] = nil
            dropped[key] = now
        }
    }

    /// The operator restores an older backup, which begins another epoch.
    mutating func restore(_ backup: ModelServer) {
        let epoch = ChangeNumber.epoch(of: last) + 1
        self = backup
        last = ChangeNumber.number(last, inEpoch: epoch)
        numbers = numbers.mapValues { ChangeNumber.number($0, inEpoch: epoch) }
    }
}
