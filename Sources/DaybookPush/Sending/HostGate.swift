import Synchronization

/// Limits the concurrent requests to each push service; further requests wait in line.
final class HostGate: Sendable {
    private struct Line {
        var inside = 0
        var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private struct State {
        var lines: [String: Line] = [:]
        var tickets: UInt64 = 0
    }

    private let width: Int
    private let longest: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - width: The most concurrent requests to one service.
    ///   - longest: The most requests that wait for one service.
    init(width: Int, longest: Int) {
        self.width = width
        self.longest = longest
    }

    /// Waits for a place. False at once when too many requests wait already; false also when the task is cancelled.
    func enter(_ service: String) async -> Bool {
        let ticket = state.withLock { state -> UInt64 in
            state.tickets += 1
            return state.tickets
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn = state.withLock { queue(ticket, continuation, at: service, &$0) }
                if let isIn { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            let left = state.withLock { remove(ticket, from: service, &$0) }
            left?.resume(returning: false)
        }
    }

    /// Releases a place.
    func leave(_ service: String) {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard var line = state.lines[service] else { return nil }
            let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst().continuation
            if next == nil { line.inside -= 1 }
            state.lines[service] = line.inside == 0 ? nil : line
            return next
        }
        // The place passes directly to the next request.
        next?.resume(returning: true)
    }

    /// The number of messages that wait for a service.
    func waiting(for service: String) -> Int { state.withLock { $0.lines[service]?.waiting.count ?? 0 } }

    /// Whether no service has a request.
    var isEmpty: Bool { state.withLock { $0.lines.isEmpty } }

    /// Whether there is a place; nil when the request waits for one.
    private func queue(
        _ ticket: UInt64,
        _ continuation: CheckedContinuation<Bool, Never>,
        at service: String,
        _ state: inout State
    ) -> Bool? {
        var line = state.lines[service] ?? Line()
        // Checked under the lock: a task that is cancelled later is found in the line.
        guard !Task.isCancelled else { return false }
        if line.inside < width {
            line.inside += 1
            state.lines[service] = line
            return true
        }
        guard line.waiting.count < longest else { return false }
        line.waiting.append((ticket, continuation))
        state.lines[service] = line
        return nil
    }

    private func remove(
        _ ticket: UInt64,
        from service: String,
        _ state: inout State
    ) -> CheckedContinuation<Bool, Never>? {
        guard let index = state.lines[service]?.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return state.lines[service]?.waiting.remove(at: index).continuation
    }
}
