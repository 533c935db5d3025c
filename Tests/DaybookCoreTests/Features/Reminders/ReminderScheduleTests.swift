import TestSupport
import Testing

@testable import DaybookCore

@Suite("The schedule of reminders")
struct ReminderScheduleTests {
    @Test("[R1] [R2] After any changes it equals a look at all reminders")
    func law() {
        for seed in Seeds.runs(50) {
            var random = SplitMix64(seed: seed)
            var schedule = ReminderSchedule()
            var dues: [Todo.ID: Instant] = [:]
            for _ in 0..<200 {
                let id = Todo.ID(UUID(high: 0, low: UInt64.random(in: 0..<40, using: &random)))
                let moment = Instant(milliseconds: Int64.random(in: 0..<50, using: &random))
                let due = Int.random(in: 0..<4, using: &random) == 0 ? nil : moment
                schedule.set(id, to: due)
                dues[id] = due
                let start = Instant(milliseconds: Int64.random(in: -5..<55, using: &random))
                let end = Instant(milliseconds: Int64.random(in: -5..<55, using: &random))
                let all = dues.map { ReminderSchedule.Entry(due: $0.value, todo: $0.key) }.sorted()
                let between = all.filter { start < $0.due && $0.due <= end }
                #expect(schedule.count == all.count, "\(seed.asSeed)")
                #expect(schedule.next(after: start) == all.first { start < $0.due }?.due, "\(seed.asSeed)")
                #expect(Array(schedule.due(after: start, through: end)) == between, "\(seed.asSeed)")
                #expect(schedule[id] == due, "\(seed.asSeed)")
            }
        }
    }
}
