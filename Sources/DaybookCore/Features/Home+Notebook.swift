// How the screens carry out the notebook's requests and news.

extension Home {
    /// Carries out the requests and the news of the notebook.
    mutating func carry(_ effects: [Notebook.Effect]) -> [Effect] {
        carry([Outcome](effects))
    }

    mutating func carry(_ effect: Notebook.Effect, to effects: inout [Effect]) {
        switch effect {
        case .request(let request): effects.append(.request(request))
        case .start(let timer, let milliseconds):
            effects.append(.startTimer(.notebook(timer), milliseconds: milliseconds))
        case .cancel(let timer): effects.append(.cancelTimer(.notebook(timer)))
        case .announce(let text): effects.append(.announce(text))
        case .message(let text): effects += carry([.show(Toast(text: text))])
        case .changed(let keys):
            effects += recordsChanged(keys)
            if keys.contains(where: { $0.kind == .photo }) { effects.append(.retryPhotos) }
        case .replaced(let keys):
            let told = toldByNote(keys)
            replaced.removeAll { keys.contains($0) }
            replaced = Array((replaced + keys.filter { !told.contains($0) }).suffix(Home.replacedMaximum))
            effects += carry(told.isEmpty ? [] : notebook.replacedTextsTold(told)) + showReplaced()
        case .callsEnded: effects.append(.refreshEnded)
        case .reminderRang(let id, let due, let isMissed):
            if let todo = notebook.todos[id] { effects += reminders.showReminder(todo, due, isMissed) }
        case .reminderEnded(let id): effects.append(.closeNotice(id))
        case .samplesFailed: overlay = .samplesFailed
        case .ended: effects += carry([.signOut(.sessionEnded)])
        case .append, .pack, .readDisk, .askLeader, .listen, .stopListening, .keepPhoto, .upload, .listPhotos,
            .photosRefused:
            effects.append(.notebook(effect))
        }
    }

    /// Another device, or another tab, changed records that may be open.
    private mutating func recordsChanged(_ keys: [Record.Key]) -> [Effect] {
        list.recordsChanged(notebook)
        switch sheet {
        case nil:
            openPendingRoute()
            return []
        case .editor(var editor):
            let outcomes = editor.recordsChanged(keys, notebook)
            sheet = .editor(editor)
            return carry(outcomes) + askForDevices()
        case .note(var note):
            let outcomes = note.recordsChanged(keys, notebook)
            sheet = .note(note)
            return carry(outcomes) + askForDevices()
        }
    }

    // MARK: - The server

    /// The server answered a call, or did not.
    mutating func answered(_ id: Request.ID, _ answer: Answer, _ now: Instant) -> [Effect] {
        switch id {
        case .sync, .events, .samples, .signIn: return notebookAnswered(id, answer, now)
        case .reminderKey, .reminderDevice:
            if answer.status == 401 { return isChangingSession ? [] : carry(notebook.end()) }
            let effects = carry(reminders.answered(id, answer))
            guard id == .reminderDevice, isRemindersScreen else { return effects }
            return effects + loadUpper()
        case .devices:
            devices.answered(answer)
            return []
        default:
            if answer.status == 401 { return isChangingSession && id != .accountForm ? [] : carry(notebook.end()) }
            return carry(upper?.answered(id, answer, &notebook) ?? [])
        }
    }

    private mutating func notebookAnswered(_ id: Request.ID, _ answer: Answer, _ now: Instant) -> [Effect] {
        let wasUnverified = notebook.connection.session != .open
        let effects = carry(notebook.answered(id, answer, now, isSessionChanging: isChangingSession))
        guard notebook.connection.engine.phase != .stopped, answer.status == 200 || answer.status == 201 else {
            return effects
        }
        if id == .sync { reportMissingRoute() }
        if id == .sync { return effects + carry(reminders.register(&notebook, isAsked: isRemindersScreen)) }
        let hasSignedIn = wasUnverified && notebook.connection.session == .open
        guard hasSignedIn, case .account = upper else { return effects }
        return effects + loadUpper()
    }

