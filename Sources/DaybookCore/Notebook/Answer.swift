/// The result of a call to the server.
public struct Answer: Equatable, Sendable {
    /// The HTTP status, or 0 when no answer came.
    public var status: Int
    /// The body of the answer, of any type.
    public var body: [UInt8]
    /// The seconds that the server asked to wait, 0 to a day; nil if it did not ask, or for another time.
    public var retryAfter: Int?
    /// A random number from 0 to 1, which spreads the next calls of many devices over time.
    public var jitter: Double
    /// An unused id.
    public var newID: UUID

    /// An answer. Status 0 means that no answer came.
    public init(
        status: Int,
        body: [UInt8] = [],
        retryAfter: Int? = nil,
        jitter: Double = 0.5,
        newID: UUID = UUID(high: 0, low: 0)
    ) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter.flatMap { (0...86_400).contains($0) ? $0 : nil }
        self.jitter = jitter
        self.newID = newID
    }

    /// The detail of a problem document, in words for people (RFC 9457); nil if the answer is not such a document. Of
    /// the server's own errors only 503 (too busy) and 507 (no room) have a detail that helps a person.
    public var problemText: String? {
        guard (400..<500).contains(status) || status == 503 || status == 507, let json = try? JSON(body) else {
            return nil
        }
        return json["detail"]?.stringValue
    }

    /// The broken rules that a problem document names (RFC 9457); empty when it names no rule.
    public var violations: [Violation] {
        guard let json = try? JSON(body) else { return [] }
        return json["errors"]?.arrayValue?.compactMap { Violation(json: $0) } ?? []
    }
}

extension Answer {
    /// No answer came from the server itself: there is no network, or only the proxy in front of the server is up.
    var isNoAnswer: Bool { status == 0 || status >= 500 }

    /// The account in an answer to a sign-in, a sign-up, or a request for the current account.
    public var account: Account? {
        guard let json = try? JSON(body) else { return nil }
        return Account(json: json["account"] ?? json)
    }
}
