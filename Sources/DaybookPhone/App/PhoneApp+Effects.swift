import DaybookClient
import DaybookCore

// The effects of the screens, carried out by the device.
extension PhoneApp {
    func carryOut(_ effect: Effect) {
        switch effect {
        case .notebook(let effect): carryOut(effect)
        case .request(let request): self.request(request)
        case .storage(let request): store(request)
        case .signOut(let reason): signOut(reason)
        case .startTimer(let timer, let milliseconds): start(timer, milliseconds)
        case .cancelTimer(let timer): cancel(timer)
        case .announce(let text): device.services.announce(text)
        case .readPhoto(let digest):
            let now = generation
            begin { [self] in
                let bytes = await photo(digest) ?? []
                guard now == generation else { return }
                lastRead = bytes
                send(.photo(.read(digest, bytes)))
            }
        case .write(let bytes, _): writeDrafts(bytes + lastRead)
        case .save(let name, let bytes): saveDrafts(name, bytes)
        case .closeNotice(let todo): device.notifications.close(todo)
        case .askToNotify:
            begin { [self] in
                var notifying = await device.notifications.ask()
                notifying.obstacle = .noPush
                send(.notifyingChanged(notifying))
            }
        case .refreshEnded:
            for waiting in refreshing { waiting.resume() }
            refreshing = []
        // These effects do nothing here. The system shows the planned reminders (`plan`), photos are looked for when
        // they are shown, no app shares photos with this one, and the App Store updates the app.
        case .shared, .notify, .retryPhotos, .subscribe, .takeUpdate: break
        }
    }

    private func carryOut(_ effect: Notebook.Effect) {
        switch effect {
        case .append(let sequence, let bytes): write(sequence, .entry(bytes))
        case .pack(let sequence, _, let bytes): write(sequence, .snapshot(bytes))
        case .readDisk:
            begin(atDisk: true) { [self] in
                let now = generation
                guard let content = try? await storage.read(), now == generation else { return }
                send(.diskReread(content))
            }
        case .listen(let request): listen(request)
        case .stopListening:
            events?.cancel()
            events = nil
        case .keepPhoto(let ticket, let digest, let thumbnail, _, let bytes): keep(ticket, digest, thumbnail, bytes)
        case .upload(let digest, _, _, let account): upload(digest, account)
        case .listPhotos:
            begin(atDisk: true) { [self] in
                let now = generation
                let waiting = await storage.waitingPhotos
                if now == generation { send(.photo(.waiting(waiting))) }
            }
        case .photosRefused(let digests): begin(atDisk: true) { [self] in await storage.refused(digests) }
        // `Home` carries out the other effects, and the disk has one writer.
        default: break
        }
    }

    // MARK: - Timers

    private func start(_ timer: Effect.Timer, _ milliseconds: Int) {
        cancel(timer)
        let cancel = device.clock.start(milliseconds: milliseconds) { [weak self] in
            guard let self else { return }
            timers.removeAll { $0.timer == timer }
            send(.timerFired(timer))
        }
        timers.append((timer, cancel))
    }

    private func cancel(_ timer: Effect.Timer) {
        for running in timers where running.timer == timer { running.cancel() }
        timers.removeAll { $0.timer == timer }
    }

    // MARK: - The disk

    /// Writes something together with all that is to be written until the disk is free. So the entries of one action
    /// are on the disk all or not at all.
    private func write(_ sequence: Int, _ write: PhoneStorage.Write) {
        waiting.append((sequence, write))
        if waiting.count > 1 { return }
        let now = generation
        begin(atDisk: true) { [self] in
            let (sequence, writes) = (waiting.last?.sequence ?? 0, waiting.map { $0.write })
            waiting = []
            do {
                try await storage.write(writes)
                if now == generation { send(.stored(sequence: sequence)) }
            } catch {
                let isFull = if case NotebookFileError.full = error { true } else { false }
                if now == generation { send(.storeFailed(sequence: sequence, isFull ? .full : .refused)) }
            }
        }
    }

    private func store(_ request: DeviceStorage.Request) {
        let (newID, now) = (device.clock.newID(), generation)
        let session = arriving ?? server.map { ServerSession(server: $0.text) }
        begin(atDisk: true) { [self] in
            guard let answer = await storage.carryOut(request, session, newID: newID), now == generation else { return }
            if case .opened = answer {
                self.session = await storage.session
                arriving = nil
            }
            opened(answer)
        }
    }

