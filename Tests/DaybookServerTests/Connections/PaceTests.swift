import NIOCore
import Testing

@testable import DaybookServer

@Suite("A sensible pace")
struct PaceTests {
    private static func at(_ seconds: Double) -> NIODeadline {
        .uptimeNanoseconds(UInt64(1_000_000_000 + seconds * 1_000_000_000))
    }

    private static let patience = TimeAmount.seconds(20)

    @Test("a head must be whole in time, however many bytes come in between")
    func head() {
        var pace = ReadPace(patience: Self.patience)
        #expect(!pace.isTooSlow(at: Self.at(1_000)), "between requests nothing is waited for")
        for second in 0..<20 {
            pace.received(1, at: Self.at(Double(second)))
            #expect(!pace.isTooSlow(at: Self.at(Double(second))))
        }
        #expect(pace.isTooSlow(at: Self.at(20)))
        pace.headCame(expectsToBeAsked: false)
        pace.ended()
        #expect(!pace.isTooSlow(at: Self.at(100)))
    }

    @Test("a body that comes byte by byte is too slow; 16 KiB in each patience are enough")
    func body() {
        var pace = ReadPace(patience: Self.patience)
        pace.received(100, at: Self.at(0))
        pace.headCame(expectsToBeAsked: false)
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
        var pace = ReadPace(patience: Self.patience)
        pace.received(100, at: Self.at(0))
        pace.headCame(expectsToBeAsked: false)
        #expect(!pace.isTooSlow(at: Self.at(500)))
        pace.asks(at: Self.at(500))
        #expect(!pace.isTooSlow(at: Self.at(519)))
        #expect(pace.isTooSlow(at: Self.at(520)))
    }

    @Test("a client that waits to be asked for its body has time until it is asked")
    func expectation() {
        var pace = ReadPace(patience: Self.patience)
        pace.received(100, at: Self.at(0))
        pace.headCame(expectsToBeAsked: true)
        pace.asks(at: Self.at(0))
        #expect(!pace.isTooSlow(at: Self.at(100)))
        pace.bodyAsked(at: Self.at(100))
        #expect(!pace.isTooSlow(at: Self.at(119)))
        #expect(pace.isTooSlow(at: Self.at(120)))
    }

    @Test("an answer of which too little is taken is given up; one that is taken, slowly, is not")
    func answer() {
        var pace = AnswerPace(patience: Self.patience)
        #expect(!pace.isTooSlow(written: 0, waiting: 0, isStream: false, at: Self.at(0)))
        #expect(!pace.isTooSlow(written: 1_000_000, waiting: 900_000, isStream: false, at: Self.at(1)))
        #expect(!pace.isTooSlow(written: 1_000_000, waiting: 900_000 - 65_536, isStream: false, at: Self.at(20)))
        #expect(!pace.isTooSlow(written: 1_000_000, waiting: 800_000, isStream: false, at: Self.at(39)))
        #expect(pace.isTooSlow(written: 1_000_000, waiting: 790_000, isStream: false, at: Self.at(40)))
        #expect(!pace.isTooSlow(written: 1_000_000, waiting: 0, isStream: false, at: Self.at(41)))
    }

    @Test("a stream of events may be slow, but not stuck")
    func stream() {
        var pace = AnswerPace(patience: Self.patience)
        #expect(!pace.isTooSlow(written: 100, waiting: 50, isStream: true, at: Self.at(0)))
        #expect(!pace.isTooSlow(written: 150, waiting: 50, isStream: true, at: Self.at(19)))
        #expect(!pace.isTooSlow(written: 200, waiting: 100, isStream: true, at: Self.at(38)))
        #expect(pace.isTooSlow(written: 250, waiting: 150, isStream: true, at: Self.at(39)))
    }
}
