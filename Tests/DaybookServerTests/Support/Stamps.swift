import DaybookCore
import Testing

/// A stamp of a device, a number of milliseconds after the tests' beginning.
func stamp(_ milliseconds: Int64 = 0, device: UInt64 = 1) -> Stamp {
    let begin = Instant(rfc3339: "2026-11-22T09:00:00.000Z") ?? Instant(milliseconds: 0)
    return Stamp(wall: begin.advanced(by: .milliseconds(milliseconds)), counter: 0, device: device)
}

func uuid(_ number: UInt64) -> UUID { UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }

/// A to-do's record as a device would push it.
func todo(_ number: UInt64, title: String = "Buy milk", at milliseconds: Int64 = 0, device: UInt64 = 1) -> Record {
    let stamp = stamp(milliseconds, device: device)
    return Record(kind: .todo, id: uuid(number), fields: Todo.fields(for: TodoDraft(title: title), at: stamp))
}

/// A change of some fields of a to-do.
func change(_ number: UInt64, at milliseconds: Int64, device: UInt64 = 1, _ fields: (String, JSON)...) -> Record {
    Record(
        kind: .todo,
        id: uuid(number),
        fields: fields.map { Record.Field($0.0, $0.1, stamp(milliseconds, device: device)) }
    )
}

extension World {
    /// A sync call and its answer.
    func sync(
        _ changes: [Record] = [],
        cursor: Int64 = 0,
        limit: Int = 1_000,
        device: UInt64 = 999,
        by person: Person
    ) async throws -> SyncAnswer {
        let request = SyncRequest(device: uuid(device), cursor: cursor, limit: limit, changes: changes)
        let answer = try await call(.post, "/api/v1/sync", String(decoding: request.encoded, as: UTF8.self), by: person)
        _ = try answer.json(.ok)
        return try #require(SyncAnswer(Array(answer.text.utf8)))
    }
}
