import DaybookClient
import DaybookCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The way to a server over HTTP by the system's `URLSession`, which knows the device's proxies, its VPN and its
/// certificates.
///
/// The server is not trusted: an answer is bounded in size and in time, no cookie is kept, and a redirect is an answer
/// like others, so the token never goes to another host.
public final class URLSessionTransport: PhoneTransport {
    private let server: ServerAddress
    private let calls: URLSession
    private let streams: URLSession
    private let receiver = Receiver()
    private let isClosed = Mutex(false)

    /// The most bytes of an answer: the largest photo, or a page of records.
    private static let bodyMaximum = 12 << 20
    /// A call with its answer takes no longer, in seconds.
    private static let callTimeout: TimeInterval = 300
    /// A connection on which nothing arrives for this many seconds is closed. The server's streams send something every
    /// 20.
    private static let timeout: TimeInterval = 60

    /// The way to a server.
    public init(_ server: ServerAddress) {
        self.server = server
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = Self.timeout
        streams = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        configuration.timeoutIntervalForResource = Self.callTimeout
        calls = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    /// Ends all calls in progress. A later call throws.
    public func close() {
        isClosed.withLock { isClosed in
            if isClosed { return }
            isClosed = true
            calls.invalidateAndCancel()
            streams.invalidateAndCancel()
        }
    }

    /// Makes a call.
    public func answer(to call: Call) async throws -> Answer {
        try await answer(to: call, by: calls, accepting: call.content == .json ? "application/json" : "*/*")
    }

    /// Opens the server's stream of events.
    public func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer {
        var answer = Answer(status: 0)
        var lines = EventLines()
        try await receive(call, by: streams, accepting: "text/event-stream") { part in
            switch part {
            case .head(let head): answer = head
            case .bytes(let bytes) where answer.status == 200: for cursor in try lines.read(bytes) { onEvent(cursor) }
            case .bytes: break
            }
        }
        return answer
    }

    /// Makes a call, and writes the body of an answer of status 200 to a file, which is as large as the server makes it.
    public func download(_ call: Call, to file: URL) async throws -> Answer {
        var answer = Answer(status: 0)
        var problem = Data()
        var failure: (any Error)?
        let target = try FileHandle(forWritingTo: file)
        defer { try? target.close() }
        do {
            try await receive(call, by: streams, accepting: "*/*") { part in
                switch part {
                case .head(let head): answer = head
                case .bytes(let bytes) where answer.status == 200:
                    do { try target.write(contentsOf: bytes) } catch {
                        failure = error
                        throw error
                    }
                case .bytes(let bytes):
                    problem.append(bytes)
                    if problem.count > Self.bodyMaximum { throw URLError(.dataLengthExceedsMaximum) }
                }
            }
        } catch {
            // A full disk is not the server's fault.
            throw failure ?? error
        }
        answer.body = Array(problem)
        return answer
    }

    /// Makes a call whose body is a zip in a file.
    public func upload(_ call: Call, from file: URL) async throws -> Answer {
        try await answer(to: call, by: streams, accepting: "application/json", sending: file)
    }

    private func answer(
        to call: Call,
        by session: URLSession,
        accepting type: String,
        sending file: URL? = nil
    ) async throws -> Answer {
        var answer = Answer(status: 0)
        var body = Data()
        try await receive(call, by: session, accepting: type, sending: file) { part in
            switch part {
            case .head(let head): answer = head
            case .bytes(let bytes):
                body.append(bytes)
                if body.count > Self.bodyMaximum { throw URLError(.dataLengthExceedsMaximum) }
            }
        }
        answer.body = Array(body)
        return answer
    }

    private func receive(
        _ call: Call,
        by session: URLSession,
        accepting type: String,
        sending file: URL? = nil,
        _ take: (Receiver.Part) throws -> Void
    ) async throws {
        guard let url = URL(string: server.text + call.request.path) else {
            throw SyncFailure.unreachable(server: server.text, reason: "the address is malformed")
        }
        var request = URLRequest(url: url)
        request.httpMethod = call.request.method.rawValue
        request.setValue(type, forHTTPHeaderField: "Accept")
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        if !call.request.body.isEmpty { request.httpBody = Data(call.request.body) }
        // A session that is invalid ends the process when it is asked for a task.
        if file != nil { request.setValue("application/zip", forHTTPHeaderField: "Content-Type") }
        let task = isClosed.withLock { isClosed -> URLSessionTask? in
            if isClosed { return nil }
            return file.map { session.uploadTask(with: request, fromFile: $0) } ?? session.dataTask(with: request)
        }
        guard let task else {
            throw SyncFailure.unreachable(server: server.text, reason: "the way to it is closed")
        }
        do {
            try await withTaskCancellationHandler {
                for try await part in receiver.parts(of: task, in: session) { try take(part) }
            } onCancel: {
                task.cancel()
            }
        } catch {
            task.cancel()
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw SyncFailure.unreachable(server: server.text, reason: error.localizedDescription)
        }
        try Task.checkCancellation()
    }
}
