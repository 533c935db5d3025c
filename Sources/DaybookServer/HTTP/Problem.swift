import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

/// Why a request failed, for the client: an RFC 9457 problem document.
///
/// It includes no text of lower layers: messages of the database or the file system go to the log.
struct Problem: Error, Equatable {
    var status: HTTPResponse.Status
    /// The fault and the remedy, in plain words.
    var detail: String
    /// The broken rules, field by field.
    var violations: [Violation] = []
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String, violations: [Violation] = [], headers: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.violations = violations
        self.headers = headers
    }

    /// The document itself.
    var document: JSON {
        var members: [JSON.Member] = [
            .init("type", .string("about:blank")),
            .init("title", .string(status.reasonPhrase)),
            .init("status", .integer(Int64(status.code))),
            .init("detail", .string(detail)),
        ]
        if !violations.isEmpty { members.append(.init("errors", .array(violations.map(\.json)))) }
        return .object(members)
    }

    /// The document as the answer to a request.
    var response: Response {
        var response = Response(document, status: status)
        response.headers[.contentType] = "application/problem+json"
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

extension Problem {
    /// 400: the request is not well formed.
    static func malformed(_ detail: String) -> Problem { Problem(.badRequest, detail) }

    /// 422: a body is JSON, but no object.
    static let noObject = broken([Violation(Violation.Field("body"), .wrongType, "Send a JSON object.")])

    /// 400: bytes that are not HTTP, or whose host or address is not written as RFC 9112 demands.
    static let noHTTP = malformed(
        "This is not an HTTP request. Name the host once, and write other characters than ASCII in the address as %XX."
    )

    /// 401: there is no session, or it has ended.
    static let noSession = Problem(.unauthorized, "Sign in first.", headers: [.wwwAuthenticate: "Bearer"])

    /// 404: the thing does not exist or belongs to another account; the answer does not tell which (A11).
    static let notFound = Problem(.notFound, "Nothing was found at this address.")

    /// 409: a thing with this id or login exists already.
    static func taken(_ detail: String, _ violations: [Violation] = []) -> Problem {
        Problem(.conflict, detail, violations: violations)
    }

    /// 413. The connection is closed after it, so that the rest of the body is not read.
    static func tooLarge(limit: Int) -> Problem {
        Problem(.contentTooLarge, "The body is larger than \(limit) bytes.", headers: [.connection: "close"])
    }

    /// 413: the body has so many JSON values that they would take many times its bytes in memory.
    static func tooManyValues(limit: Int) -> Problem {
        Problem(.contentTooLarge, "The body has more than \(limit) JSON values.")
    }

    /// 408. The connection is closed after it.
    static let tooSlow = Problem(.requestTimeout, "The body arrived too slowly.", headers: [.connection: "close"])

    /// 408 for a request whose head is not complete.
    static let slowHead = Problem(
        .requestTimeout,
        "The request arrived too slowly.",
        headers: [.connection: "close"]
    )

    /// 422: a rule is broken.
    static func broken(_ violations: [Violation]) -> Problem {
        Problem(.unprocessableContent, "Some fields are not valid.", violations: violations)
    }

    /// 429, with the time after which to try again.
    static func tooMany(_ detail: String, retryAfter seconds: Int64) -> Problem {
        Problem(.tooManyRequests, detail, headers: [.retryAfter: String(max(1, seconds))])
    }

    /// 500: it is unknown how far the request got, so the text does not claim that nothing was changed.
    static let unexpected = Problem(
        .internalServerError,
        "Something went wrong on the server. Check whether the change was made before you try again."
    )

    /// 422 for a record that would be too large, 507 for an account that has no room left. Nothing was changed.
    static func overBudget(_ budget: Budget) -> Problem {
        let violation = Violation(budget)
        if violation.code != .quota { return .broken([violation]) }
        return Problem(.insufficientStorage, violation.message, violations: [violation])
    }

    /// 507: a list that takes more memory than a list may.
    static let listTooLarge = Problem(
        .insufficientStorage,
        "This list is too large to be sorted and searched here. POST /api/v1/sync reads all of it, as the apps do."
    )

    /// 503: too many writes wait for the disk.
    static let crowded = Problem(
        .serviceUnavailable,
        "Too many changes are waiting to be saved. Nothing was changed. Try again soon.",
        headers: [.retryAfter: "2"]
    )

    /// 503: the server runs but cannot write.
    static let cannotWrite = Problem(
        .serviceUnavailable,
        "Daybook cannot save changes right now. Nothing was changed. Try again soon.",
        headers: [.retryAfter: "10"]
    )
}
