import DaybookCore

/// The calls about the bytes of photos.
public struct PhotoCalls: Sendable {
    private let session: Session
    private let transport: any ServerTransport

    /// The calls of a session.
    public init(_ session: Session, _ transport: any ServerTransport) {
        self.session = session
        self.transport = transport
    }

    /// The result of sending a photo.
    enum Upload: Equatable {
        /// The server has the photo.
        case taken
        /// The photo is refused, for this reason, in words for a person.
        case refused(String)
        /// The call failed with this answer, and may work later.
        case failed(Answer)
    }

    /// Sends a photo to the server. Throws a ``SyncFailure`` when no answer comes, or when the session has ended.
    func upload(_ digest: Digest, _ bytes: [UInt8]) async throws -> Upload {
        let answer = try await transport.answer(to: session.photoCall(.put, digest, body: bytes))
        switch answer.status {
        case 200, 201: return .taken
        case 401: throw SyncFailure.sessionEnded
        case 400..<500 where answer.status != 429 && answer.status != 408, 507:
            if let reason = answer.problemText { return .refused(reason) }
            // Daybook gives a reason, so this answer is a proxy's.
            return answer.status == 413 ? .refused(Self.tooLargeForProxy) : .failed(answer)
        default: return .failed(answer)
        }
    }

    /// The reason of a proxy that answers with a page of its own.
    static func refusedByProxy(_ status: Int) -> String {
        "A proxy in front of the server does not let it through (HTTP status \(status))."
    }

    private static var tooLargeForProxy: String {
        """
        It is larger than a proxy in front of the server lets through. The person who runs the proxy can raise its \
        limit (in nginx, client_max_body_size).
        """
    }

    /// The bytes of a photo from the server; nil when it does not have them. Bytes that are not the photo's are refused.
    ///
    /// Throws a ``SyncFailure``.
    public func download(_ digest: Digest) async throws -> [UInt8]? {
        let answer = try await transport.answer(to: session.photoCall(.get, digest))
        switch answer.status {
        case 200:
            guard SHA256.digest(answer.body) == digest else { throw SyncFailure.notDaybook(status: 200) }
            return answer.body
        case 401: throw SyncFailure.sessionEnded
        // A 404 of a proxy has no detail.
        case 404 where answer.problemText != nil: return nil
        default: throw SyncFailure(answer)
        }
    }
}
