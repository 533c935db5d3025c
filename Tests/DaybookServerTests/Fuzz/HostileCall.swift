import DaybookCore
import HTTPTypes

/// One call of a hostile account.
struct HostileCall: Sendable, CustomStringConvertible {
    let person: Person?
    let method: HTTPRequest.Method
    let path: String
    let body: [UInt8]?
    let headers: HTTPFields

    init(
        _ person: Person?,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: [UInt8]? = nil,
        headers: HTTPFields = [:]
    ) {
        (self.person, self.method, self.path, self.body, self.headers) = (person, method, path, body, headers)
    }

    init(_ person: Person?, _ method: HTTPRequest.Method, _ path: String, _ body: JSON) {
        self.init(person, method, path, body.encoded)
    }

    var description: String {
        let start = body.map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? ""
        return "\(method) \(path) by \(person?.number ?? 0), \(body?.count ?? 0) bytes: \(start)"
    }
}