    /// Whether a form is on its way that ends this session or gives it another token. Until the form is answered, a
    /// call that finds no session does not sign the person out. After a deletion, the form's answer does.
    var isChangingSession: Bool {
        if case .account(let account) = upper { account.form?.status == .sending } else { false }
    }

    private var isRemindersScreen: Bool {
        if case .reminders = upper { true } else { false }
    }

    /// The permission to notify on this device has changed.
    mutating func notifyingChanged(_ notifying: NotificationStatus) -> [Effect] {
        carry(reminders.notifyingChanged(notifying, &notebook, isAsked: isRemindersScreen))
    }

    // MARK: - The disk and the clock

    mutating func stored(_ sequence: Int) -> [Effect] {
        let effects = notebook.stored(sequence)
        return carry(tellEditor(nil)) + carry(effects)
    }

    mutating func storeFailed(_ failure: Disk.Failure) -> [Effect] {
        // The line under the title shows it as long as it lasts. It is told once.
        let isNew = notebook.disk.failure == nil
        let effects = notebook.storeFailed(failure)
        let told: [Effect] = isNew && editor == nil ? [.announce(failure.message)] : []
        return carry(tellEditor(failure)) + carry(effects) + told
    }

    /// Tells the open editor that a write is on the disk, or that one failed.
    @inline(never)
    private mutating func tellEditor(_ failure: Disk.Failure?) -> [Outcome] {
        guard case .editor(var editor) = sheet else { return [] }
        let outcomes = failure.map { editor.storeFailed($0) } ?? editor.stored(notebook.disk)
        sheet = .editor(editor)
        return outcomes
    }

    mutating func timerFired(_ timer: Effect.Timer, _ now: Instant, _ world: App.World) -> [Effect] {
        switch timer {
        case .notebook(let timer): return carry(notebook.timerFired(timer, isVisible: world.isVisible))
        case .toast:
            toast = nil
            return showReplaced()
        case .keep: return keep(now)
        case .sendNote: return sendNote(now)
        case .reminderTest: return carry(upper?.checkTestDelivery(&notebook) ?? [])
        case .nameSearch: return carry(list.nameSearch(notebook, Today(at: now, in: world.zone)))
        case .removeMarked: return removeMarked(Today(at: now, in: world.zone))
        case .prepareOrder: return overlay == .orderMenu ? carry(list.prepareOrder(&notebook)) : []
        case .pendingRoute:
            pendingRouteTimedOut(isOnline: world.isOnline)
            return []
        }
    }

    /// The marked to-dos leave. A message that offers to undo a later step stays.
    private mutating func removeMarked(_ today: Today) -> [Effect] {
        let message = list.removeMarked(notebook, today)
        if let message, let step = toast?.undo, step > message.undo ?? 0 { return [] }
        return carry(message.map { [.show($0)] } ?? [])
    }

    /// Puts the unsaved text on the disk.
    mutating func saveNote(_ now: Instant) -> [Effect] {
        guard case .note(var note) = sheet else { return [] }
        let outcomes = note.save(&notebook, now)
        sheet = .note(note)
        return carry(outcomes)
    }

    /// The person has stopped typing for a moment: the text goes to the server.
    mutating func sendNote(_ now: Instant) -> [Effect] {
        let effects = saveNote(now)
        notebook.typing = nil
        return effects + carry(notebook.releaseDrafts())
    }

    // MARK: - Photos

    mutating func reducePhotos(_ action: PhotoTransfers.Action, _ context: Context) -> [Outcome] {
        switch action {
        case .started(let note, let ticket):
            guard openNote?.id == note || notebook.notes[note] != nil else { return [] }
            let effects = notebook.photoStarted(note, ticket)
            // Several refused photos give the same message, which is shown once.
            if case .message(let text)? = effects.first, text == toast?.text { return [] }
            return [Outcome](effects)
        case .kept(let ticket):
            guard case .note(var note) = sheet, notebook.photos.note(of: ticket) == note.id else {
                return [Outcome](notebook.photoKept(ticket, NoteDraft(), context.now))
            }
            defer { sheet = .note(note) }
            return note.photoKept(ticket, &notebook, context.now)
        case .sharedWaiting(let count, let query):
            return overlay == nil ? [.ask(.sharedPhotos(count, SharedText(path: "?" + query)))] : []
        case .read(let digest, let bytes): return draftPhotoRead(digest, bytes)
        case .uploaded(let digest, let answer):
            return [Outcome](notebook.uploaded(digest, answer, isSessionChanging: isChangingSession))
        default: return notebook.reducePhotos(action, newID: context.newID)
        }
    }

