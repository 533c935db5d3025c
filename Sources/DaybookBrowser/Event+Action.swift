import DaybookCore

extension Event {
    /// The action that an event of the page stands for; nil for one that is none. `fresh` names what it may make.
    ///
    /// `isFocusMoving`: the focus is on its way to the cursor's row, so where it is now says nothing.
    func action(fresh: UUID, isFocusMoving: Bool = false) -> App.Action? {
        switch kind {
        case .start:
            let zone = TimeZone(compact: self[6]) ?? .utc
            let tab = UInt8(truncatingIfNeeded: Int(decimal: self[8]) ?? 0)
            let world = App.World(zone: zone, isOnline: isSet(5), tab: tab, notifying: notifying(9))
            return .launched(world, path: self[1], after: farewell)
        case .timer: return Effect.Timer(rawValue: self[1]).map { .timerFired($0) }
        case .stored: return Int(decimal: self[1]).map { .stored(sequence: $0) }
        case .storefailed:
            let failure = self[2] == "QuotaExceededError" ? Disk.Failure.full : .refused
            return Int(decimal: self[1]).map { .storeFailed(sequence: $0, failure) }
        case .overtaken: return .storeOvertaken
        case .shared: return .shared(blocks, through: Int(decimal: self[1]) ?? 0)
        case .absorbed: return .absorbed(vault(sequence: 0, through: self[1]))
        case .lead: return .leadsChanged(isSet(1))
        case .ask: return .syncAsked
        case .moved: return Int64(decimal: self[1]).map { .heard(cursor: $0) }
        case .network: return .onlineChanged(isSet(1))
        case .visible: return .visibleChanged(isSet(1))
        case .route: return .routeChanged(Route(path: self[1]), fresh: fresh)
        case .day: return TimeZone(compact: self[1]).map { .zoneChanged($0) }
        case .vault: return vault(fresh).map { .vault($0) }
        case .update: return .updateReady
        case .notifying: return .notifyingChanged(notifying(1))
        case .left: return UUID(self[1]).map { .leftElsewhere(account: $0) }
        default: break
        }
        if let action = form(.newPassword) { return .newPassword(action) }
        if let action = earlierPassword { return .earlierPassword(action) }
        if let action = signIn { return .signIn(action) }
        if let action = signUp { return .signUp(action) }
        if kind == .key {
            let focused = isFocusMoving ? nil : id(3)
            return key.map { .home(.list(.key($0, at: focused)), fresh: fresh) }
        }
        return home.map { .home($0, fresh: fresh) }
    }

    private func vault(_ fresh: UUID) -> App.VaultAction? {
        switch Vault(rawValue: self[1]) {
        case .fresh: .made(freshDevice: fresh)
        case .wrong: .locked(unsent: Int(decimal: self[2]))
        case .unknown: .unknown
        case .refused: .refused
        case .unavailable: .unavailable(freshDevice: fresh)
        case nil: nil
        }
    }

    /// Why somebody has just left; nil at a launch.
    private var farewell: Farewell? {
        switch self[7] {
        case "out": .loggedOut(unsent: 0)
        case "ended": .sessionEnded(unsent: 0)
        case "deleted": .deleted
        default: nil
        }
    }

    // MARK: - The account

    /// What happens in a form about the account.
    private func form(_ name: Name) -> AccountForm.Action? {
        guard target == name else { return nil }
        switch kind {
        case .input: return .changed(field, self[3])
        case .blur: return .leftField(field)
        case .submit: return .submitted
        default: return nil
        }
    }

    private var earlierPassword: EarlierPassword.Action? {
        switch (kind, target) {
        case (.input, .earlier): .changed(self[3])
        case (.submit, .earlier): .submitted
        case (.tap, .drop): .dropTapped
        case (.tap, .confirmDrop): .dropConfirmed
        case (.tap, .dismissDrop): .dropDismissed
        default: nil
        }
    }

    private var accountPage: AccountPage.Action? {
        if let action = form(.accountForm) { return .form(action) }
        switch (kind, target) {
        case (.tap, .openForm): return AccountForm.Kind(rawValue: self[3]).map { .formOpened($0) }
        case (.tap, .closeForm): return .formClosed
        case (.tap, .endSession): return UUID(self[2]).map { .sessionEnded($0) }
        case (.tap, .endOthers): return .othersEnded
        case (.tap, .reload): return .reloadTapped
        case (.change, .importing): return .importChosen
        default: return nil
        }
    }

    // MARK: - Signing in and up

    private var signIn: SignIn.Action? {
        switch (kind, target) {
        case (.tap, .toSignUp): .signUpTapped
        case (.input, .signIn): field == .login ? .loginChanged(self[3]) : .passwordChanged(self[3])
        case (.submit, .signIn): .submitted
        default: nil
        }
    }

    private var signUp: SignUp.Action? {
        switch (kind, target) {
        case (.tap, .toSignIn): .signInTapped
        case (.input, .signUp): .changed(field, self[3])
        case (.blur, .signUp): .leftField(field)
        case (.submit, .signUp): .submitted
        default: nil
        }
    }

    /// The form's field that an event names by its key, `field-email`.
    private var field: Violation.Field {
        Violation.Field(String(decoding: self[2].bytes.dropFirst(6), as: UTF8.self))
    }

