import DaybookCore
import Synchronization
import TestSupport

@testable import DaybookClient

/// The way to a server that loses, repeats and cuts calls and answers by chance. A fault of it looks to a device as if its
/// process was killed at that point: all that a device keeps is in its file.
final class FaultyTransport: ServerTransport {
    private let way: any ServerTransport
    private let random: Mutex<SplitMix64>

    init(_ way: any ServerTransport, seed: UInt64) {
        self.way = way
        random = Mutex(SplitMix64(seed: seed))
    }

    struct Killed: Error {}

    func answer(to call: Call) async throws -> Answer {
        let fault = random.withLock { $0.int(0...6) }
        if fault == 0 { throw Killed() }
        var answer = try await way.answer(to: call)
        switch fault {
        case 1: throw Killed()
        case 2: answer = try await way.answer(to: call)
        case 3: answer.body = random.withLock { Array(answer.body.prefix($0.int(0...max(answer.body.count - 1, 0)))) }
        case 4: answer = Answer(status: 503)
        default: break
        }
        return answer
    }

    func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer {
        try await way.listen(to: call, onEvent)
    }
}

/// The way to a server on which a test decides some answers.
struct ScriptedTransport: ServerTransport {
    let way: (any ServerTransport)?
    let script: @Sendable (Call) -> Answer?

    func answer(to call: Call) async throws -> Answer {
        if let answer = script(call) { return answer }
        guard let way else { return Answer(status: 404) }
        return try await way.answer(to: call)
    }

    func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer {
        Answer(status: 503)
    }
}