    /// The person is signed out: the notebook is sealed, and everything in memory is forgotten.
    private func signOut(_ reason: SignOutReason) {
        generation += 1
        for running in timers { running.cancel() }
        timers = []
        events?.cancel()
        events = nil
        pictures = [:]
        (drafts, lastRead) = (nil, [])
        exportTaken()
        app = App()
        clearWidget()
        carryOut(.refreshEnded)
        device.notifications.closeAll()
        given = []
        begin(atDisk: true) { [self] in
            let left = session
            session = nil
            // A list that was on its way to the disk is there by now.
            clearWidget()
            let account = await storage.open?.account
            do { try await storage.signOut(reason) } catch { trouble = PhoneTexts.trouble(error) }
            if case .deleted = reason, let account { device.widget.folder?.removeMarks(of: account) }
            if case .loggedOut = reason, left?.token != nil { pendingSignOut = left }
            send(.launched(await world(), path: "/", after: reason))
        }
    }

    // MARK: - Reminders

    /// Gives the system the reminders to come, if they have changed.
    func plan() {
        let now = device.clock.now
        let wanted = app.home.map { ReminderPlan.reminders($0.notebook, after: now) } ?? []
        if wanted != planned {
            planned = wanted
            if !isPlanning { givePlan() }
        }
        let due = app.home.map { $0.notebook.dueCount(Today(at: now, in: app.world.zone)) } ?? 0
        if due != badge {
            badge = due
            device.notifications.badge(due)
        }
        showInWidget()
    }

    /// Gives the system one plan after another, until it has the latest. A plan takes a moment, in which the next one may be
    /// made. Reminders that stay are not taken away meanwhile: the process may be suspended at any moment.
    private func givePlan() {
        isPlanning = true
        planning = begin { [self] in
            var isLatest = false
            while !isLatest {
                let (next, now) = (planned, generation)
                let kept = Set(next.map(\.todo))
                await device.notifications.cancel(device.notifications.pending().filter { !kept.contains($0) })
                for reminder in next where !given.contains(reminder) { await device.notifications.plan(reminder) }
                // When a person leaves, all plans are taken away.
                given = now == generation ? next : []
                isLatest = next == planned && now == generation
            }
            isPlanning = false
        }
    }

    /// Shows the reminders that have just begun to ring while the app is not on the screen. The system shows those that it
    /// was given itself; the others were due before they came here from another device.
    func showUnplanned(_ before: [Reminders.Ringing]) {
        guard !app.world.isVisible, let home = app.home, app.world.notifying.permission == .granted else { return }
        for ringing in home.notebook.reminders.ringing where !before.contains(ringing) {
            guard let todo = home.notebook.todos[ringing.todo] else { continue }
            if planned.contains(where: { $0.todo == ringing.todo && $0.due == ringing.due }) { continue }
            begin { [self] in await device.notifications.show(PlannedReminder(todo, due: ringing.due)) }
        }
    }

    /// The system has shown the reminders that came due while the app did not run, if it may. Such a reminder does not
    /// ring again.
    func shownBySystem() {
        guard let home = app.home else { return }
        let now = device.clock.now
        let isShown = app.world.notifying.permission == .granted
        let due = isShown ? home.notebook.reminders.schedule.due(after: Instant(milliseconds: 0), through: now) : []
        send(.reminder(.shown(Array(due))))
    }
}

extension Effect {
    /// The effect of an action that happened at an earlier moment, as it is carried out now. A wait for a reminder ends
    /// when the reminder is due, so it is shortened by the time that has passed. Other timers count from now.
    func begun(at moment: Instant, _ now: Instant) -> Effect {
        guard case .startTimer(.notebook(.reminder), let milliseconds) = self else { return self }
        let passed = Int(now.milliseconds - moment.milliseconds)
        return .startTimer(.notebook(.reminder), milliseconds: max(milliseconds - passed, 0))
    }
}

extension Notebook {
    /// The number of open to-dos that are overdue or planned for today (L9, D3).
    func dueCount(_ today: Today) -> Int {
        todos.select(Filter(due: .today), on: today, keeping: []).slots.count
    }
}
