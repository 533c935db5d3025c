/// The whole app: the visible screen, the rules and the device.
public struct App: Equatable, Sendable {
    /// The screen that is visible.
    public var screen: Screen = .launching
    /// The rules of the server: the standard rules until it has sent its own.
    public internal(set) var offered = Rules.standard
    /// Whether the server has sent its rules, in this launch or before.
    var knowsRules = false
    /// The device and its surroundings.
    public var world = World()
    /// The address at which the app was opened, until somebody is signed in and its place is open.
    var entrance = Route.home.path
    /// The sign-out of the earlier session, which the server may not have received yet.
    var signOut = SignOut()

    /// The screens, each with its state.
    public indirect enum Screen: Equatable, Sendable {
        case launching
        case signIn(SignIn)
        case signUp(SignUp)
        /// The operator gave out the password, and the person must choose a new one.
        case newPassword(NewPassword)
        /// The account on this device is sealed under an earlier password.
        case earlierPassword(EarlierPassword)
        case home(Home)
    }

    /// The device that a face runs on.
    public struct World: Equatable, Sendable {
        /// The time zone of the person.
        public var zone = TimeZone.utc
        /// How the device's system reads the calendar and the clock.
        public var habits: Habits
        /// Whether the device thinks that it has a network.
        public var isOnline = true
        /// Whether the app is visible.
        public var isVisible = true
        /// The number of this writer among those that share the device's disk, 0 to 14; their stamps differ by it.
        public var writer: UInt8
        /// Whether a newer version of the app is ready to run.
        public internal(set) var hasUpdate = false
        /// Whether the device may notify.
        public var notifying = NotificationStatus()
        /// The numbers of the other writers that shared the device's disk at the launch, a bit each.
        public internal(set) var others: UInt16

        /// A device as a face found it.
        public init(
            zone: TimeZone = .utc,
            habits: Habits = Habits(),
            isOnline: Bool = true,
            isVisible: Bool = true,
            writer: UInt8 = 0,
            notifying: NotificationStatus = NotificationStatus(),
            others: UInt16 = 0
        ) {
            self.others = others
            self.notifying = notifying
            self.zone = zone
            self.habits = habits
            self.writer = writer
            self.isOnline = isOnline
            self.isVisible = isVisible
        }
    }

    /// An app before its first action.
    public init() {}

    /// The events of the app.
    public enum Action: Equatable, Sendable {
        /// The face has started. The content of its disk comes next, unless a person has just logged out.
        indirect case launched(World, path: String, after: SignOutReason? = nil)
        /// No person is signed in on this device. `leftHere`: a person logged out, and the server may not know it yet.
        case diskEmpty(leftHere: Bool)
        /// The device answered a request about the accounts that it keeps.
        indirect case storage(DeviceStorage.Answer)
        indirect case answered(Request.ID, Answer)
        case timerFired(Effect.Timer)
        case stored(sequence: Int)
        case storeFailed(sequence: Int, Disk.Failure)
        /// A snapshot was not written, because another writer's snapshot contains more entries. The app absorbed that
        /// snapshot before this action.
        case storeOvertaken
        /// Other writers of this disk wrote entries of the journal, which has been read up to `through`.
        case shared([[UInt8]], through: Int)
        /// Another writer packed the journal before this one could read it: the whole content of the disk.
        case diskReread(DiskContent)
        /// Whether this writer is the leader, which talks to the server for all that share the disk.
        case leadsChanged(Bool)
        /// Another writer of this disk asks the leader to call the server.
        case syncAsked
        /// The server reported the number of its last change.
        case serverEventReceived(cursor: Int64)
        case onlineChanged(Bool)
        case visibleChanged(Bool)
        /// The time zone, or the day in it, has changed.
        case zoneChanged(TimeZone)
        /// The person went to a place by its address.
        indirect case routeChanged(Address)
        /// The person left the deepest of the app's places by the face's own way back.
        case wentBack(newID: UUID)
        /// Another writer of this disk logged this account out.
        case leftElsewhere(account: UUID)
        /// Another writer of this disk, which was there at the launch, has ended.
        case tabEnded(UInt8)
        /// A newer version of the app is ready. It runs when the person asks for it.
        case updateReady
        /// The permission to notify on this device has changed.
        case notifyingChanged(NotificationStatus)
        case signIn(SignIn.Action)
        case signUp(SignUp.Action)
        case newPassword(AccountForm.Action)
        case earlierPassword(EarlierPassword.Action)
        /// `newID` is the id for a record that the action may make.
        case home(Home.Action, newID: UUID)
    }
}

