import DaybookCore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

/// An answer of the server.
struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let bytes: [UInt8]

    init(_ response: TestResponse) {
        status = response.status
        headers = response.headers
        bytes = Array(buffer: response.body)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The body as JSON. Fails when it is not JSON.
    var json: JSON {
        get throws { try JSON(text: text) }
    }

    /// The body as JSON of an answer with this status. Fails for any other status.
    func json(_ expected: HTTPResponse.Status, _ location: SourceLocation = #_sourceLocation) throws -> JSON {
        try #require(status == expected, "\(text)", sourceLocation: location)
        return try json
    }

    /// The broken rules of a problem, as `field:code`.
    var broken: [String] {
        let errors = (try? json)?["errors"]?.arrayValue ?? []
        return errors.map { "\($0["field"]?.stringValue ?? "?"):\($0["code"]?.stringValue ?? "?")" }
    }
}

extension JSON {
    /// The text of a member; empty when there is no such member.
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// The titles of a page's to-dos.
    var titles: [String] { (self["items"]?.arrayValue ?? []).map { $0.text("title") } }
}
