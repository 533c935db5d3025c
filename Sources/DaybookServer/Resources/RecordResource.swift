import DaybookCore
import DaybookStore
import Hummingbird

/// The part that resources of all kinds of records share: a path finds them, and they are changed while they are held.
struct RecordResource: Sendable {
    let kind: Record.Kind
    /// The name of such a resource in messages.
    let name: String
    let storage: any Storage

    /// Why a change was refused while its record was held.
    enum Refusal: Error, Sendable {
        case broken([Violation])
        case notFound
        case taken
        /// It is not any more what the change was made for.
        case stale
    }

    /// The record a path names. What is no UUID names nothing, as an id that does not exist.
    func key(_ context: DaybookContext) throws -> Record.Key {
        guard let id = context.part("id").flatMap({ UUID($0) }) else { throw Problem.notFound }
        return Record.Key(kind: kind, id: id)
    }

    /// Changes one record, and returns it as it then is.
    func update(
        _ key: Record.Key,
        of account: AccountID,
        at moment: Instant,
        decide: @escaping @Sendable (Record?, inout Clock) -> Decision<Refusal>
    ) async throws -> StoredRecord? {
        try outcome(try await storage.update([key], of: account, at: moment) { decide($1, &$2) }.first)
    }

    /// A record as a change left it. Throws what it was refused for.
    func outcome(_ outcome: Outcome<Refusal>?) throws -> StoredRecord? {
        do {
            return try outcome?.get()
        } catch {
            throw problem(error)
        }
    }

    /// Deletes one record. Throws 404 when it is not there, or deleted already.
    func delete(_ key: Record.Key, of account: AccountID, at moment: Instant) async throws {
        _ = try await update(key, of: account, at: moment) { existing, clock in
            guard let existing, existing.isAlive else { return .refuse(.notFound) }
            return .merge(Record(kind: key.kind, id: key.id, deleted: clock.next(now: moment)))
        }
    }

    /// The problem that a refusal is answered with.
    func problem(_ refusal: Refusal) -> Problem {
        switch refusal {
        case .broken(let violations): .broken(violations)
        case .notFound: .notFound
        case .taken:
            .taken(
                "Another \(name) already has this id.",
                [Violation(Violation.Field("id"), .taken, "Another \(name) already has this id. Use a new one.")]
            )
        case .stale: .taken("Other devices are changing this \(name) right now. Try again.")
        }
    }
}