    // MARK: - Looks

    /// The line under the title when not all is well; nil when it is.
    public func banner(isOnline: Bool) -> String? {
        if let failure = notebook.disk.failure { return failure.message }
        let replica = notebook.replica
        // One failed call may be chance. Two in a row are shown.
        if !isOnline || notebook.connection.engine.failures >= 2 {
            return Texts.offline(waiting: replica.sendableCount)
        }
        if !replica.rejections.isEmpty { return refusedBanner }
        return notebook.disk.place == .memory ? Texts.memoryOnly : nil
    }

    /// How far this device is with reading the account for the first time.
    public enum FirstRead: Equatable, Sendable {
        case underWay
        /// There is no network, or the server does not answer.
        case outOfReach
        case done
    }

    /// How far the first read is, with or without a network.
    public func firstRead(isOnline: Bool) -> FirstRead {
        if notebook.isRead { return .done }
        let connection = notebook.connection
        // Only the tab that leads knows whether the server answers. The others know that it did when records have come.
        let answers = connection.leads ? connection.engine.failures == 0 : notebook.replica.cursor > 0
        return isOnline && answers ? .underWay : .outOfReach
    }

    /// The number of the list's items, in words (L7). Nothing for 0 while it is not known: the account has not been read.
    package func countWords(_ days: TodoIndex.DayCounts, isRead: Bool) -> String {
        let isNotes = list.section == .notes
        let planned = isNotes ? nil : days[list.filter.due]
        let count = isNotes ? notebook.notes.count : planned ?? notebook.todos.count
        if count == 0, !isRead { return "" }
        return isNotes ? Texts.notes(count) : Texts.count(count, open: planned ?? notebook.todos.openCount)
    }

    /// The title of an empty list while the account is out of reach.
    package var notReadTitle: String {
        notebook.todos.count + notebook.notes.count == 0 ? Labels.notReadTitle : Labels.notAllReadTitle
    }

    /// The tags in use, after the one that an address asks for if nothing has it.
    public var offeredTags: [String] {
        let tags = notebook.tags
        guard let tag = list.filter.tag, !tags.hasText(tag) else { return tags }
        return [tag] + tags
    }

    /// The notes beside the list of to-dos: those that its search finds, or those of its tag.
    public var notesBeside: [Slot] {
        if list.isSearching { return notebook.notes.matches(list.filter.search) }
        return list.filter.tag.map { notebook.notes.slots(of: $0) } ?? []
    }

    /// The list is of a tag that no to-do has, not even one that is done.
    package var isTagUnused: Bool { list.filter.tag.map { notebook.todos.matches(Filter(tag: $0)).isEmpty } ?? false }

    /// The to-dos that the search of the notes finds.
    package var todosBeside: [Slot] {
        let search = list.filter.search
        let found = SearchWords.completeTag(search).map { notebook.todos.matches(Filter(tag: $0)) } ?? []
        return found.isEmpty ? notebook.todos.matches(Filter(search: search)) : found
    }

    /// The notes that a to-do is offered: the first of their list, and the one that it belongs to.
    public func linkableNotes(_ chosen: Note.ID?) -> [Note] {
        let offered = notebook.notes.first(50)
        guard let chosen, !offered.contains(where: { $0.id == chosen }), let note = notebook.notes[chosen] else {
            return offered
        }
        return [note] + offered
    }
}

extension Disk.Failure {
    /// What a failed write means for the person.
    var message: String { self == .full ? Texts.diskFull : Texts.diskRefused }
}
