import DaybookCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes the parts of answers on to the calls that wait for them.
final class Receiver: NSObject, URLSessionDataDelegate {
    /// A part of an answer: first its head, then its bytes as they come.
    enum Part: Sendable {
        case head(Answer)
        case bytes(Data)
    }

    private typealias Source = AsyncThrowingStream<Part, any Error>.Continuation

    /// A task, by its number and the session that has numbered it.
    private struct Key: Hashable {
        var session: ObjectIdentifier
        var task: Int

        init(_ task: URLSessionTask, _ session: URLSession) {
            self.session = ObjectIdentifier(session)
            self.task = task.taskIdentifier
        }
    }

    private let sources = Mutex<[Key: Source]>([:])

    /// Begins a task, and returns the parts of its answer.
    func parts(of task: URLSessionTask, in session: URLSession) -> AsyncThrowingStream<Part, any Error> {
        let (parts, source) = AsyncThrowingStream.makeStream(of: Part.self)
        sources.withLock { $0[Key(task, session)] = source }
        task.resume()
        return parts
    }

    private func source(_ task: URLSessionTask, _ session: URLSession) -> Source? {
        sources.withLock { $0[Key(task, session)] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let http = response as? HTTPURLResponse {
            let seconds = http.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
            let answer = Answer(
                status: http.statusCode,
                retryAfter: seconds.flatMap { (0...86_400).contains($0) ? $0 : nil },
                jitter: .random(in: 0...1)
            )
            source(dataTask, session)?.yield(.head(answer))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        source(dataTask, session)?.yield(.bytes(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        sources.withLock { $0.removeValue(forKey: Key(task, session)) }?.finish(throwing: error)
    }

    /// A redirect is not followed.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
