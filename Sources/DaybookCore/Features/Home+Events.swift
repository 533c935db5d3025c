/// Whether the server tells at once what other devices did (S11).
enum Hearing: Equatable, Sendable {
    case off
    /// The stream was opened then. `hears` once something came of it.
    case listening(since: Instant, hears: Bool)
    /// The stream ended; a timer opens the next one.
    case waiting
}

extension Home {
    /// Listens to the server, once a call has shown that there is one.
    mutating func listen(_ now: Instant) -> [Effect] {
        guard hearing == .off, leads else { return [] }
        hearing = .listening(since: now, hears: false)
        return [.listen(call(.events, .get, "/api/v1/sync/events"))]
    }

    /// The server tells how far its changes lead.
    mutating func heard(cursor: Int64) -> [Effect] {
        guard case .listening(let since, _) = hearing else { return [] }
        hearing = .listening(since: since, hears: true)
        return cursor == replica.cursor && !replica.isReset ? [] : syncNow()
    }

    /// The stream ended. Whoever ends it at once is not asked again at once.
    mutating func deafened(_ answer: Answer, _ now: Instant) -> [Effect] {
        if answer.status == 401, !isChangingSession { return sessionEnded() }
        guard case .listening(let since, let heard) = hearing else { return [] }
        hearing = .waiting
        let lasted = now.milliseconds - since.milliseconds
        deafTimes = lasted > 60_000 ? 0 : min(deafTimes + 1, 6)
        let wait = min(1_000 << deafTimes, 60_000)
        let spread = Int(Double(wait) / 2 * answer.jitter)
        // A stream that had worked ends with the network or the server: a call tells which.
        return [.startTimer(.listenAgain, milliseconds: wait / 2 + spread)] + (heard ? syncNow() : [])
    }

    /// Whether the server would say so if there were news.
    var isHearing: Bool {
        if case .listening(_, hears: true) = hearing { true } else { false }
    }
}
