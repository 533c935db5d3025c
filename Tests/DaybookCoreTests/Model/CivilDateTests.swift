import Testing

@testable import DaybookCore

@Suite struct CivilDateTests {
    @Test("Each day from 1600 to 2400 follows the one before and reads back")
    func everyDay() throws {
        let first = try #require(CivilDate(year: 1600, month: 1, day: 1)).daysSince1970
        let last = try #require(CivilDate(year: 2400, month: 12, day: 31)).daysSince1970
        #expect(last - first + 1 == 801 * 365 + 195)
        var previous = CivilDate(daysSince1970: first - 1)
        #expect(previous == CivilDate(year: 1599, month: 12, day: 31))
        var broken: [CivilDate] = []
        for day in first...last {
            let date = CivilDate(daysSince1970: day)
            let isNext =
                date.day == previous.day + 1 && date.month == previous.month && date.year == previous.year
                || date.day == 1 && date.month == previous.month + 1 && date.year == previous.year
                || date.day == 1 && date.month == 1 && date.year == previous.year + 1
            let isValid = CivilDate(year: date.year, month: date.month, day: date.day) == date
            let weekdayFollows = date.weekday == (previous.weekday + 1) % 7
            if !isNext || !isValid || !weekdayFollows || date.daysSince1970 != day || !(previous < date) {
                broken.append(date)
            }
            previous = date
        }
        #expect(broken == [])
    }

    @Test(
        "Days whose number and weekday are known",
        arguments: [
            ("1970-01-01", 0, 4), ("2000-02-29", 11_016, 2), ("2026-11-22", 20_779, 0), ("1969-12-31", -1, 3),
            ("1600-01-01", -135_140, 6), ("0000-03-01", -719_468, 3), ("9999-12-31", 2_932_896, 5),
        ]
    )
    func known(text: String, days: Int, weekday: Int) {
        let date = CivilDate(text)
        #expect(date?.daysSince1970 == days)
        #expect(date?.weekday == weekday)
        #expect(CivilDate(daysSince1970: days).description == text)
    }

    @Test(
        "What is no day is refused",
        arguments: ["", "2026-02-29", "2100-02-29", "2026-11-31", "2026-13-01", "2026-1-1", "2026-11-22 ", "26-11-22"]
    )
    func refuses(text: String) {
        #expect(CivilDate(text) == nil)
    }
}