/// Carries an action out on the state and returns the effects. Pure: time, ids and randomness come in as values.
public func reduce(_ app: inout App, _ action: App.Action, _ now: Instant) -> [Effect] {
    let effects = carryOut(action, on: &app, now) + app.remind(now) + app.withHome { $0.keepSoon() }
    app.followHabits()
    if effects.contains(where: { $0.isSignOut }) { app.screen = .launching }
    return app.afterSignOut(effects)
}

private func carryOut(_ action: App.Action, on app: inout App, _ now: Instant) -> [Effect] {
    switch action {
    case .launched(let world, let path, let reason):
        app.world = world
        app.entrance = path
        let rules = Effect.request(Request(.rules, .get, "/api/v1/rules"))
        return [rules] + (reason.map { app.showSignOutReason($0) } ?? [])
    case .diskEmpty(let leftHere):
        return app.startWithoutDisk(leftHere: leftHere)
    case .storage(let answer):
        return app.storageAnswered(answer, now)
    case .answered(let id, let answer):
        return app.answered(id, answer, now)
    case .zoneChanged(let zone):
        app.world.zone = zone
        return []
    case .onlineChanged(let isOnline):
        app.world.isOnline = isOnline
        return isOnline
            ? app.withHome { $0.carry($0.notebook.sync() + $0.notebook.resumeUploads()) } + app.retrySignOut() : []
    case .visibleChanged(let isVisible):
        app.world.isVisible = isVisible
        // The app may never become visible again, so the text is saved and sent now.
        return app.withHome { isVisible ? $0.carry($0.notebook.syncOrAsk()) : $0.keep(now) + $0.sendNote(now) }
    case .routeChanged(let address):
        return app.go(to: address)
    case .wentBack(let newID):
        return app.goBack(app.context(now, newID))
    case .timerFired(let timer):
        let world = app.world
        return app.withHome { $0.timerFired(timer, now, world) }
    case .stored(let sequence):
        return app.withHome { $0.stored(sequence) }
    case .storeFailed(_, let failure):
        return app.withHome { $0.storeFailed(failure) }
    case .storeOvertaken: return app.withNotebook { $0.storeOvertaken() }
    case .shared(let entries, let through): return app.withNotebook { $0.shared(entries, through: through) }
    case .diskReread(let vault): return app.withNotebook { $0.merge(vault) }
    case .leadsChanged(let leads): return app.withHome { $0.leadsChanged(leads) }
    case .syncAsked: return app.withNotebook { $0.sync() }
    case .serverEventReceived(let cursor): return app.withNotebook { $0.serverEventReceived(cursor: cursor) }
    case .signIn(let action):
        return app.reduceSignIn(action)
    case .signUp(let action):
        return app.reduceSignUp(action)
    case .newPassword(let action):
        return app.reduceNewPassword(action)
    case .earlierPassword(let action):
        return app.reduceEarlierPassword(action)
    case .leftElsewhere(let account):
        return app.withNotebook { $0.account.id == account ? $0.end() : [] }
    case .tabEnded(let tab):
        app.world.others &= ~(1 << UInt16(tab & 0xF))
        // The tab was closed and opened again: the text that was typed in it is on this device.
        let context = app.context(now, UUID(high: 0, low: 0))
        return app.withHome { $0.isWriting || $0.sheet != nil ? [] : $0.restoreUnsaved(context) }
    case .updateReady:
        app.world.hasUpdate = true
        return app.offerUpdate()
    case .notifyingChanged(let notifying):
        app.world.notifying = notifying
        return app.withHome { $0.notifyingChanged(notifying) }
    case .home(let action, let newID):
        let context = app.context(now, newID)
        return app.withHome { $0.reduce(action, context) }
    }
}

