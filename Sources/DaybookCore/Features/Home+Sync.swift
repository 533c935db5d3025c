extension Home {
    mutating func syncAnswered(_ answer: Answer, _ now: Instant) -> [Effect] {
        if answer.status == 401 { return sessionEnded() }
        guard answer.status == 200, let answer = SyncAnswer(answer.body) else { return wait(answer) }
        let outcome = sync.answered(answer, replica: &replica, now: now)
        for key in outcome.changed { refresh(key) }
        var effects: [Effect] = []
        for entry in outcome.entries { effects += write(entry) }
        effects += mergeIntoEditor(outcome.changed)
        if outcome.callsAgain { effects += syncNow() }
        if !answer.hasMore { effects.append(.refreshEnded) }
        return effects
    }

    /// What the line under the title says when not all is well; nil when it is.
    public func banner(isOnline: Bool) -> String? {
        switch disk.failure {
        case .full: return Texts.diskFull
        case .refused: return Texts.diskRefused
        case nil: break
        }
        // One failed call is a hiccup; two are a state.
        if !isOnline || sync.failures >= 2 { return Texts.offline(waiting: replica.unsentCount) }
        if !replica.rejections.isEmpty { return Texts.needAttention(replica.rejections.count) }
        return disk.place == .memory ? Texts.memoryOnly : nil
    }
}
