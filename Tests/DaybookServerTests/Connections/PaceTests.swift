import NIOCore
import Testing

@testable import DaybookServer

@Suite("A sensible pace")
struct PaceTests {
    private static func at(_ seconds: Double) -> NIODeadline {
        .uptimeNanoseconds(UInt64(1_000_000_000 + seconds * 1_000_000_000))
    }

    private static let timeout = TimeAmount.seconds(20)

    /// The pace of a request whose head arrived at once.
    private static func inBody(expectsContinue: Bool = false) -> ReadPace {
        var pace = ReadPace(timeout: timeout)
        pace.received(100, at: at(0))
        pace.headReceived(expectsContinue: expectsContinue)
        return pace
    }

    @Test("a head must be whole in time, however many bytes come in between")
    func head() {
        var pace = ReadPace(timeout: Self.timeout)
        #expect(!pace.isTooSlow(at: Self.at(1_000)), "between requests nothing is waited for")
        for second in 0..<20 {
            pace.received(1, at: Self.at(Double(second)))
            #expect(!pace.isTooSlow(at: Self.at(Double(second))))
        }
        #expect(pace.isTooSlow(at: Self.at(20)))
        pace.headReceived(expectsContinue: false)
        pace.ended()
        #expect(!pace.isTooSlow(at: Self.at(100)))
    }

    @Test("a body that comes byte by byte is too slow; 16 KiB in each timeout are enough")
    func body() {
        var pace = Self.inBody()
        for turn in 1...10 {
            pace.asks(at: Self.at(Double(turn - 1) * 19))
            #expect(!pace.isTooSlow(at: Self.at(Double(turn) * 19)))
            pace.received(ReadPace.leastBytes, at: Self.at(Double(turn) * 19))
        }
        for second in 191..<209 {
            pace.asks(at: Self.at(Double(second)))
            pace.received(1, at: Self.at(Double(second) + 1))
        }
        pace.asks(at: Self.at(209))
        #expect(!pace.isTooSlow(at: Self.at(210)))
        #expect(pace.isTooSlow(at: Self.at(211)))
    }

    @Test("the time in which the server itself does not read counts for nothing")
    func ownTime() {
        var pace = Self.inBody()
        #expect(!pace.isTooSlow(at: Self.at(500)))
        pace.asks(at: Self.at(500))
        #expect(!pace.isTooSlow(at: Self.at(519)))
        #expect(pace.isTooSlow(at: Self.at(520)))
    }

    @Test("a client that waits to be asked for its body has time until it is asked")
    func expectation() {
        var pace = Self.inBody(expectsContinue: true)
        pace.asks(at: Self.at(0))
        #expect(!pace.isTooSlow(at: Self.at(100)))
        pace.bodyRequested(at: Self.at(100))
        #expect(!pace.isTooSlow(at: Self.at(119)))
        #expect(pace.isTooSlow(at: Self.at(120)))
    }

    /// The results of several checks of a connection: bytes written, bytes waiting, seconds.
    private static func looks(_ looks: [(written: Int, waiting: Int, at: Double)], isStream: Bool) -> [Bool] {
        var pace = AnswerPace(timeout: timeout)
        return looks.map {
            pace.isTooSlow(written: $0.written, waiting: $0.waiting, isStream: isStream, at: at($0.at))
        }
    }

    @Test("an answer that is read too slowly is given up; one that is read at the least pace is not")
    func answer() {
        let looks = Self.looks(
            [
                (0, 0, 0), (1_000_000, 900_000, 1), (1_000_000, 900_000 - 65_536, 20), (1_000_000, 800_000, 39),
                (1_000_000, 790_000, 40), (1_000_000, 0, 41),
            ],
            isStream: false
        )
        #expect(looks == [false, false, false, false, true, false])
    }

    @Test("a stream of events may be slow, but not stuck")
    func stream() {
        let looks = Self.looks([(100, 50, 0), (150, 50, 19), (200, 100, 38), (250, 150, 39)], isStream: true)
        #expect(looks == [false, false, false, true])
    }
}
