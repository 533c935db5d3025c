import Testing

@testable import DaybookServer

@Suite("An event loop is busy while it answers much")
struct LoopLoadTests {
    private let start = ContinuousClock.now

    @Test("it becomes busy with the answers of a whole window, and stays so until it has less than half of them")
    func busy() {
        var load = LoopLoad(at: start)
        var now = start
        /// Answers in a window, of which the last one ends it.
        func window(_ answers: Int) -> [Bool] {
            now += LoopLoad.window / 2
            let half = load.answered(answers - 1, at: now)
            now += LoopLoad.window / 2
            return [half, load.answered(1, at: now), load.isBusy]
        }
        #expect(window(LoopLoad.busy - 1) == [false, false, false])
        #expect(window(LoopLoad.busy) == [false, true, true])
        #expect(window(LoopLoad.busy / 2) == [false, false, true])
        #expect(window(LoopLoad.busy / 2 - 1) == [false, true, false])
        #expect(window(LoopLoad.busy - 1) == [false, false, false])
    }

    @Test("a few answers after a long rest make no loop busy, and a rest ends a busy time at the next look")
    func rest() {
        var load = LoopLoad(at: start)
        func look(_ answers: Int, after time: Duration) -> [Bool] {
            [load.answered(answers, at: start + time), load.isBusy]
        }
        let minute = Duration.seconds(60)
        #expect(look(LoopLoad.busy, after: minute) == [false, false])
        #expect(look(LoopLoad.busy, after: minute + LoopLoad.window) == [true, true])
        #expect(look(0, after: minute + LoopLoad.window * 3 / 2) == [false, true])
        #expect(look(0, after: minute + LoopLoad.window * 2) == [true, false])
    }
}
