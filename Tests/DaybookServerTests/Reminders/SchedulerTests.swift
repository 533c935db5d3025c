import DaybookCore
import DaybookPush
import DaybookStore
import Foundation
import Logging
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Reminders are sent when they are due", .timeLimit(.minutes(2)))
struct SchedulerTests {
    @Test("[R1] at its moment, not before, to each device, with title and detail")
    func fires() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1, 1, 2)
        try await world.remind(1, in: 5_000, title: "Call the bank", detail: "Ask for Mr. Iyer", of: asha)
        let due = world.clock.now.milliseconds + 5_000
        await world.advance(4_999)
        #expect(world.sender.sent.isEmpty)
        #expect(await world.scheduler.look().pause == .milliseconds(1))
        await world.advance(1)
        #expect(Set(world.sender.sent.map(\.endpoint)) == [SchedulerWorld.endpoint(1), SchedulerWorld.endpoint(2)])
        let sent = try #require(world.sender.sent.first)
        #expect(
            sent.payload
                == .object([
                    .init("v", .integer(1)), .init("kind", .string("reminder")),
                    .init("todo", .string("\(uuid(1))")), .init("due", .integer(due)),
                    .init("title", .string("Call the bank")), .init("detail", .string("Ask for Mr. Iyer")),
                ])
        )
        #expect(sent.ttl == 86_400 && sent.urgency == .high && sent.topic == PushTopic(of: uuid(1)))
        await world.advance(1_000)
        #expect(world.sender.sent.count == 2)
        #expect(try await world.record(of: asha) == ["sent", "sent"])
    }

    @Test("[R2] moved moves, done and deleted cancel, undoing brings back")
    func changes() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        for number: UInt64 in 1...4 { try await world.remind(number, in: 5_000, title: "To-do \(number)", of: asha) }
        world.clock.advance(.milliseconds(1_000))
        try await world.remind(1, in: 6_000, title: "To-do 1", of: asha)
        try await world.mark(2, done: true, of: asha)
        try await world.push(Record(kind: .todo, id: uuid(3), deleted: world.stamp(at: world.clock.now)), of: asha)
        try await world.mark(4, done: true, of: asha)
        await world.advance(1_000)
        try await world.mark(4, done: false, of: asha)
        await world.advance(3_000)
        #expect(world.titles == ["To-do 4"])
        try await world.mark(2, done: false, of: asha)
        await world.advance(2_000)
        #expect(world.titles == ["To-do 4", "To-do 1"])
    }

    @Test(
        "[R1] what came due while no server ran goes out at the start, marked late; what is a day old is only recorded"
    )
    func late() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        try await world.remind(1, in: 1_000, title: "Long ago", of: asha)
        try await world.remind(2, in: 86_400_000, title: "Just now", of: asha)
        await world.advance(86_410_000)
        #expect(world.titles == ["Just now"])
        #expect(try await world.record(of: asha).sorted() == ["failed missed late", "sent late"])
        let metrics = world.metrics.lines
        #expect(metrics.contains(#"daybook_reminders_total{outcome="missed"} 1"#))
        #expect(metrics.contains(#"daybook_reminders_total{outcome="sent"} 1"#))
        #expect(metrics.contains(#"daybook_reminder_lateness_seconds_bucket{le="5.0"} 0"#))
        #expect(metrics.contains(#"daybook_reminder_lateness_seconds_bucket{le="30.0"} 1"#))
        #expect(metrics.contains("daybook_reminder_lateness_seconds_sum 10.0"))
    }

    @Test("a push service that wants it later gets it then, one that is gone is forgotten, one that refuses is left")
    func outcomes() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1, 1, 2, 3, 4)
        world.sender.answer(.retry(after: .seconds(7)), .retry(after: nil), to: SchedulerWorld.endpoint(1))
        world.sender.answer(.gone, to: SchedulerWorld.endpoint(2))
        world.sender.answer(.refused(status: 400), to: SchedulerWorld.endpoint(3))
        world.sender.answer(.tooLarge, to: SchedulerWorld.endpoint(4))
        try await world.remind(1, in: 1_000, of: asha)
        await world.advance(1_000)
        #expect(world.sender.sent.count == 4)
        await world.advance(6_999)
        #expect(world.sender.sent.count == 4)
        await world.advance(1)
        #expect(world.sender.sent.filter { $0.endpoint == SchedulerWorld.endpoint(1) }.count == 3)
        #expect(world.sender.sent.count == 6)
        let states = try await world.storage.deliveries(of: asha, limit: 9).reversed()
        #expect(states.map(\.reason) == [nil, .gone, .refused, .tooLarge])
        #expect(states.first?.isLate == true && states.first?.state == .sent)
        let devices = try await world.storage.reminderDevices(of: asha)
        #expect(Set(devices.filter { $0.subscription == nil }.map(\.session.uuid)) == [uuid(2)])
        #expect(world.metrics.lines.contains(#"daybook_reminders_total{outcome="retried"} 2"#))
    }

    @Test("[R1] accounts whose push services do not answer hold up nobody else's reminders")
    func slowServices() async throws {
        let world = try SchedulerWorld()
        var held = 0
        // Each of them fills what one account may have in progress, one after another; nothing is ever answered.
        for person: UInt64 in 1...14 {
            let account = try await world.person(person)
            for number: UInt64 in 1...64 { try await world.remind(number, in: 100, of: account) }
            world.clock.advance(.milliseconds(100))
            held += await world.scheduler.look().deliveries.count
        }
        #expect(held == 12 * 64 + 2)
        // Two people have one reminder each, on two devices and on one.
        let asha = try await world.person(20, 20, 21)
        let ben = try await world.person(30)
        for account in [asha, ben] { try await world.remind(1, in: 100, of: account) }
        world.clock.advance(.milliseconds(100))
        let first = await world.scheduler.look().deliveries
        #expect(Set(first.map(\.account)) == [asha, ben] && first.count == 2)
        for delivery in first { await world.scheduler.send(delivery) }
        world.clock.advance(.milliseconds(50))
        let second = await world.scheduler.look().deliveries
        #expect(second.map(\.account) == [asha])
        for delivery in second { await world.scheduler.send(delivery) }
        #expect(world.sender.sent.count == 3)
    }

    @Test("while outcomes cannot be recorded, the log says so once a second, however many there are")
    func fewWarnings() async throws {
        let log = LogBook()
        let world = try SchedulerWorld(logger: Logger(label: "test") { _ in LogBook.Handler(book: log) })
        let asha = try await world.person(1)
        for number: UInt64 in 1...5 { try await world.remind(number, in: 1_000, of: asha) }
        world.clock.advance(.milliseconds(1_000))
        let deliveries = await world.scheduler.look().deliveries
        #expect(deliveries.count == 5)
        await world.storage.close()
        for delivery in deliveries.prefix(4) { await world.scheduler.send(delivery) }
        #expect(log.count(of: "could not record the outcome") == 1)
        world.clock.advance(.seconds(1))
        for delivery in deliveries.suffix(1) { await world.scheduler.send(delivery) }
        #expect(log.count(of: "could not record the outcome") == 2)
    }

    @Test("[R2] done while the push service made it wait: it is not sent again")
    func cancelledBetween() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        world.sender.answer(.retry(after: .seconds(60)), to: SchedulerWorld.endpoint(1))
        try await world.remind(1, in: 1_000, of: asha)
        await world.advance(1_000)
        try await world.mark(1, done: true, of: asha)
        await world.advance(120_000)
        #expect(world.sender.sent.count == 1)
        #expect(try await world.record(of: asha) == ["failed cancelled"])
    }

    @Test("what no push service took for a day is given up")
    func givenUp() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        for _ in 0..<2 { world.sender.answer(.retry(after: .seconds(40_000)), to: SchedulerWorld.endpoint(1)) }
        try await world.remind(1, in: 1, of: asha)
        for _ in 0..<4 { await world.advance(40_000_001) }
        #expect(world.sender.sent.count == 2)
        #expect(try await world.record(of: asha) == ["failed unreachable late"])
    }

    @Test("[R1] what a killed process had claimed goes out when its lease has ended")
    func killed() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        try await world.remind(1, in: 1_000, of: asha)
        world.clock.advance(.milliseconds(1_000))
        #expect(await world.another().look().deliveries.count == 1)
        await world.sendDue()
        #expect(world.sender.sent.isEmpty)
        await world.advance(ReminderScheduler.lease.milliseconds)
        #expect(world.titles == ["Call the bank"])
        #expect(try await world.record(of: asha) == ["sent late"])
    }

    @Test("what is still on its way here is not sent again, though the clock leaps ahead")
    func leap() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        try await world.remind(1, in: 1_000, of: asha)
        world.sender.whileSending {
            guard world.sender.sent.count == 1 else { return }
            world.clock.advance(.hours(1))
            #expect(await world.scheduler.look().deliveries.isEmpty)
            #expect(await world.scheduler.look().deliveries.isEmpty)
        }
        await world.advance(1_000)
        await world.advance(1_000_000)
        #expect(world.sender.sent.count == 1)
        #expect(try await world.record(of: asha) == ["sent late"])
    }

    @Test("[R1] what takes long to send stays claimed while its process lives")
    func slow() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        try await world.remind(1, in: 1_000, of: asha)
        let other = world.another()
        world.sender.whileSending {
            for _ in 0..<8 {
                world.clock.advance(.seconds(6))
                _ = await world.scheduler.look()
                #expect(await other.look().deliveries.isEmpty)
            }
        }
        await world.advance(1_000)
        #expect(world.sender.sent.count == 1)
        #expect(try await world.record(of: asha) == ["sent late"])
    }

    @Test("after the clock went back, what was to be tried again later by it is tried now")
    func clockBack() async throws {
        let world = try SchedulerWorld()
        let asha = try await world.person(1)
        world.sender.answer(.retry(after: .seconds(5)), to: SchedulerWorld.endpoint(1))
        try await world.remind(1, in: 1_000, of: asha)
        await world.advance(1_000)
        world.clock.advance(.hours(-30))
        await world.sendDue()
        #expect(world.sender.sent.count == 2)
        #expect(try await world.record(of: asha) == ["sent"])
    }

    @Test("a session that has lived its time gets nothing, and ends")
    func expired() async throws {
        let world = try SchedulerWorld(lifetime: SessionLifetime(idle: .days(2)))
        let asha = try await world.person(1)
        try await world.remind(1, in: 2 * 86_400_000, of: asha)
        await world.advance(2 * 86_400_000)
        #expect(world.sender.sent.isEmpty)
        #expect(try await world.storage.sessions(of: asha).isEmpty)
        await world.advance(ReminderScheduler.lease.milliseconds)
        #expect(try await world.storage.nextDelivery() == nil)
    }

    @Test(
        "[R1] a thousand in one second go out at once, everybody's first ones first, and no account has them all under way"
    )
    func many() async throws {
        let world = try SchedulerWorld()
        let greedy = try await world.person(1)
        for number: UInt64 in 1...500 { try await world.remind(number, in: 1_000, title: "greedy", of: greedy) }
        for person: UInt64 in 2...21 {
            let account = try await world.person(person)
            for number: UInt64 in 1...5 { try await world.remind(number, in: 1_000, title: "modest", of: account) }
        }
        world.sender.whileSending { await Task.yield() }
        for _ in 0..<100 { await world.advance(10) }
        #expect(world.sender.mostUnderWay <= 256)
        #expect(world.titles.filter { $0 == "modest" }.count == 100)
        #expect(world.sender.sent.count == 600)
        let last = try #require(world.titles.lastIndex(of: "modest"))
        #expect(last < 300, "a modest one was the \(last)th")
    }

    @Test("[R1] two schedulers on one database send each once between them")
    func twoSchedulers() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-\(Foundation.UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let here = try Storages.sqlite(path: folder + "/daybook.sqlite")
        let there = try Storages.sqlite(path: folder + "/daybook.sqlite")
        let world = try SchedulerWorld(storage: here)
        for person: UInt64 in 1...4 {
            let account = try await world.person(person)
            for number: UInt64 in 1...50 {
                try await world.remind(number, in: 1_000, title: "\(person) \(number)", of: account)
            }
        }
        world.clock.advance(.milliseconds(1_000))
        let other = world.another(on: there)
        while world.sender.sent.count < 200 {
            async let first: Void = world.sendDue()
            async let second: Void = world.sendDue(other)
            _ = await (first, second)
        }
        #expect(world.sender.sent.count == 200)
        #expect(Set(world.titles).count == 200)
        #expect(try await here.nextDelivery() == nil)
        await here.close()
        await there.close()
    }
}
