/// The meaning of the answer to a sync call, for the device that made the call.
public enum SyncReply: Equatable, Sendable {
    /// The server has read the call.
    case read(SyncAnswer)
    /// The server will never accept the call as it is (``SyncEngine/refused(_:replica:)``).
    case refused(Violation)
    /// There is no answer, or the answer cannot be used now.
    case failed
}

extension Answer {
    /// The meaning of the answer, if it is the answer to a sync call.
    public var syncReply: SyncReply {
        if status == 200, let message = SyncAnswer(body) { return .read(message) }
        guard [400, 413, 422].contains(status) else { return .failed }
        return .refused(Violation(.title, .other, problemText ?? Texts.refused))
    }
}

extension SyncEngine {
    /// The call failed. Returns the milliseconds to wait before the next one, at most an hour: as long as
    /// ``failed(jitter:)`` returns, or as the server asks for.
    public mutating func pause(after answer: Answer) -> Int {
        let wait = failed(jitter: answer.jitter)
        let asked = min(max(answer.retryAfter ?? 0, 0), 3_600) * 1_000
        return max(Int(wait.milliseconds), asked)
    }
}
