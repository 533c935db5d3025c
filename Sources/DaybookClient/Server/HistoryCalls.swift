import DaybookCore

/// The call for the values of a record that others have replaced in the last 30 days (S12).
public struct HistoryCalls: Sendable {
    private let session: Session
    private let transport: any ServerTransport

    /// The most entries that are read.
    private static let limit = 200

    /// The calls of a session.
    public init(_ session: Session, _ transport: any ServerTransport) {
        self.session = session
        self.transport = transport
    }

    /// The replaced values, latest first; empty for a record that the server does not have. Throws a ``SyncFailure``.
    public func entries(of key: Record.Key) async throws -> [RecordHistory.Entry] {
        let path = "/api/v1/history/\(key.kind.name)/\(key.id)?limit=\(HistoryCalls.limit)"
        let answer = try await transport.answer(to: session.call(.history, .get, path))
        switch answer.status {
        case 200:
            guard let items = (try? JSON(answer.body))?["items"]?.arrayValue else { throw SyncFailure(answer) }
            return items.compactMap { RecordHistory.Entry(json: $0) }
        case 401: throw SyncFailure.sessionEnded
        // A 404 of a proxy has no detail.
        case 404 where answer.problemText != nil: return []
        default: throw SyncFailure(answer)
        }
    }
}
