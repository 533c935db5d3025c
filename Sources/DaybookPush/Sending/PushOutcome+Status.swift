extension PushOutcome {
    /// The meaning of an answer's status (RFC 8030, sections 5 and 7.3; RFC 8292, section 4.2).
    ///
    /// - Parameter retryAfter: The time in the answer's `Retry-After`; nil without that header.
    init(status: Int, retryAfter: Duration?) {
        switch status {
        case 200...299: self = .accepted
        case 404, 410: self = .gone
        case 413: self = .tooLarge
        // Too slow, too early, too many requests, or a fault of the service: a later attempt may succeed.
        case 408, 425, 429, 500...599: self = .retry(after: retryAfter)
        // This includes redirections: following one would trust the host that it names.
        default: self = .refused(status: status)
        }
    }
}
