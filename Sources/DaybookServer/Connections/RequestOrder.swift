import NIOCore
import NIOHTTP1

/// The order in which a connection's requests are handled: one at a time, and the next only when the last one is answered.
///
/// A request with a small body, or without a body, is answered when it has arrived completely. So its handler waits for nothing, and
/// it takes up no call's place while it arrives. The body of any other request goes to the handler in pieces. What arrives
/// behind a request that is being answered waits here.
///
/// Pure: events come in as calls, and the steps are the results.
struct RequestOrder {
    /// What a connection has received.
    enum Event {
        case head(HTTPRequestHead)
        case body(ByteBuffer)
        case end
        /// The client has ended its side; with an error, nothing more can be read.
        case closed((any Error)?)
    }

    /// What is to be done next.
    enum Step {
        /// Answer a request that has arrived completely.
        case answer(HTTPRequestHead, ByteBuffer?)
        /// Answer a request whose body follows in pieces.
        case answerWithBody(HTTPRequestHead)
        /// A piece of the body of the request that is being answered.
        case piece(ByteBuffer)
        /// That body has ended; with an error, or before its length, it is not complete.
        case bodyEnded((any Error)?)
        /// Refuse what is not HTTP, and end the connection.
        case refuse
        /// End the connection when everything is sent: the client sends nothing more.
        case close
        /// Close the connection at once: it does not work any more.
        case abort
    }

    private enum Phase {
        case idle
        /// A small body is being collected.
        case collecting(HTTPRequestHead, ByteBuffer?, isLast: Bool)
        case answering(Rest, isLast: Bool)
        /// The request is answered, and the rest of its body is dropped.
        case dropping
        case over
    }

    /// The part of a request that has not arrived when its answer begins.
    private enum Rest {
        case nothing
        case body
        /// The rest will not arrive.
        case lost
    }

    /// The most bytes of a small body: the most that a thread of an event loop works on (``LargeCalls``).
    static let smallBody = LargeCalls.bytes

    private var events = CircularBuffer<Event>()
    private var phase = Phase.idle

    /// The number of waiting events.
    var waitingCount: Int { events.count }

    /// Whether no request has arrived that is not answered.
    var isIdle: Bool { if case .idle = phase { events.isEmpty } else { false } }

    /// Whether nothing more is handled.
    var isOver: Bool { if case .over = phase { true } else { false } }

    /// Adds an event.
    mutating func received(_ event: Event) { if !isOver { events.append(event) } }

    /// The present request was answered. `isLast`: the answer says that the connection ends with it.
    mutating func answered(isLast: Bool) {
        guard case .answering(let rest, let isLastRequest) = phase else { return }
        if isLast || isLastRequest { return end() }
        switch rest {
        case .nothing: phase = .idle
        case .body: phase = .dropping
        case .lost: end()
        }
    }

    /// Handles nothing more.
    mutating func end() {
        phase = .over
        events.removeAll()
    }

    /// The next step. Nil when more has to arrive, or the present request has to be answered first.
    mutating func next() -> Step? {
        while true {
            if case .over = phase { return nil }
            if case .answering(let rest, _) = phase, rest != .body { return nil }
            guard let event = events.popFirst() else { return nil }
            if let step = handle(event) { return step }
        }
    }

    private mutating func handle(_ event: Event) -> Step? {
        switch (phase, event) {
        case (.idle, .head(let head)):
            let (isSmall, isLast) = Self.traits(of: head)
            if isSmall {
                phase = .collecting(head, nil, isLast: isLast)
                return nil
            }
            phase = .answering(.body, isLast: isLast)
            return .answerWithBody(head)
        case (.collecting(let head, var body, let isLast), .body(var piece)):
            phase = .idle
            if body?.writeBuffer(&piece) == nil { body = piece }
            phase = .collecting(head, body, isLast: isLast)
            return nil
        case (.collecting(let head, let body, let isLast), .end):
            phase = .answering(.nothing, isLast: isLast)
            return .answer(head, body)
        case (.collecting(let head, let body, let isLast), .closed):
            // Its handler says what is wrong.
            events.prepend(event)
            if let body { events.prepend(.body(body)) }
            phase = .answering(.body, isLast: isLast)
            return .answerWithBody(head)
        case (.answering, .body(let piece)): return .piece(piece)
        case (.answering(_, let isLast), .end):
            phase = .answering(.nothing, isLast: isLast)
            return .bodyEnded(nil)
        case (.answering(_, let isLast), .closed(let error)):
            phase = .answering(.lost, isLast: isLast)
            return .bodyEnded(error)
        case (.dropping, .end):
            phase = .idle
            return nil
        case (.idle, .closed(let error)):
            end()
            return error.map { $0 is HTTPParserError ? .refuse : .abort } ?? .close
        case (.dropping, .closed(let error)):
            end()
            return error == nil ? .close : .abort
        default: return nil
        }
    }

    /// Whether a request has at most a small body, which its client sends without being asked, and whether the connection ends
    /// with it, as ``RequestCheck`` has written.
    private static func traits(of head: HTTPRequestHead) -> (isSmall: Bool, isLast: Bool) {
        var (isSmall, isLast) = (true, false)
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 6 where name.lowercased() == "expect": isSmall = false
            case 10 where name.lowercased() == "connection": isLast = isLast || value == "close"
            case 14 where name.lowercased() == "content-length":
                guard let length = Int(value), length <= smallBody else {
                    isSmall = false
                    continue
                }
            case 17 where name.lowercased() == "transfer-encoding": isSmall = false
            default: break
            }
        }
        return (isSmall, isLast)
    }
}
