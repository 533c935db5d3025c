import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage records what was shown, and takes turns")
struct ShownContractTests {
    private let phone = SessionID(uuid(1))

    @Test("[R4] what a device showed is recorded once, the first time", arguments: StorageKind.allCases)
    func shown(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), to: asha)
            for delivery in try await storage.claim(at: 5_000) {
                try await storage.finish(delivery, .accepted, at: moment(5_100))
            }
            for shown: Int64 in [5_300, 9_000] {
                try await storage.markShown(uuid(1), due: moment(5_000), at: moment(shown), by: phone, of: asha.id)
            }
            let recorded = try #require(try await storage.deliveries(of: asha.id, limit: 9).first)
            #expect(recorded.state == .shown && recorded.shownAt == moment(5_300) && recorded.sentAt == moment(5_100))
        }
    }

    @Test(
        "[R1] a page that fired by itself gets no push any more, before, during and after the claim",
        arguments: StorageKind.allCases
    )
    func byThePage(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1, 2)
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 6_000), to: asha)
            try await storage.markShown(uuid(1), due: moment(5_000), at: moment(5_001), by: phone, of: asha.id)
            #expect(try await storage.claim(at: 5_002).map(\.session.id.uuid) == [uuid(2)])
            #expect(try await storage.record(of: asha) == ["1>1 shown", "1>2 waiting"])
            let claimed = try await storage.claim(at: 6_000)
            let own = try #require(claimed.first { $0.session.id == phone })
            try await storage.markShown(uuid(2), due: moment(6_000), at: moment(6_001), by: phone, of: asha.id)
            try await storage.finish(own, .retry(at: moment(7_000)), at: moment(6_100))
            #expect(try await storage.claim(at: 8_000).isEmpty)
            try await storage.finish(own, .accepted, at: moment(8_100))
            let recorded = try await storage.deliveries(of: asha.id, limit: 9).first {
                $0.todo == uuid(2) && $0.session == phone
            }
            #expect(recorded?.state == .shown && recorded?.sentAt == moment(8_100))
        }
    }

    @Test("[A11] what no to-do of one's own was set for is passed over", arguments: StorageKind.allCases)
    func unknown(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            let ben = try await storage.add(2, pushingTo: 2)
            try await storage.push(reminding(1, due: 5_000), to: asha)
            let bens = SessionID(uuid(2))
            try await storage.markShown(uuid(1), due: moment(5_000), at: moment(5_001), by: bens, of: ben.id)
            try await storage.markShown(uuid(1), due: moment(5_000), at: moment(5_001), by: bens, of: asha.id)
            try await storage.markShown(uuid(1), due: moment(4_999), at: moment(5_001), by: phone, of: asha.id)
            try await storage.markShown(uuid(7), due: moment(5_000), at: moment(5_001), by: phone, of: asha.id)
            #expect(try await storage.record(of: asha).isEmpty)
            #expect(try await storage.record(of: ben).isEmpty)
            #expect(try await storage.claim(at: 5_000).count == 1)
        }
    }

    @Test("the last hundred that are finished are kept, and all that wait", arguments: StorageKind.allCases)
    func kept(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            let all = (1...130).map { reminding($0, due: Int64($0)) } + [reminding(999, due: 0, at: -1)]
            _ = try await storage.apply(all, to: asha.id, at: moment(-1)) { _, _ in [] }
            for time: Int64 in 0...130 {
                for delivery in try await storage.claim(at: time) {
                    let outcome: DeliveryOutcome = time == 0 ? .retry(at: moment(1_000)) : .accepted
                    try await storage.finish(delivery, outcome, at: moment(time))
                }
            }
            let record = try await storage.record(of: asha)
            #expect(record == ["999>1 waiting"] + (31...130).map { "\($0)>1 sent" })
        }
    }

    @Test(
        "who has very much due keeps nobody waiting, and has so much under way at a time",
        arguments: StorageKind.allCases
    )
    func turns(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let greedy = try await storage.add(1, pushingTo: 1)
            _ = try await storage.apply((1...150).map { reminding($0, due: 5_000) }, to: greedy.id, at: moment()) {
                _,
                _ in
                []
            }
            var others: [StoredAccount] = []
            for number: UInt64 in 2...9 {
                let other = try await storage.add(number, pushingTo: number)
                try await storage.push(reminding(1, due: 5_001), to: other)
                others.append(other)
            }
            let first = try await storage.claim(at: 5_001, limit: 16)
            for other in others { #expect(first.count { $0.account == other.id } == 1) }
            #expect(first.count { $0.account == greedy.id } == 1)
            var underWay = first.filter { $0.account == greedy.id }
            for _ in 0..<20 { underWay += try await storage.claim(at: 5_002, limit: 16) }
            #expect((DeliveryRules.underWay / 2...DeliveryRules.underWay).contains(underWay.count))
            #expect(try await storage.claim(at: 5_002).isEmpty)
            #expect(try await storage.next() == 65_001)
            // When one delivery is finished, the next is claimed. In the end each was sent once.
            var sent: Set<UUID> = []
            while let delivery = underWay.popLast() {
                try await storage.finish(delivery, .accepted, at: moment(5_003))
                #expect(sent.insert(delivery.todo).inserted)
                underWay += try await storage.claim(at: 5_003, limit: 16)
                #expect(underWay.count <= DeliveryRules.underWay)
            }
            #expect(sent.count == 150)
        }
    }

    @Test("after the wall clock went back nothing waits for the time that it showed", arguments: StorageKind.allCases)
    func clock(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1, pushingTo: 1)
            let year: Int64 = 365 * 86_400_000
            try await storage.push(reminding(1, due: year), reminding(2, due: year + 5_000), to: asha)
            let claimed = try await storage.claim(at: year)
            #expect(claimed.count == 1)
            #expect(try await storage.next() == year + 5_000)
            // The clock is a year back, and the process with the claim was killed.
            try await storage.reconsiderDeliveries(at: moment(1_000), longest: .hours(1))
            #expect(try await storage.next() == 1_000)
            let again = try await storage.claim(at: 1_000)
            #expect(again.map(\.number) == claimed.map(\.number))
            try await storage.finish(again[0], .accepted, at: moment(1_100))
            // The reminder is set for that time, so it waits until then.
            #expect(try await storage.next() == year + 5_000)
        }
    }
}
