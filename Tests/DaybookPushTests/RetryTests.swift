import DaybookCore
import TestSupport
import Testing

@testable import DaybookPush

@Suite struct RetryTests {
    /// 2026-11-22T09:00:00Z
    private static let now = Instant(milliseconds: 1_795_338_000_000)

    @Test(
        "[R1] What a push service's answer means",
        arguments: [
            (200, .accepted), (201, .accepted), (202, .accepted), (204, .accepted),
            (404, .gone), (410, .gone), (413, .tooLarge),
            (408, .retry(after: .seconds(7))), (425, .retry(after: .seconds(7))), (429, .retry(after: .seconds(7))),
            (500, .retry(after: .seconds(7))), (502, .retry(after: .seconds(7))), (503, .retry(after: .seconds(7))),
            (599, .retry(after: .seconds(7))),
            (400, .refused(status: 400)), (401, .refused(status: 401)), (403, .refused(status: 403)),
            (405, .refused(status: 405)), (301, .refused(status: 301)), (307, .refused(status: 307)),
            (418, .refused(status: 418)), (600, .refused(status: 600)),
        ] as [(Int, PushOutcome)]
    )
    func status(status: Int, outcome: PushOutcome) {
        #expect(PushOutcome(status: status, retryAfter: .seconds(7)) == outcome)
    }

    @Test(
        "[R1] Retry-After is read as seconds or as a date in any of HTTP's forms",
        arguments: [
            ("0", .zero), ("120", .seconds(120)), ("00120", .seconds(120)),
            ("Sun, 22 Nov 2026 09:00:30 GMT", .seconds(30)),
            ("Sunday, 22-Nov-26 09:01:00 GMT", .seconds(60)),
            ("Sun Nov 22 10:00:00 2026", .seconds(3_600)),
            ("Sun, 22 Nov 2026 08:59:59 GMT", .zero),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .zero),
            ("Tue, 01 Dec 2026 00:00:00 GMT", .seconds(15 * 3_600 + 8 * 86_400)),
            ("99999999999", .seconds(31 * 86_400)), ("Sun, 22 Nov 2099 09:00:30 GMT", .seconds(31 * 86_400)),
            ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("soon", nil), ("99999999999999999999", nil),
            ("Sun, 31 Nov 2026 09:00:30 GMT", nil), ("Sun, 22 Nov 2026 24:00:30 GMT", nil),
            ("Sun, 22 Nov 2026 GMT", nil), ("22 2026 09:00:30", nil), ("Nov 22 2026 09:00", nil),
            ("Nov 9999999999999999999 2026 09:00:00", nil),
            (String(repeating: "9", count: 5_000), nil),
        ] as [(String, Duration?)]
    )
    func retryAfter(text: String, duration: Duration?) {
        #expect(RetryAfter.duration(text, now: Self.now) == duration)
    }

    @Test("[R1] Whatever value Retry-After has, waiting is between no time and 31 days")
    func retryAfterFuzz() {
        for seed in Seeds.cases(usual: 3_000) {
            var random = SplitMix64(seed: seed)
            var bytes = Array(random.pick(["Sun, 22 Nov 2026 09:00:30 GMT", "Sun Nov 22 10:00:00 2026", "120"]).utf8)
            for _ in 0..<random.int(1...4) { random.mutate(&bytes) }
            let duration = RetryAfter.duration(String(decoding: bytes, as: UTF8.self), now: Self.now)
            #expect(duration.map { (.zero ... .seconds(31 * 86_400)).contains($0) } ?? true, "\(seed.asSeed)")
        }
    }

    @Test("[R1] Pauses are anywhere below a bound that doubles up to five minutes")
    func bounds() throws {
        var random = SplitMix64(seed: 6)
        for (failures, bound) in [(1, 1), (2, 2), (3, 4), (9, 256), (10, 300), (1_000, 300), (.max, 300)] {
            let pauses = (0..<400).compactMap { _ in
                PushBackoff.standard.pause(failures: failures, retryAfter: nil, left: .seconds(86_400), using: &random)
            }
            #expect(pauses.count == 400)
            #expect(pauses.allSatisfy { (.zero ... .seconds(bound)).contains($0) })
            #expect(try #require(pauses.min()) < .seconds(bound) / 10)
            #expect(try #require(pauses.max()) > .seconds(bound) * 9 / 10)
        }
    }

    @Test("[R1] No retry is earlier than the push service asked, and not all are at once")
    func respectsRetryAfter() {
        var random = SplitMix64(seed: 7)
        let pauses = (0..<400).compactMap { _ in
            PushBackoff.standard.pause(failures: 3, retryAfter: .seconds(90), left: .seconds(3_600), using: &random)
        }
        #expect(pauses.allSatisfy { (.seconds(90) ... .seconds(94)).contains($0) })
        #expect(Set(pauses).count > 390)
    }

    @Test("[R1] What would come after its time is given up")
    func givesUp() {
        var random = SplitMix64(seed: 8)
        func pause(_ retryAfter: Duration?, left: Duration) -> Duration? {
            PushBackoff.standard.pause(failures: 1, retryAfter: retryAfter, left: left, using: &random)
        }
        #expect(pause(nil, left: .zero) == nil)
        #expect(pause(nil, left: .seconds(-5)) == nil)
        #expect(pause(.seconds(60), left: .seconds(60)) == nil)
        #expect(pause(.seconds(60), left: .seconds(62)) != nil)
        #expect(pause(.seconds(-60), left: .seconds(2)) != nil)
    }
}
