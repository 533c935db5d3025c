import DaybookCore

// Launching, and coming to the front.
extension PhoneApp {
    /// Opens the notebook of the person who was signed in, or the sign-in screen. `path`: the address to open at. Once
    /// it has succeeded, further calls do nothing.
    public func start(path: String = "/") async {
        if launch == nil || trouble != nil {
            trouble = nil
            removeExports()
            launch = Task { await open(path) }
        }
        await launch?.value
    }

    private func open(_ path: String) async {
        do {
            let found = try await storage.resume()
            let world = await world()
            switch found {
            case .opened(let account, let content, let session):
                self.session = session
                send(.launched(world, path: path))
                opened(.opened(account, content, newDevice: device.clock.newID()))
            case .signedOut(let pending):
                self.pendingSignOut = pending
                send(.launched(world, path: path))
                clearWidget()
                send(.diskEmpty(leftHere: pending != nil))
            }
        } catch {
            trouble = PhoneTexts.trouble(error)
        }
    }

    /// The facts of the device, as they are now. The app has no Web Push: the device shows reminders itself.
    func world() async -> App.World {
        var notifying = await device.notifications.notifying()
        notifying.obstacle = .noPush
        return App.World(
            zone: device.clock.zone,
            habits: device.clock.habits,
            isVisible: isVisible,
            notifying: notifying
        )
    }

    /// A notebook is open, or another answer about the accounts on this device came.
    func opened(_ answer: DeviceStorage.Answer) {
        send(.storage(answer))
        guard case .opened = answer, app.home != nil else { return }
        catchUp()
        if session == nil { send(.leadsChanged(false)) } else { carryOut(.notebook(.listPhotos)) }
    }

    /// The app came to the front, or left it.
    public func visibleChanged(_ isVisible: Bool) async {
        self.isVisible = isVisible
        if trouble != nil, isVisible { return await start() }
        if isVisible {
            catchUp()
            send(.notifyingChanged(await world().notifying))
        }
        send(.visibleChanged(isVisible))
    }

    /// The app runs again: takes over the changes on the device meanwhile.
    ///
    /// The reminders that the system has shown come first, because any other action rings due reminders. The zone comes
    /// before the marks, because the next occurrence of a repeating to-do falls on a day of that zone.
    func catchUp() {
        shownBySystem()
        app.world.habits = device.clock.habits
        send(.zoneChanged(device.clock.zone))
        applyWidgetMarks()
    }
}
