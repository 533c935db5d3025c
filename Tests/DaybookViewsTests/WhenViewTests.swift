import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("The question for when")
struct WhenViewTests {
    private func drawn(_ typed: TypedTime) throws -> String {
        let day = try #require(CivilDate("2027-01-15"))
        return ViewTests.text {
            WhenView(
                planned: .chosen,
                calendar: MonthGrid(at: day),
                typed: typed,
                todo: nil,
                now: ViewTests.now,
                zone: .utc
            ).write(to: &$0)
        }
    }

    @Test("[L9] [D1] It begins with the line for words, which has the focus unless a finger opened it")
    func line() throws {
        let html = try drawn(TypedTime())
        #expect(html.contains("</h2><form id=\"when-form\" novalidate"))
        #expect(html.contains("</form><div class=\"chips\" role=\"group\""))
        #expect(html.contains(" data-autofocus data-finger=\"#when-first\" aria-label=\"When, in words\""))
        #expect(html.contains(" id=\"when-first\">Tomorrow</button>"))
        #expect(!html.contains(">Set</button>"))
    }

    @Test("[L9] What was understood stands below the line, and a button sets it; words that were not show an error")
    func readings() throws {
        var typed = TypedTime()
        (typed.text, typed.reading) = ("tomorrow 9am #work", .understood("Tomorrow 09:00, #work"))
        let understood = try drawn(typed)
        #expect(understood.contains("role=\"status\">Tomorrow 09:00, #work</p>"))
        #expect(understood.contains(">Set</button>"))
        (typed.text, typed.reading) = ("<blue>", .unclear(Texts.unclearTime))
        let unclear = try drawn(typed)
        #expect(unclear.contains("value=\"&lt;blue&gt;\""))
        #expect(unclear.contains("role=\"status\" data-unclear>Write a day or a time"))
        #expect(!unclear.contains(">Set</button>"))
    }
}
