import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Cookies")
struct CookieTests {
    @Test(
        "[A12] a cookie is found under its very name",
        arguments: [
            "__Host-daybook=token", "a=b; __Host-daybook=token", "a=b;__Host-daybook=token; c=d",
            "a; =; ; __Host-daybook=token", "__Host-daybook-device=x; __Host-daybook=token",
        ]
    )
    func found(_ header: String) {
        let headers: HTTPFields = [.cookie: header]
        #expect(SessionCookie.secure.value(in: headers) == "token")
        #expect(SessionCookie.plain.value(in: headers) == nil)
    }

    /// Cookies that a neighbouring host may set, because to a browser their names do not begin with `__Host-`.
    @Test(
        "[A12] what a browser does not hold for our cookie is not",
        arguments: [
            "=__Host-daybook=token", "==__Host-daybook=token", "a=b\u{37E}__Host-daybook=token",
            "a=b\u{37E} __Host-daybook=token", "\u{A0}__Host-daybook=token", "\u{200B}__Host-daybook=token",
            "a=b;\t__Host-daybook=token", "a=b;  __Host-daybook=token", "__Host-daybook =token", "__HOST-daybook=token",
            "$Version=1; daybook=token", "a=\"b; __Host-daybook2=token\"", "__Host-daybook",
            "__Host-daybook\u{301}=token",
        ]
    )
    func planted(_ header: String) {
        let headers: HTTPFields = [.cookie: header]
        #expect(SessionCookie.secure.value(in: headers) == nil)
    }

    @Test("no cookie of a neighbour can hide ours", arguments: ["a=b", "\u{301}=", "a=\u{301}", "=", ""])
    func hidden(_ other: String) {
        for header in ["\(other); __Host-daybook=token", "__Host-daybook=token; \(other)"] {
            let headers: HTTPFields = [.cookie: header]
            #expect(SessionCookie.secure.value(in: headers) == "token", "\(header)")
        }
    }
}
