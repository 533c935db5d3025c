import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage gets each delivery to somebody, and records what came of it")
struct DeliveryContractTests {
    @Test(
        "[R1] a reminder goes to each device that takes pushes, once, with its present text",
        arguments: StorageKind.allCases
    )
    func eachOnce(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1, 2)
            try await storage.createSession(newSession(3, of: asha, device: "A program"))
            try await storage.push(reminding(1, due: 5_000), to: asha)
            try await storage.push(setting("detail", .string("Number 7"), of: 1, at: 1), to: asha)
            let claimed = try await storage.claim(at: 5_000)
            #expect(claimed.map(\.subscription) == [subscription(1), subscription(2)])
            #expect(claimed.map(\.title) == ["Call the bank", "Call the bank"])
            #expect(claimed.map(\.detail) == ["Number 7", "Number 7"])
            #expect(claimed.map(\.due) == [moment(5_000), moment(5_000)])
            #expect(try await storage.claim(at: 5_001).isEmpty)
            #expect(try await storage.record(of: asha) == ["1>1 waiting", "1>2 waiting"])
            for delivery in claimed { try await storage.finish(delivery, .accepted, at: moment(5_200)) }
            #expect(try await storage.record(of: asha) == ["1>1 sent", "1>2 sent"])
            let newest = try #require(try await storage.deliveries(of: asha.id, limit: 1).first)
            #expect(newest.session.uuid == uuid(2) && newest.sentAt == moment(5_200) && newest.title == "Call the bank")
            #expect(try await storage.next() == nil)
            #expect(try await storage.claim(at: 999_999).isEmpty)
        }
    }

    @Test(
        "[R1] what somebody claimed and never finished is taken over when the lease has ended",
        arguments: StorageKind.allCases
    )
    func takenOver(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), to: asha)
            let first = try #require(try await storage.claim(at: 5_000).first)
            #expect(try await storage.next() == 65_000)
            #expect(try await storage.claim(at: 64_999).isEmpty)
            let second = try #require(try await storage.claim(at: 65_000).first)
            #expect(second.number == first.number && second.attempt == 2)
            // The first claimer's outcome now counts only if the message was accepted.
            try await storage.finish(first, .retry(at: moment(70_000)), at: moment(65_001))
            try await storage.finish(first, .failed(.refused), at: moment(65_001))
            #expect(try await storage.record(of: asha) == ["1>1 waiting"])
            #expect(try await storage.next() == 125_000)
            try await storage.finish(first, .accepted, at: moment(65_002))
            try await storage.finish(second, .retry(at: moment(70_000)), at: moment(65_003))
            #expect(try await storage.claim(at: 200_000).isEmpty)
            #expect(try await storage.record(of: asha) == ["1>1 sent late"])
        }
    }

    @Test(
        "[R1] a slow sender renews the claim, and cannot once another has it",
        arguments: StorageKind.allCases
    )
    func renewed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), to: asha)
            let first = try #require(try await storage.claim(at: 5_000).first)
            try await storage.renewClaims([first.number: 1, 99: 1], until: moment(90_000))
            #expect(try await storage.claim(at: 89_999).isEmpty)
            #expect(try await storage.next() == 90_000)
            let second = try #require(try await storage.claim(at: 90_000).first)
            try await storage.renewClaims([first.number: 1], until: moment(900_000))
            #expect(try await storage.next() == 150_000)
            try await storage.finish(second, .accepted, at: moment(90_001))
            try await storage.renewClaims([first.number: 2], until: moment(900_000))
            #expect(try await storage.next() == nil)
        }
    }

    @Test(
        "[R1] reserved places are for accounts without a delivery in progress, one for each",
        arguments: StorageKind.allCases
    )
    func reserved(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            for number: UInt64 in 1...9 { try await storage.push(reminding(number, due: 5_000), to: asha) }
            #expect(try await storage.claim(at: 5_000, limit: 6, reserved: 2).count == 4)
            // Whoever finds no place waits for a moment, and does not keep the writer busy.
            #expect(try await storage.claim(at: 5_001, limit: 2, reserved: 2).isEmpty)
            #expect(try await storage.next() == 5_501)
            let ben = try await storage.add(2, pushingTo: 2, 3)
            try await storage.push(reminding(20, due: 5_002), reminding(21, due: 5_002), to: ben)
            let reserved = try await storage.claim(at: 5_501, limit: 2, reserved: 2)
            #expect(reserved.map(\.account) == [ben.id])
            #expect(try await storage.claim(at: 5_501, limit: 1, reserved: 1).isEmpty)
            for delivery in reserved { try await storage.finish(delivery, .accepted, at: moment(5_502)) }
            #expect(try await storage.claim(at: 5_502, limit: 1, reserved: 1).map(\.account) == [ben.id])
        }
    }

    @Test("[R1] a claim of large to-dos ends when it has read enough, and the next one takes the rest")
    func largeTodos() async throws {
        var budgets = Budgets()
        budgets[.transactionBytes] = 64 << 10
        try await withTemporaryFolder { folder in
            let storage = try Storages.sqlite(path: folder + "/daybook.sqlite", budgets: budgets)
            let asha = try await storage.add(1, pushingTo: 1)
            for number: UInt64 in 1...24 {
                try await storage.push(reminding(number, due: 5_000), to: asha)
                let detail = JSON.string(String(repeating: "a", count: 5_000))
                try await storage.push(setting("detail", detail, of: number, at: 1), to: asha)
            }
            let claims = [try await storage.claim(at: 5_000), try await storage.claim(at: 5_000)]
            #expect(claims.map(\.count) == [16, 8])
            #expect(Set(claims.joined().map(\.todo)).count == 24)
            #expect(try await storage.deliveries(of: asha.id, limit: 99).allSatisfy { $0.title == "Call the bank" })
            await storage.close()
        }
    }

    @Test("what is tried again waits for its time, and is given up after a day", arguments: StorageKind.allCases)
    func retried(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 5_000), to: asha)
            for delivery in try await storage.claim(at: 5_000) {
                try await storage.finish(delivery, .retry(at: moment(7_000)), at: moment(5_100))
            }
            #expect(try await storage.next() == 7_000)
            #expect(try await storage.claim(at: 6_999).isEmpty)
            let again = try await storage.claim(at: 7_000)
            #expect(again.map(\.attempt) == [2, 2])
            let end: Int64 = 5_000 + 86_400_000
            try await storage.finish(again[0], .retry(at: moment(end)), at: moment(7_100))
            try await storage.finish(again[1], .retry(at: moment(end - 1)), at: moment(7_100))
            #expect(try await storage.record(of: asha) == ["1>1 failed unreachable", "2>1 waiting"])
            let late = try await storage.claimDeliveries(at: moment(end), limit: 9, reserved: 0, lease: lease)
            #expect(late.deliveries.isEmpty && late.failures == [.unreachable: 1])
            #expect(try await storage.next() == nil)
        }
    }

    @Test(
        "[R3] what came due while no server ran goes out late, and after a day is only recorded",
        arguments: StorageKind.allCases
    )
    func late(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 9_000), to: asha)
            let claim = try await storage.claimDeliveries(at: moment(86_405_000), limit: 9, reserved: 0, lease: lease)
            #expect(claim.deliveries.map(\.todo) == [uuid(2)])
            #expect(claim.failures == [.missed: 1])
            #expect(try await storage.record(of: asha) == ["1>1 failed missed late", "2>1 waiting late"])
        }
    }

    @Test("a subscription that has ended is forgotten, unless it is another by now", arguments: StorageKind.allCases)
    func gone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1, 2)
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 6_000), to: asha)
            let claimed = try await storage.claim(at: 5_000)
            let renewed = ReminderDevice(
                session: SessionID(uuid(2)),
                permission: .granted,
                subscription: subscription(22),
                changedAt: moment(5_001)
            )
            try await storage.setReminderDevice(renewed, of: asha.id)
            for delivery in claimed { try await storage.finish(delivery, .gone, at: moment(5_100)) }
            #expect(try await storage.record(of: asha) == ["1>1 failed gone", "1>2 failed gone"])
            #expect(try await storage.reminderDevices(of: asha.id).map(\.subscription) == [subscription(22), nil])
            #expect(try await storage.claim(at: 6_000).map(\.subscription) == [subscription(22)])
        }
    }

    @Test("what waits for a device that takes no pushes any more is not sent", arguments: StorageKind.allCases)
    func unsubscribed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), to: asha)
            for delivery in try await storage.claim(at: 5_000) {
                try await storage.finish(delivery, .retry(at: moment(7_000)), at: moment(5_100))
            }
            let denied = ReminderDevice(
                session: SessionID(uuid(1)),
                permission: .denied,
                subscription: nil,
                changedAt: moment(6_000)
            )
            try await storage.setReminderDevice(denied, of: asha.id)
            #expect(try await storage.claim(at: 7_000).isEmpty)
            #expect(try await storage.record(of: asha) == ["1>1 failed unsubscribed"])
        }
    }

    @Test(
        "[R2] what was done, deleted or moved while it waited to be tried again is not sent",
        arguments: StorageKind.allCases
    )
    func cancelled(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            let all: [UInt64] = [1, 2, 3, 4]
            _ = try await storage.apply(all.map { reminding($0, due: 5_000) }, to: asha.id, at: moment()) { _, _ in [] }
            let claimed = try await storage.claim(at: 5_000)
            for delivery in claimed.dropLast() {
                try await storage.finish(delivery, .retry(at: moment(7_000)), at: moment(5_100))
            }
            try await storage.push(
                setting("done", .bool(true), of: 1, at: 5_200),
                deletion(of: 2, at: 5_200),
                setting("reminder", .integer(moment(9_000).milliseconds), of: 3, at: 5_200),
                setting("done", .bool(true), of: 4, at: 5_200),
                to: asha,
                at: moment(5_300)
            )
            #expect(try await storage.claim(at: 8_999).isEmpty)
            let failed = all.map { "\($0)>1 failed cancelled" }
            #expect(try await storage.record(of: asha) == failed)
            // The delivery was in progress already and was accepted, so it counts as sent.
            let last = try #require(claimed.last)
            try await storage.finish(last, .accepted, at: moment(5_400))
            #expect(try await storage.record(of: asha) == failed.dropLast() + ["4>1 sent"])
            #expect(try await storage.claim(at: 9_000).map(\.todo) == [uuid(3)])
        }
    }

    @Test("a test goes the same way, to all devices that take pushes", arguments: StorageKind.allCases)
    func test(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            #expect(try await storage.addTestDeliveries(uuid(8), of: asha.id, at: moment(1)) == 0)
            #expect(try await storage.next() == nil)
            try await storage.subscribe(1, of: asha)
            #expect(try await storage.addTestDeliveries(uuid(9), of: asha.id, at: moment(2)) == 1)
            #expect(try await storage.next() == 2)
            let claimed = try #require(try await storage.claim(at: 2).first)
            #expect(claimed.isTest && claimed.todo == uuid(9) && claimed.title.isEmpty)
            try await storage.finish(claimed, .accepted, at: moment(3))
            let recorded = try #require(try await storage.deliveries(of: asha.id, limit: 9).first)
            #expect(recorded.isTest && recorded.title == nil && recorded.state == .sent)
        }
    }
}
