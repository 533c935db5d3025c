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

    /// Sends a photo to the server. Returns the server's reason when it refuses the photo, and nil when it has the
    /// photo.
    ///
    /// Throws a ``SyncFailure`` when the server answers in no other way.
    func upload(_ digest: Digest, _ bytes: [UInt8]) async throws -> String? {
        let answer = try await transport.answer(to: session.photoCall(.put, digest, body: bytes))
        switch answer.status {
        case 200, 201: return nil
        case 401: throw SyncFailure.sessionEnded
        case 400..<500 where answer.status != 429 && answer.status != 408, 507:
            guard let reason = answer.problemText else { throw SyncFailure(answer) }
            return reason
        default: throw SyncFailure(answer)
        }
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
