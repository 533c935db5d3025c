import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("Writing HTML")
struct HTMLTests {
    @Test(
        "Whatever a person typed comes out as text",
        arguments: [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onclick='x'", "&quot; onclick=&#39;x&#39;"),
            ("a & b", "a &amp; b"),
            ("naïve 👩‍👩‍👦 שלום", "naïve 👩‍👩‍👦 שלום"),
            ("a\u{0}b\u{1F}c\u{7}", "abc"),
            ("two\nlines", "two\nlines"),
        ]
    )
    func escaping(typed: String, written: String) {
        var html = HTML()
        html.text(typed)
        #expect(String(decoding: html.bytes, as: UTF8.self) == written)
    }

    @Test("An attribute cannot be left through its value")
    func attribute() {
        var html = HTML()
        html.attribute("value", "\"><img src=x onerror=alert(1)>")
        #expect(
            String(decoding: html.bytes, as: UTF8.self) == " value=\"&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\""
        )
    }

    @Test("What is typed into a field is a figure, and cannot end it")
    func figure() {
        var html = HTML()
        html.value(typed: "a\u{0}b\u{1F}c\" <é>\n")
        #expect(String(decoding: html.bytes, as: UTF8.self) == " data-figure")
        #expect(String(decoding: html.figures, as: UTF8.self) == "\u{1F}abc\" <é>")
    }

    @Test("A command's texts cannot hold what separates them")
    func message() {
        var message = Message("announce")
        message.append("a\u{1F}b")
        message.append(-12)
        #expect(message.bytes == Array("announce\u{1F}ab\u{1F}-12".utf8))
    }
}
