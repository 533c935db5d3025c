/// A call to the server.
public struct Request: Equatable, Sendable {
    /// What the answer will belong to.
    public var id: ID
    /// What to do with the resource.
    public var method: Method
    /// From the root: `/api/v1/…`.
    public var path: String
    /// JSON, or empty.
    public var body: [UInt8]
    /// Whose call it is. The server does not take it when somebody else has signed in in this browser since, so that
    /// what one person wrote never goes to another.
    public var account: UUID?

    /// The HTTP methods that screens use.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The call that an answer belongs to. One of each is under way at most. A face may name them by number.
    public enum ID: UInt8, Sendable, CaseIterable {
        case rules
        case account
        case signUp
        case signIn
        case signOut
        case sync
        case events
        case sessions
        case activity
        case usage
        case endSession
        case accountForm
        case importing
        case samples
        case history
        case reminderKey
        case reminderDevice
        case reminderDevices
        case reminderDeliveries
        case reminderTest
    }

    /// A call, without a body unless one is given.
    public init(_ id: ID, _ method: Method, _ path: String, body: [UInt8] = [], account: UUID? = nil) {
        self.id = id
        self.method = method
        self.path = path
        self.body = body
        self.account = account
    }
}
