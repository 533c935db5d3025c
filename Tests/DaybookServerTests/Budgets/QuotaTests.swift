import DaybookCore
import DaybookStore
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import DaybookServer

@Suite("An account that has all it may have")
struct QuotaTests {
    private func with(_ pairs: (Budget, Int)..., test: @Sendable (World) async throws -> Void) async throws {
        var budgets = Budgets()
        for (budget, number) in pairs { budgets[budget] = number }
        let storage = try Storages.sqlite(path: try TestFolders.make() + "/daybook.sqlite", budgets: budgets)
        try await World.with(storage: storage, configure: { $0.budgets = budgets }, test)
    }

    @Test("[S9] of records: a new one is 507 in REST and rejected in sync, what is there is changed and deleted")
    func records() async throws {
        try await with((.accountRecords, 2)) { world in
            let person = try await world.signUp()
            let first = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            _ = try await world.create(#"{"title":"Buy bread"}"#, by: person)
            let answer = try await world.call(.post, "/api/v1/todos", #"{"title":"Buy salt"}"#, by: person)
            #expect(answer.status.code == 507 && answer.broken == ["account:quota"])
            let synced = try await world.sync([todo(7)], by: person)
            #expect(synced.rejected.flatMap(\.violations) == [Rules.noRoom])
            let path = "/api/v1/todos/\(first.text("id"))"
            _ = try await world.call(.patch, path, #"{"detail":"2 litres"}"#, by: person).json(.ok)
            #expect(try await world.call(.delete, path, by: person).status == .noContent)
            #expect(try await world.list(by: person).titles == ["Buy bread"])
            // Another account is not affected.
            let other = try await world.signUp(2)
            _ = try await world.create(#"{"title":"Buy salt"}"#, by: other)
        }
    }

    @Test("a to-do whose next occurrence has no room is not marked by half")
    func whole() async throws {
        try await with((.accountRecords, 1)) { world in
            let person = try await world.signUp()
            let body = #"{"title":"Water","deadline":"2026-11-23T09:00:00Z","repeat":{"rule":"FREQ=DAILY"}}"#
            let made = try await world.create(body, by: person)
            let path = "/api/v1/todos/\(made.text("id"))"
            let answer = try await world.call(.patch, path, #"{"done":true}"#, by: person)
            #expect(answer.status.code == 507 && answer.broken == ["account:quota"])
            #expect(try await world.call(.get, path, by: person).json(.ok)["done"] == .bool(false))
        }
    }

    @Test("of photos: one more is 507, what is there is shown, and coming again is no more")
    func photos() async throws {
        var budgets = Budgets()
        budgets[.accountPhotos] = 2
        let (chosen, meter) = (budgets, BudgetMeter())
        let path = try TestFolders.make() + "/daybook.sqlite"
        let storage = try Storages.sqlite(path: path, budgets: chosen, meter: meter)
        try await World.with(storage: storage, configure: { $0.budgets = chosen }) { world in
            let person = try await world.signUp()
            let pictures = (2...4).map { Pictures.png(width: $0, height: 2) }
            for picture in pictures.prefix(2) { _ = try await world.put(picture, by: person).json(.created) }
            let refused = try await world.put(pictures[2], by: person)
            #expect(refused.status.code == 507 && refused.broken == ["photo:quota"])
            #expect(meter.refusals(of: .accountPhotos) == 1)
            _ = try await world.put(pictures[0], by: person).json(.ok)
            #expect(try await world.get(pictures[0], by: person).status == .ok)
            _ = try await world.put(pictures[2], by: try await world.signUp(2)).json(.created)
        }
    }

    @Test("an account can read how much of its room it uses, by the names of the rules")
    func usage() async throws {
        try await with((.accountRecords, 5_000)) { world in
            let person = try await world.signUp()
            func usage() async throws -> JSON? {
                try await world.call(.get, "/api/v1/account", by: person).json(.ok)["usage"]
            }
            let rules = try await world.call(.get, "/api/v1/rules").json(.ok)
            let empty = try await usage()
            #expect(empty?.objectValue?.count == 4)
            for member in empty?.objectValue ?? [] {
                #expect(member.value["used"] == .integer(0), "\(member.name)")
                #expect(member.value["maximum"] == rules[member.name]?["maximum"], "\(member.name)")
            }
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            let picture = Pictures.png(width: 2, height: 2)
            _ = try await world.put(picture, by: person).json(.created)
            let used = try await usage()
            #expect(used?["accountRecords"]?["used"] == .integer(1))
            #expect((used?["accountBytes"]?["used"]?.integerValue ?? 0) > 40)
            #expect(used?["accountPhotos"]?["used"] == .integer(1))
            #expect(used?["accountPhotoBytes"]?["used"] == .integer(Int64(picture.count)))
        }
    }

    @Test("the rules tell what a record and an account may have, as the operator has set it")
    func rules() async throws {
        try await with((.recordBytes, 70_000), (.recordFields, 100), (.accountRecords, 5_000), (.accountBytes, 1 << 33))
        {
            world in
            let rules = Rules(json: try await world.call(.get, "/api/v1/rules").json(.ok))
            #expect(rules.recordBytesMaximum == 70_000 && rules.recordFieldsMaximum == 100)
            #expect(rules.accountRecordsMaximum == 5_000 && rules.accountBytesMaximum == 1 << 33)
        }
    }

    @Test("who brings too much to the writer gets a time to retry, and the answer is true about what was saved")
    func problems() {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        func problem(_ error: StorageError) -> Problem { Problem(error, logger: logger) }
        let (mine, all) = (problem(.crowded(.accountWaitingBytes)), problem(.crowded(.waitingBytes)))
        #expect(mine.status == .tooManyRequests && mine.headers[.retryAfter] != nil)
        #expect(all.status == .serviceUnavailable && all.headers[.retryAfter] != nil)
        #expect(mine.detail.contains("Nothing was changed") && all.detail.contains("Nothing was changed"))
        #expect(problem(.overBudget(.recordBytes, by: 1)).status == .unprocessableContent)
        #expect(problem(.overBudget(.accountBytes, by: 1)).status.code == 507)
        for reason in [StorageError.full, .busy, .failed("x"), .cancelled, .crowded(.waitingBytes)] {
            let partly = problem(.interrupted(written: 3, reason))
            #expect(partly.status == problem(reason).status)
            #expect(!partly.detail.contains("Nothing was changed"))
        }
        #expect(!problem(.failed("x")).detail.contains("Nothing was changed"))
    }
}
