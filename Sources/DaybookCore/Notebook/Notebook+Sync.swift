extension Notebook {
    /// The notebook is open: sends the changes that are not synced, and reads new changes.
    public mutating func open() -> [Effect] {
        holdDrafts()
        let effects = sync() + [.start(.pollSync, milliseconds: Connection.pollMilliseconds)]
        return effects + (disk.damaged > 0 ? mendDisk() : [])
    }

    /// Calls the server now, or once the call in progress is answered.
    @inline(never)
    public mutating func sync() -> [Effect] {
        switch connection.session {
        case .open: break
        case .verifying: return []
        case .unverified(let credentials):
            connection.session = .verifying(credentials)
            return [.cancel(.retrySync), .request(credentials.request)]
        }
        if disk.mustReadAll {
            disk.isSyncDue = true
            return []
        }
        guard callsServer, !isResetUnstored, let request = connection.engine.begin(replica) else { return [] }
        return [.cancel(.retrySync), .request(call(.sync, .post, "/api/v1/sync", body: request.encoded))]
    }

    /// Calls the server, or asks the leader to do so.
    public mutating func syncOrAsk() -> [Effect] {
        callsServer ? sync() : [.askLeader]
    }

    /// A call in the name of the notebook's owner.
    func call(_ id: Request.ID, _ method: Request.Method, _ path: String, body: [UInt8] = []) -> Request {
        Request(id, method, path, body: body, account: account.id)
    }

    /// The server answered a call, or did not. `isSessionChanging`: the person is just changing or ending the session,
    /// so a call that finds no session shows no message.
    public mutating func answered(
        _ id: Request.ID,
        _ answer: Answer,
        _ now: Instant,
        isSessionChanging: Bool = false
    ) -> [Effect] {
        if answer.status == 401, id != .signIn, id != .samples, !isSessionChanging { return end() }
        switch id {
        case .sync: return syncAnswered(answer, now)
        case .events: return streamEnded(answer, now)
        case .samples: return samplesAnswered(answer, now)
        case .signIn: return signInAnswered(answer)
        default: return []
        }
    }

    private mutating func syncAnswered(_ answer: Answer, _ now: Instant) -> [Effect] {
        let message: SyncAnswer
        switch answer.syncReply {
        case .read(let read): message = read
        case .refused(let violation): return refused(violation, answer)
        case .failed: return wait(answer)
        }
        let (isAwaited, begins) = (connection.engine.isCalling, replica.cursor == 0 && !message.mustReset)
        let outcome = connection.engine.answered(message, replica: &replica, now: now)
        var effects = follow(outcome)
        if isAwaited, !replica.isReset { effects += keepRead(message, begins: begins) }
        if !message.hasMore, !replica.isReset { connection.hasReadAll = true }
        if !message.hasMore { effects.append(.callsEnded) }
        if message.rejected.contains(where: { $0.key.kind == .photo }) { effects.append(.listPhotos) }
        return effects + listen(now) + startUploads()
    }

    /// Whether this device has read the account, also if it did so before it was opened. Until then, that a list is empty says nothing.
    public var isRead: Bool {
        replica.preferences[Preference.read].map { $0 == "1" } ?? (replica.cursor > 0 || replica.isReset)
    }

    /// Keeps how far the first read is, for other tabs and the next launch. Mostly one answer brings all, and the cursor tells it.
    private mutating func keepRead(_ message: SyncAnswer, begins: Bool) -> [Effect] {
        if message.hasMore { return begins ? prefer(Preference.read, "0") : [] }
        // An answer from before a full read began proves nothing.
        guard replica.hasRead(upTo: message.cursor) else { return [] }
        // The cursor of an answer without records is not kept.
        return isRead && !(begins && message.changes.isEmpty) ? [] : prefer(Preference.read, "1")
    }

    /// Applies the entries that the engine decided. An entry whose result depends on its place in the journal is
    /// applied when it is read back from the journal.
    private mutating func follow(_ outcome: SyncEngine.Outcome) -> [Effect] {
        let limits = rules.choice
        refresh(outcome.changed)
        var effects: [Effect] = []
        for entry in outcome.entries {
            if entry.isOrdered {
                if disk.takesEntries { disk.mustReadAll = true } else { replica.apply(entry) }
            }
            effects += journal(entry)
        }
        if !outcome.changed.isEmpty { effects.append(.changed(outcome.changed)) }
        effects += replacedEffects(outcome.replaced)
        // Other limits may have released drafts.
        return outcome.callsAgain || rules.choice != limits ? effects + sync() : effects
    }

    /// A call that the server will never accept is cut in halves, to find the change that it refuses.
    private mutating func refused(_ violation: Violation, _ answer: Answer) -> [Effect] {
        guard let outcome = connection.engine.refused(violation, replica: &replica) else { return wait(answer) }
        return follow(outcome)
    }

    /// A call failed. The next call waits for a while.
    private mutating func wait(_ answer: Answer) -> [Effect] {
        [.start(.retrySync, milliseconds: connection.engine.pause(after: answer)), .callsEnded]
    }

    /// The server answered the sign-in that this device had accepted while offline.
    private mutating func signInAnswered(_ answer: Answer) -> [Effect] {
        guard case .verifying(let credentials) = connection.session else { return [] }
        if answer.status == 201 {
            // This account's changes may go to this account alone. The login may belong to another account by now.
            guard let account = answer.account, account.id == self.account.id,
                !account.hasTemporaryPassword
            else { return end() }
            connection.session = .open
            return sync()
        }
        if answer.isNoAnswer || answer.status == 429 {
            connection.session = .unverified(credentials)
            return wait(answer)
        }
        // The password was changed elsewhere: signing in again asks for it.
        return end()
    }

    /// The server has ended the session. Changes that are not synced stay on the disk until the person signs in.
    public mutating func end() -> [Effect] {
        connection.engine.stop()
        return [.ended]
    }

    // MARK: - The stream of events

    /// Opens the stream, once a call has shown that the server can be reached.
    private mutating func listen(_ now: Instant) -> [Effect] {
        guard connection.events.state == .closed, connection.leads else { return [] }
        connection.events.began(now)
        return [.listen(call(.events, .get, "/api/v1/sync/events"))]
    }

    /// The server reported the number of its last change.
    public mutating func serverEventReceived(cursor: Int64) -> [Effect] {
        guard connection.events.received() else { return [] }
        return cursor == replica.cursor && !replica.isReset ? [] : sync()
    }

    /// The stream ended. The next one waits for longer if the server ended this one soon.
    private mutating func streamEnded(_ answer: Answer, _ now: Instant) -> [Effect] {
        let wasConnected = connection.events.isConnected
        guard let wait = connection.events.ended(now, jitter: answer.jitter) else { return [] }
        // A stream that had worked ends when the network or the server is gone. A call shows which.
        return [.start(.listenAgain, milliseconds: wait)] + (wasConnected ? sync() : [])
    }
}
