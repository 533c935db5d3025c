import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Small parts")
struct PartsTests {
    @Test(
        "queries are decoded as browsers encode them",
        arguments: [
            (nil, []), ("", []), ("a=1", ["a=1"]), ("a=1&b=2&a=3", ["a=1", "b=2", "a=3"]), ("a", ["a="]),
            ("a=b=c", ["a=b=c"]), ("a=1&\u{301}b=2", ["a=1", "\u{301}b=2"]),
            ("q=a+b%20c", ["q=a b c"]), ("q=%E2%82%AC", ["q=€"]), ("q=%zz%1", ["q=%zz%1"]), ("q=%+1", ["q=% 1"]),
            ("q=%ff", ["q=\u{FFFD}"]),
        ] as [(String?, [String])]
    )
    func query(_ text: String?, _ pairs: [String]) throws {
        #expect(try QueryString.pairs(text).map { "\($0.name)=\($0.value)" } == pairs)
    }

    @Test("a query of 8,192 bytes is read, and a longer one is refused")
    func longQuery() throws {
        let longest = "q=" + String(repeating: "a", count: 8_190)
        let pairs = try QueryString.pairs(longest)
        #expect(pairs.map { $0.value.utf8.count } == [8_190])
        let problem = #expect(throws: Problem.self) { try QueryString.pairs(longest + "a") }
        #expect(problem?.status == .unprocessableContent && problem?.violations.isEmpty == true)
    }

    @Test("a page's end comes back as it was, and nothing else is one")
    func pageEnd() throws {
        let todo = Todo(
            id: Todo.ID(uuid(1)),
            title: "Äpfel \"&\" \u{1F34E}",
            deadline: Instant(milliseconds: -5),
            created: Instant(milliseconds: 7),
            modified: Instant(milliseconds: 9)
        )
        for order in Order.allCases {
            let end = PageEnd(todo, order: order)
            #expect(PageEnd<Todo>(end.text) == end)
            #expect(
                end.text.utf8.allSatisfy {
                    $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=")
                }
            )
        }
        for text in ["", "x", "W10", "e30", "WzEsMiwzLDQsNV0", String(repeating: "A", count: 10_000)] {
            #expect(PageEnd<Todo>(text) == nil)
        }
    }

    @Test(
        "codings that a client names, unless with q=0",
        arguments: [
            ("br", "br", true), ("br", "gzip, BR", true), ("br", "br;q=0", false), ("br", "br; q=0.001", true),
            ("br", "brotli", false),
            ("gzip", "", false), ("gzip", "gzip;q=x", false),
            // A list of up to 1,024 bytes is read; a longer one counts as absent.
            ("gzip", "gzip" + String(repeating: ",", count: 1_020), true),
            ("gzip", "gzip" + String(repeating: ",", count: 1_021), false),
        ]
    )
    func codings(_ coding: String, _ header: String, _ isTaken: Bool) {
        #expect(AcceptEncoding.takes(coding, header) == isTaken)
    }

    @Test(
        "a route's pattern fits its paths",
        arguments: [
            ("/api/v1/todos/{id}", "/api/v1/todos/1", true), ("/api/v1/todos/{id}", "/api/v1/todos/", false),
            ("/api/v1/todos/{id}", "/api/v1/todos", false), ("/api/v1/todos", "/api/v1/todos/1", false),
            ("/healthz", "/healthz", true),
        ]
    )
    func patterns(_ pattern: String, _ path: String, _ fits: Bool) {
        let operation = Operation(summary: "", answers: .init(status: 204, description: ""))
        let route = Route(.get, pattern, .open, operation) { _, _ in .noContent }
        #expect(route.matches(path) == fits)
    }
}
