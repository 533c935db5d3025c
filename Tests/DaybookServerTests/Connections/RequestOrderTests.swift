import NIOCore
import NIOHTTP1
import Testing

@testable import DaybookServer

@Suite("The requests of a connection are handled one after another")
struct RequestOrderTests {
    private static func head(_ uri: String, _ fields: HTTPHeaders = [:]) -> RequestOrder.Event {
        .head(HTTPRequestHead(version: .http1_1, method: .POST, uri: uri, headers: fields))
    }

    private static func body(_ text: String) -> RequestOrder.Event { .body(ByteBuffer(string: text)) }

    private struct Broken: Error {}

    /// The steps that can be done now, as words.
    private static func steps(_ order: inout RequestOrder) -> [String] {
        var words: [String] = []
        while let step = order.next() {
            switch step {
            case .answer(let head, let body): words.append("\(head.uri) \(body.map { String(buffer: $0) } ?? "-")")
            case .answerWithBody(let head): words.append("\(head.uri) ...")
            case .piece(let bytes): words.append(String(buffer: bytes))
            case .bodyEnded(let error): words.append(error == nil ? "ended" : "broken")
            case .refuse: words.append("refuse")
            case .close: words.append("close")
            case .abort: words.append("abort")
            }
        }
        return words
    }

    private static func order(_ events: RequestOrder.Event...) -> RequestOrder {
        var order = RequestOrder()
        for event in events { order.received(event) }
        return order
    }

    @Test("a request without a body, and one with a small body, are answered when they have arrived completely")
    func small() {
        var order = Self.order(Self.head("/a"))
        #expect(Self.steps(&order) == [])
        order.received(.end)
        #expect(Self.steps(&order) == ["/a -"])
        order.answered(isLast: false)
        for event in [Self.head("/b", ["Content-Length": "4"]), Self.body("12"), Self.body("34")] {
            order.received(event)
            #expect(Self.steps(&order) == [])
        }
        order.received(.end)
        #expect(Self.steps(&order) == ["/b 1234"])
    }

    @Test(
        "the body of any other request comes in pieces",
        arguments: [
            ["Content-Length": "16385"], ["content-length": "99999999999999999999"], ["Transfer-Encoding": "chunked"],
            ["Expect": "100-continue", "Content-Length": "1"],
        ] as [HTTPHeaders]
    )
    func large(_ fields: HTTPHeaders) {
        var order = Self.order(Self.head("/a", fields))
        #expect(Self.steps(&order) == ["/a ..."])
        order.received(Self.body("1"))
        order.received(.end)
        #expect(Self.steps(&order) == ["1", "ended"])
    }

    @Test("what arrives behind a request waits until that is answered")
    func pipelined() {
        var order = RequestOrder()
        let second = [Self.head("/b", ["Content-Length": "1"]), Self.body("1"), .end]
        let third = [Self.head("/c", ["Transfer-Encoding": "chunked"]), Self.body("2"), .end]
        for event in [Self.head("/a"), .end] + second + third + [Self.head("/d"), .end] { order.received(event) }
        #expect(Self.steps(&order) == ["/a -"])
        #expect(order.waitingCount == 8 && !order.isIdle)
        order.answered(isLast: false)
        #expect(Self.steps(&order) == ["/b 1"])
        order.answered(isLast: false)
        #expect(Self.steps(&order) == ["/c ...", "2", "ended"])
        order.answered(isLast: false)
        #expect(Self.steps(&order) == ["/d -"])
        order.answered(isLast: false)
        #expect(order.isIdle)
    }

    @Test("the rest of a body whose request is answered is dropped, and the next request has its turn")
    func dropped() {
        var order = Self.order(Self.head("/a", ["Transfer-Encoding": "chunked"]), Self.body("1"))
        #expect(Self.steps(&order) == ["/a ...", "1"])
        order.answered(isLast: false)
        for event in [Self.body("2"), .end, Self.head("/b"), .end] { order.received(event) }
        #expect(Self.steps(&order) == ["/b -"])
    }

    @Test("a body that breaks off is given to the handler as far as it came", arguments: [true, false])
    func cutShort(_ isError: Bool) {
        var order = Self.order(Self.head("/a", ["Content-Length": "9"]), Self.body("1"), Self.body("2"))
        order.received(.closed(isError ? Broken() : nil))
        #expect(Self.steps(&order) == ["/a ...", "12", isError ? "broken" : "ended"])
        order.received(Self.head("/b"))
        order.answered(isLast: false)
        #expect(order.isOver && Self.steps(&order) == [])
    }

    @Test("the connection ends behind the last answer, and behind the last request", arguments: [true, false])
    func last(_ isAnswer: Bool) {
        let fields: HTTPHeaders = isAnswer ? [:] : ["Connection": "close"]
        var order = Self.order(Self.head("/a", fields), .end, Self.head("/b"), .end)
        #expect(Self.steps(&order) == ["/a -"])
        order.answered(isLast: isAnswer)
        #expect(order.isOver && Self.steps(&order) == [])
    }

    @Test("a client that ends its side gets its answers first; what is not HTTP is refused in its turn")
    func ends() {
        for (error, word) in [(nil, "close"), (HTTPParserError.invalidHost, "refuse"), (Broken(), "abort")]
            as [((any Error)?, String)]
        {
            var order = Self.order(Self.head("/a"), .end, .closed(error))
            #expect(Self.steps(&order) == ["/a -"])
            order.answered(isLast: false)
            #expect(Self.steps(&order) == [word])
            #expect(order.isOver)
        }
    }
}