    // MARK: - The home screen

    private var home: Home.Action? {
        switch kind {
        case .refresh: return .pulledToRefresh
        case .hover: return .toastHeld(isSet(2))
        case .closed:
            switch self[1] {
            case "editor": return .editor(.closed)
            case "note": return .note(.closed)
            case "gallery": return .note(.galleryClosed)
            case "page": return .page(.closed)
            default: return .overlayDismissed
            }
        case .tap: if let action = tap { return action }
        default: break
        }
        if let action = noteAction { return .note(action) }
        if let action = photoAction { return .photo(action) }
        if let action = reminderAction { return .reminder(action) }
        if let action = repeatAction { return .editor(action) }
        if let action = accountPage { return .account(action) }
        if let action = list { return .list(action) }
        return editor.map { .editor($0) }
    }

    private var tap: Home.Action? {
        switch target {
        case .account: .accountTapped
        case .shortcuts: .shortcutsTapped
        case .logOut: .logOutTapped
        case .confirmLogOut: .logOutConfirmed
        case .confirmDelete: .deleteConfirmed
        case .confirmDiscard: .discardConfirmed
        case .dismiss: .overlayDismissed
        case .undo: .undoTapped
        case .update: .updateTapped
        case .dismissToast: .toastDismissed
        case .retrySamples: .samplesRetried
        case .declineSamples: .samplesDeclined
        default: page.map { .page($0) }
        }
    }

    private var page: Home.PageAction? {
        switch target {
        case .accountPage: .accountOpened
        case .trash: .trashOpened
        case .reminders: .remindersOpened
        case .history: .historyOpened
        case .closePage: .closed
        case .reloadHistory: .reloadTapped
        case .putBack: uuid(2).map { .restoreTapped(Record.Key(kind: Record.Kind(self[3]), id: $0)) }
        case .bringBack: Int64(decimal: self[2]).map { .entryTapped($0) }
        default: nil
        }
    }

    private var list: TodoList.Action? {
        switch (kind, target) {
        case (.tap, .new): return .newTapped
        case (.tap, .order): return .orderTapped
        case (.tap, .setOrder): return Order(rawValue: self[3]).map { .orderChosen($0) }
        case (.tap, .bins): return .binsTapped
        case (.tap, .clearSearch): return .searchCleared
        case (.tap, .filter): return Filter.State(rawValue: self[3]).map { .filterTapped($0) }
        case (.tap, .tag): return .tagTapped(self[3])
        case (.tap, .top): return .topTapped
        case (.input, .search): return .searchChanged(self[3])
        case (.input, .quickAdd): return .quickAddChanged(self[3])
        case (.submit, .quickAdd): return .quickAddSubmitted
        case (.tap, .togglePiece): return Int(decimal: self[3]).map { .quickAddToggled(at: $0) }
        case (.revert, _): return .quickAddReverted(at: Int(decimal: self[3]))
        case (.menu, _): return id(2).map { .menuOpened($0, at: Home.Point(x: pixels(3), y: pixels(4))) }
        case (.tap, _), (.swipe, _): return id(2).flatMap { row($0) }
        default: return nil
        }
    }

    private func row(_ id: Todo.ID) -> TodoList.Action? {
        switch target {
        case .open, .openFound: .rowTapped(id)
        case .check: .checkTapped(id)
        case .bin: .binTapped(id)
        case .more: .menuOpened(id, at: nil)
        case .delete: .deleteTapped(id)
        case .swipeRight: .swipedRight(id)
        case .swipeLeft: .swipedLeft(id)
        default: nil
        }
    }

    private var key: TodoList.Key? {
        switch Key(rawValue: self[1]) {
        case .new: .new
        case .search: .search
        case .arrowUp, .up: .up
        case .arrowDown, .down: .down
        case .home: .first
        case .end: .last
        case .space: .toggle
        case .enter: self[2].isEmpty ? .open : .save
        case .delete, .backspace: .delete
        case .escape: .escape
        case .help: .help
        case nil: nil
        }
    }

    private var editor: Editor.Action? {
        switch (kind, target) {
        case (.tap, .closeEditor): .closed
        case (.tap, .removeTag): .tagRemoved(self[3])
        case (.tap, .deadlineIn): Int(decimal: self[3]).map { .deadlineSuggested($0) }
        case (.tap, .noDeadline): .deadlinePicked("")
        case (.tap, .noReminder): .reminderPicked("")
        case (.tap, .deleteOpen): .deleteTapped
        case (.input, .title): .titleChanged(self[3])
        case (.input, .detail): .detailChanged(self[3])
        case (.input, .tag): .tagTextChanged(self[3])
        case (.change, .deadline): .deadlinePicked(self[3])
        case (.change, .reminder): .reminderPicked(self[3])
        case (.input, .deadlineTyped): .deadlineTyped(self[3])
        case (.input, .reminderTyped): .reminderTyped(self[3])
        case (.change, .note): .notePicked(note(3))
        case (.blur, .tag), (.submit, .addTag): .tagSubmitted
        case (.submit, .save): .saveTapped
        default: nil
        }
    }
}
