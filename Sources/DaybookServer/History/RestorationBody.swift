import DaybookCore
import Hummingbird

/// The body of a request that restores something.
struct RestorationBody {
    /// The number of an entry, or ``Restoration/whole``.
    let entry: Int64
    /// The time zone of the person who restores; nil for UTC.
    let zone: DaybookCore.TimeZone?

    /// Reads the body of a request. Throws 422 when it does not name what to restore.
    init(_ request: Request, now: Instant) async throws {
        var reader = try await request.jsonObject()
        let entry = reader.integer("entry")
        zone = reader.timeZone(around: now)
        try reader.finish()
        guard let entry else { throw Problem.broken([Self.entryRequired]) }
        self.entry = entry
    }

    private static let entryRequired = Violation(
        Violation.Field("entry"),
        .required,
        "Give the number of an entry, or 0 to restore a deleted record."
    )
}
