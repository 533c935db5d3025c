extension Home {
    mutating func syncAnswered(_ answer: Answer, _ now: Instant) -> [Effect] {
        if answer.status == 401 { return isChangingSession ? wait(answer) : sessionEnded() }
        guard answer.status == 200, let message = SyncAnswer(answer.body) else { return syncFailed(answer) }
        let outcome = sync.answered(message, replica: &replica, now: now)
        var effects = settle(outcome)
        if !message.hasMore, !replica.isReset { hasReadAll = true }
        if !message.hasMore { effects.append(.refreshEnded) }
        return effects + listen(now) + startUploads() + registerDevice()
    }

    private mutating func settle(_ outcome: SyncEngine.Outcome) -> [Effect] {
        for key in outcome.changed { refresh(key) }
        var effects: [Effect] = []
        for entry in outcome.entries {
            if entry.isRefusedAhead { refusedAhead(entry) }
            effects += write(entry)
        }
        effects += mergeOpen(outcome.changed)
        if outcome.changed.contains(where: { $0.kind == .photo }) { effects.append(.retryPhotos) }
        return outcome.callsAgain ? effects + syncNow() : effects
    }

    /// Pages that share a journal carry this out as they read it there; whoever has none, at once.
    private mutating func refusedAhead(_ entry: ReplicaDisk.Entry) {
        if disk.place == .sealed, disk.failure == nil { disk.mustReadAll = true } else { replica.replay(entry) }
    }

    /// A call that the server will never take is cut in halves, to find what it does not take; any other waits.
    private mutating func syncFailed(_ answer: Answer) -> [Effect] {
        guard [400, 413, 422].contains(answer.status) else { return wait(answer) }
        let violation = Violation(.title, .other, answer.problemText ?? Texts.refused)
        guard let outcome = sync.refused(violation, replica: &replica) else { return wait(answer) }
        return settle(outcome)
    }

    /// What the line under the title says when not all is well; nil when it is.
    public func banner(isOnline: Bool) -> String? {
        switch disk.failure {
        case .full: return Texts.diskFull
        case .refused: return Texts.diskRefused
        case nil: break
        }
        // One failed call is a hiccup; two are a state.
        if !isOnline || sync.failures >= 2 { return Texts.offline(waiting: replica.sendableCount) }
        if !replica.rejections.isEmpty { return Texts.needAttention(replica.rejections.count) }
        return disk.place == .memory ? Texts.memoryOnly : nil
    }
}
