import Testing

@testable import DaybookCore

/// A story of a night on which clocks change: now, the words, the moment at which the reminder fires.
struct Night: CustomTestStringConvertible, Sendable {
    var zone: TimeZone
    var now: String
    var text: String
    var fires: String
    var testDescription: String { "\(text) at \(now)" }

    init(_ zone: TimeZone, _ now: String, _ text: String, _ fires: String) {
        self.zone = zone
        self.now = now
        self.text = text
        self.fires = fires
    }
}

@Suite("Words for times over changes of summer time")
struct SummerTimeTests {
    @Test(
        "[T6] [T14] Hours from now are hours, tomorrow at nine is nine on the wall",
        arguments: [
            // Berlin, clocks go forward from 02:00 to 03:00 on 29 March.
            Night(Places.berlin, "2026-03-28T09:00:00Z", "tomorrow 9am", "2026-03-29T07:00:00Z"),
            Night(Places.berlin, "2026-03-28T09:00:00Z", "in 24 hours", "2026-03-29T09:00:00Z"),
            Night(Places.berlin, "2026-03-28T09:00:00Z", "in a day at 10:00", "2026-03-29T08:00:00Z"),
            Night(Places.berlin, "2026-03-29T00:30:00Z", "in 2 hours", "2026-03-29T02:30:00Z"),
            Night(Places.berlin, "2026-03-29T00:30:00Z", "in half an hour", "2026-03-29T01:00:00Z"),
            // There is no 02:30; it is half an hour after the gap began.
            Night(Places.berlin, "2026-03-28T09:00:00Z", "tomorrow 02:30", "2026-03-29T01:30:00Z"),
            Night(Places.berlin, "2026-03-29T00:30:00Z", "02:30", "2026-03-29T01:30:00Z"),
            Night(Places.berlin, "2026-03-28T09:00:00Z", "tomorrow 03:00", "2026-03-29T01:00:00Z"),
            Night(Places.berlin, "2026-03-28T09:00:00Z", "next monday", "2026-03-30T07:00:00Z"),
            // Berlin, clocks go back from 03:00 to 02:00 on 25 October.
            Night(Places.berlin, "2026-10-24T09:00:00Z", "tomorrow 9am", "2026-10-25T08:00:00Z"),
            Night(Places.berlin, "2026-10-24T09:00:00Z", "in 24 hours", "2026-10-25T09:00:00Z"),
            Night(Places.berlin, "2026-10-24T09:00:00Z", "tomorrow 02:30", "2026-10-25T00:30:00Z"),
            Night(Places.berlin, "2026-10-25T00:30:00Z", "in an hour", "2026-10-25T01:30:00Z"),
            Night(Places.berlin, "2026-10-25T00:45:00Z", "02:30", "2026-10-26T01:30:00Z"),
            Night(Places.berlin, "2026-10-25T00:10:00Z", "today 02:30", "2026-10-25T00:30:00Z"),
            Night(Places.berlin, "2026-10-25T01:10:00Z", "03:00", "2026-10-25T02:00:00Z"),
            // New York, forward on 8 March, back on 1 November.
            Night(Places.newYork, "2026-03-07T15:00:00Z", "tomorrow 9am", "2026-03-08T13:00:00Z"),
            Night(Places.newYork, "2026-03-08T06:30:00Z", "in 2 hours", "2026-03-08T08:30:00Z"),
            Night(Places.newYork, "2026-03-07T15:00:00Z", "tomorrow 2:30 am", "2026-03-08T07:30:00Z"),
            Night(Places.newYork, "2026-10-31T15:00:00Z", "tomorrow 9am", "2026-11-01T14:00:00Z"),
            Night(Places.newYork, "2026-10-31T15:00:00Z", "tomorrow 1:30 am", "2026-11-01T05:30:00Z"),
            Night(Places.newYork, "2026-11-01T05:45:00Z", "in 30 minutes", "2026-11-01T06:15:00Z"),
            // Lord Howe Island, back half an hour from 02:00 on 5 April, forward half an hour from 02:00 on 4 October.
            Night(Places.lordHowe, "2026-04-04T01:00:00Z", "tomorrow 9am", "2026-04-04T22:30:00Z"),
            Night(Places.lordHowe, "2026-04-04T01:00:00Z", "tomorrow 1:45 am", "2026-04-04T14:45:00Z"),
            Night(Places.lordHowe, "2026-04-04T14:50:00Z", "in 20 minutes", "2026-04-04T15:10:00Z"),
            Night(Places.lordHowe, "2026-10-03T01:00:00Z", "tomorrow 9am", "2026-10-03T22:00:00Z"),
            Night(Places.lordHowe, "2026-10-03T01:00:00Z", "tomorrow 2:15 am", "2026-10-03T15:45:00Z"),
            // India has no summer time.
            Night(Places.kolkata, "2026-03-28T18:00:00Z", "tomorrow 9am", "2026-03-29T03:30:00Z"),
            Night(Places.kolkata, "2026-03-28T19:00:00Z", "today 9am", "2026-03-29T03:30:00Z"),
            // Samoa had no 30 December 2011.
            Night(Places.apia, "2011-12-29T20:00:00Z", "tomorrow 9am", "2011-12-30T19:00:00Z"),
        ]
    )
    func fires(night: Night) throws {
        let reader = WhenReader(now: Places.instant(night.now), zone: night.zone)
        let when = try #require(reader.read(night.text, for: .reminder))
        #expect(when.instant.rfc3339 == Places.instant(night.fires).rfc3339)
    }

    @Test(
        "[T5] [T14] A deadline is the last minute of its day, however long the day is",
        arguments: [
            Night(Places.berlin, "2026-03-28T09:00:00Z", "tomorrow", "2026-03-29T21:59:00Z"),
            Night(Places.berlin, "2026-10-24T09:00:00Z", "tomorrow", "2026-10-25T22:59:00Z"),
            Night(Places.newYork, "2026-03-07T15:00:00Z", "tomorrow", "2026-03-09T03:59:00Z"),
            Night(Places.lordHowe, "2026-04-04T01:00:00Z", "tomorrow", "2026-04-05T13:29:00Z"),
            Night(Places.kolkata, "2026-03-28T18:29:00Z", "today", "2026-03-28T18:29:00Z"),
        ]
    )
    func deadlines(night: Night) throws {
        let reader = WhenReader(now: Places.instant(night.now), zone: night.zone)
        let when = try #require(reader.read(night.text, for: .deadline))
        #expect(when.instant.rfc3339 == Places.instant(night.fires).rfc3339)
    }
}
