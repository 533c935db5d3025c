/// A call to the server.
public struct Request: Equatable, Sendable {
    /// The call that the answer will belong to.
    public var id: ID
    /// The HTTP method.
    public var method: Method
    /// The path from the root: `/api/v1/…`.
    public var path: String
    /// The body: JSON, or empty.
    public var body: [UInt8]
    /// The account that makes the call. The server refuses the call when another account has signed in in this browser
    /// since, so that one person's changes never go to another account.
    public var account: UUID?

    /// The HTTP methods that screens use.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The kinds of call. At most one of each kind is in progress. A face may name them by number.
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
        case devices
        case photo
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
