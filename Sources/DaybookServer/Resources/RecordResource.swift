import DaybookCore
import DaybookStore
import Hummingbird

/// The common part of the resources of all kinds of records: finding them by a path and changing them in a transaction.
struct RecordResource: Sendable {
    let kind: Record.Kind
    /// The name of such a resource in messages.
    let name: String
    let storage: any Storage

    /// Why a change was refused inside its transaction.
    enum Refusal: Error, Sendable {
        case broken([Violation])
        case notFound
        case taken
        /// The record was deleted.
        case deleted
        /// The record has changed since the change was decided.
        case stale
    }

    /// The record that a path names. An id that is not a UUID is handled like one that does not exist.
    func key(_ context: DaybookContext) throws -> Record.Key {
        guard let id = context.part("id").flatMap({ UUID($0) }) else { throw Problem.notFound }
        return Record.Key(kind: kind, id: id)
    }

    /// Changes one record, and returns it after the change.
    func update(
        _ key: Record.Key,
        of account: AccountID,
        at moment: Instant,
        decide: @escaping @Sendable (Record?, inout Clock) -> Decision<Refusal>
    ) async throws -> StoredRecord? {
        try outcome(try await storage.update([key], of: account, at: moment) { decide($1, &$2) }.first)
    }

    /// The record after a change. Throws the problem of a refusal.
    func outcome(_ outcome: Outcome<Refusal>?) throws -> StoredRecord? {
        do {
            return try outcome?.get()
        } catch {
            throw problem(error)
        }
    }

    /// Deletes one record. Throws 404 when it does not exist or is deleted already.
    func delete(_ key: Record.Key, of account: AccountID, at moment: Instant) async throws {
        _ = try await update(key, of: account, at: moment) { existing, clock in
            guard let existing, existing.isAlive else { return .refuse(.notFound) }
            return .merge(Record(kind: key.kind, id: key.id, deleted: clock.next(now: moment)))
        }
    }

    /// The problem for a refusal.
    func problem(_ refusal: Refusal) -> Problem {
        switch refusal {
        case .broken(let violations): .broken(violations)
        case .notFound: .notFound
        case .taken:
            .taken(
                "Another \(name) already has this id.",
                [Violation(Violation.Field("id"), .taken, "Another \(name) already has this id. Use a new one.")]
            )
        case .deleted:
            .taken(
                "This \(name) was deleted.",
                [Violation(Violation.Field("id"), .taken, "This \(name) was deleted. Restore it, or use a new id.")]
            )
        case .stale: .taken("Other devices are changing this \(name) right now. Try again.")
        }
    }
}