extension App {
    /// The rules in force, with the limits that the person who is signed in has chosen.
    public var rules: Rules {
        if case .home(let home) = screen { home.notebook.rules } else { offered }
    }

    func context(_ now: Instant, _ newID: UUID) -> Context {
        Context(rules: rules, world: world, now: now, newID: newID)
    }

    /// Changes the home screen in place. The screen is taken out of the enum meanwhile, so that it is not copied.
    @inline(never)
    mutating func withHome(_ body: (inout Home) -> [Effect]) -> [Effect] {
        guard case .home(var home) = screen else { return [] }
        screen = .launching
        defer { screen = .home(home) }
        return body(&home)
    }

    /// Changes the notebook of the person who is signed in.
    mutating func withNotebook(_ body: (inout Notebook) -> [Notebook.Effect]) -> [Effect] {
        withHome { $0.carry(body(&$0.notebook)) }
    }

    /// The screens behind sign-in, if a person is signed in.
    public var home: Home? {
        if case .home(let home) = screen { home } else { nil }
    }

    fileprivate mutating func startWithoutDisk(leftHere: Bool) -> [Effect] {
        guard leftHere else { return [.request(Request(.account, .get, "/api/v1/account"))] }
        showSignIn()
        // The person logged out without a network: the sign-out goes to the server now.
        return signOutOfServer()
    }

    /// The sign-in screen, or sign-up when the address names it.
    mutating func showSignIn(notice: String? = nil) {
        let leadsToSignUp = Route(path: entrance) == .signUp
        let isSignUp = leadsToSignUp && notice == nil
        if leadsToSignUp { entrance = Route.home.path }
        let shared = SharedText(path: entrance).isEmpty ? nil : Texts.sharedWaits
        screen = isSignUp ? .signUp(SignUp()) : .signIn(SignIn(notice: notice ?? shared))
    }

    fileprivate mutating func answered(_ id: Request.ID, _ answer: Answer, _ now: Instant) -> [Effect] {
        switch id {
        case .rules:
            guard answer.status == 200, let json = try? JSON(answer.body) else { return [] }
            offered = Rules(json: json)
            knowsRules = true
            let rules = offered
            return withNotebook { $0.adopt(rules, json) } + fetchSamplesOnce()
        case .account:
            guard case .launching = screen else { return [] }
            guard answer.status == 200, let account = answer.account, !account.hasTemporaryPassword else {
                showSignIn()
                return []
            }
            // There is a session, but this device does not keep its account. Sealing needs the password, so this launch
            // goes on in memory.
            return enterEmpty(account, .memory, context(now, answer.newID))
        case .signIn: return signInAnswered(answer, now)
        case .signUp: return signUpAnswered(answer)
        case .signOut: return signOutAnswered(answer, now)
        case .sync:
            let today = Today(at: now, in: world.zone)
            return withHome { home in
                let effects = home.answered(id, answer, now)
                home.openOnToday(today)
                return effects
            } + fetchSamplesOnce()
        case .accountForm:
            if case .newPassword = screen { return newPasswordAnswered(answer) }
            return withHome { $0.answered(id, answer, now) }
        default: return withHome { $0.answered(id, answer, now) }
        }
    }

    /// Shows that a newer version is ready. The account's menu goes on offering it.
    mutating func offerUpdate() -> [Effect] {
        guard world.hasUpdate else { return [] }
        return withHome { $0.carry([.show(Toast(text: Texts.updateReady, offersUpdate: true))]) }
    }

    /// Updates the reminders after an action.
    fileprivate mutating func remind(_ now: Instant) -> [Effect] {
        withNotebook { $0.remind(now) }
    }

    /// The keyboard's place in the visible screen.
    public var keyboard: Keyboard {
        switch screen {
        case .launching: Keyboard()
        case .signIn(let screen): screen.keyboard
        case .signUp(let screen): screen.keyboard
        case .newPassword(let screen): screen.keyboard
        case .earlierPassword(let screen): screen.keyboard
        case .home(let home): home.keyboard
        }
    }

    /// Fetches the samples for an empty account, once the rules are known.
    fileprivate mutating func fetchSamplesOnce() -> [Effect] {
        knowsRules ? withNotebook { $0.fetchSamplesOnce() } : []
    }
}
