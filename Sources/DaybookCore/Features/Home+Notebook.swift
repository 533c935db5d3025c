// What the screens do with what the notebook asks and tells.

extension Home {
    /// What a face must do for the notebook, and what the screens make of its news.
    @inline(never)
    mutating func carry(_ effects: [Notebook.Effect]) -> [Effect] {
        var all: [Effect] = []
        all.reserveCapacity(effects.count)
        for effect in effects { carry(effect, to: &all) }
        return all
    }

    private mutating func carry(_ effect: Notebook.Effect, to effects: inout [Effect]) {
        switch effect {
        case .request(let request): effects.append(.request(request))
        case .start(let timer, let milliseconds):
            effects.append(.startTimer(Effect.Timer(timer), milliseconds: milliseconds))
        case .cancel(let timer): effects.append(.cancelTimer(Effect.Timer(timer)))
        case .announce(let text): effects.append(.announce(text))
        case .tell(let text): effects += show(Toast(text: text))
        case .changed(let keys):
            effects += mergeOpen(keys)
            if keys.contains(where: { $0.kind == .photo }) { effects.append(.retryPhotos) }
        case .rested: effects.append(.refreshEnded)
        case .rang(let id, let due, let isMissed): effects += rang(id, due, isMissed)
        case .quieted(let id): effects.append(.closeNotice(id))
        case .samplesFailed: overlay = .samplesFailed
        case .ended: leaving = .sessionEnded
        case .append, .pack, .readDisk, .listen, .stopListening, .keepPhoto, .upload, .listPhotos:
            effects.append(.notebook(effect))
        }
    }

    /// What another device changed in what is open.
    private mutating func mergeOpen(_ changed: [Record.Key]) -> [Effect] {
        if let id = list.cursor, notebook.todos[id] == nil { list.cursor = nil }
        if let id = noteCursor, notebook.notes[id] == nil { noteCursor = nil }
        return mergeIntoEditor(changed) + mergeIntoNote(changed)
    }

    /// The server answered a call of the notebook's.
    mutating func answered(_ id: Request.ID, _ answer: Answer, _ now: Instant) -> [Effect] {
        let wasOwed = notebook.connection.session != .open
        let effects = carry(notebook.answered(id, answer, now, isSessionChanging: isChangingSession))
        guard leaving == nil, answer.status == 200 || answer.status == 201 else { return effects }
        if id == .sync { return effects + registerDevice() }
        let hasSignedIn = wasOwed && notebook.connection.session == .open
        return effects + (hasSignedIn && accountPage != nil ? loadAccountPage() : [])
    }

    /// A form is on its way that ends this session or gives it another token: until it is answered, a call that finds no
    /// session says nothing, and after a deletion the answer says more.
    var isChangingSession: Bool { accountPage?.form?.status == .sending }

    /// What somebody asked for in a tab that does not talk to the server itself.
    mutating func syncOrAsk() -> [Effect] {
        notebook.connection.leads ? carry(notebook.sync()) : [.askLeader]
    }

    // MARK: - The disk

    mutating func stored(_ sequence: Int) -> [Effect] {
        let effects = notebook.stored(sequence)
        return editorStored() + carry(effects)
    }

    mutating func storeFailed(_ failure: Disk.Failure) -> [Effect] {
        let effects = notebook.storeFailed(failure)
        return editorStoreFailed() + carry(effects)
    }

    /// What the line under the title says when not all is well; nil when it is.
    public func banner(isOnline: Bool) -> String? {
        switch notebook.disk.failure {
        case .full: return Texts.diskFull
        case .refused: return Texts.diskRefused
        case nil: break
        }
        let replica = notebook.replica
        // One failed call is a hiccup; two are a state.
        if !isOnline || notebook.connection.engine.failures >= 2 {
            return Texts.offline(waiting: replica.sendableCount)
        }
        if !replica.rejections.isEmpty { return Texts.needAttention(replica.rejections.count) }
        return notebook.disk.place == .memory ? Texts.memoryOnly : nil
    }
}

extension Effect.Timer {
    fileprivate init(_ timer: Notebook.Timer) {
        switch timer {
        case .retrySync: self = .retrySync
        case .pollSync: self = .pollSync
        case .listenAgain: self = .listenAgain
        case .retryUploads: self = .retryUploads
        case .reminder: self = .reminder
        }
    }
}
