import DaybookCore

extension Event {
    /// The action that an event of the page stands for; nil for one that is none.
    func action(fresh: UUID) -> App.Action? {
        switch name {
        case "start":
            let world = App.World(zone: TimeZone(compact: self[6]) ?? .utc, isOnline: isSet(5))
            return .launched(world, path: self[1])
        case "tap", "swipe": return tapped(self[1], id: id(2), value: self[3], fresh)
        case "input": return typed(self[1], field: self[2], text: self[3], fresh)
        case "change": return picked(self[1], text: self[3], fresh)
        case "blur": return left(self[1], field: self[2], fresh)
        case "submit": return submitted(self[1], fresh)
        case "key": return key(self[1], modifiers: self[2], fresh)
        case "menu": return id(2).map { .home(.list(.menuOpened($0, at: Home.Point(x: pixels(3), y: pixels(4)))), fresh: fresh) }
        case "refresh": return .home(.pulledToRefresh, fresh: fresh)
        case "hover": return .home(.toastHeld(isSet(2)), fresh: fresh)
        case "closed": return .home(self[1] == "editor" ? .editor(.closed) : .overlayDismissed, fresh: fresh)
        case "timer": return Effect.Timer(rawValue: self[1]).map { .timerFired($0) }
        case "stored": return Int(self[1]).map { .stored(sequence: $0) }
        case "storefailed": return Int(self[1]).map { .storeFailed(sequence: $0, isFull: self[2] == "QuotaExceededError") }
        case "network": return .onlineChanged(isSet(1))
        case "visible": return .visibleChanged(isSet(1))
        case "route": return .routeChanged(Route(path: self[1]), fresh: fresh)
        case "day": return TimeZone(compact: self[1]).map { .zoneChanged($0) }
        case "vault": return vault(fresh)
        default: return nil
        }
    }

    private func vault(_ fresh: UUID) -> App.Action? {
        switch self[1] {
        case "fresh": .vaultMade(freshDevice: fresh)
        case "wrong": .vaultLocked
        case "unavailable": .vaultUnavailable(freshDevice: fresh)
        default: nil
        }
    }

    private func tapped(_ name: String, id: Todo.ID?, value: String, _ fresh: UUID) -> App.Action? {
        switch name {
        case "toSignUp": return .signIn(.signUpTapped)
        case "toSignIn": return .signUp(.signInTapped)
        default: break
        }
        return homeTap(name, id: id, value: value).map { .home($0, fresh: fresh) }
    }

    private func homeTap(_ name: String, id: Todo.ID?, value: String) -> Home.Action? {
        if let id, let action = rowTap(name, id) { return .list(action) }
        switch name {
        case "new": return .list(.newTapped)
        case "order": return .list(.orderTapped)
        case "setOrder": return Order(rawValue: value).map { .list(.orderChosen($0)) }
        case "bins": return .list(.binsTapped)
        case "clearSearch": return .list(.searchCleared)
        case "filter": return Filter.State(rawValue: value).map { .list(.filterTapped($0)) }
        case "tag": return .list(.tagTapped(value))
        case "top": return .list(.topTapped)
        case "account": return .accountTapped
        case "shortcuts": return .shortcutsTapped
        case "logOut": return .logOutTapped
        case "confirmLogOut": return .logOutConfirmed
        case "confirmDelete": return .deleteConfirmed
        case "confirmDiscard": return .discardConfirmed
        case "dismiss": return .overlayDismissed
        case "undo": return .undoTapped
        case "dismissToast": return .toastDismissed
        default: return editorTap(name, value: value).map { .editor($0) }
        }
    }

    private func rowTap(_ name: String, _ id: Todo.ID) -> TodoList.Action? {
        switch name {
        case "open": .rowTapped(id)
        case "check": .checkTapped(id)
        case "bin": .binTapped(id)
        case "more": .menuOpened(id, at: nil)
        case "delete": .deleteTapped(id)
        case "swipeRight": .swipedRight(id)
        case "swipeLeft": .swipedLeft(id)
        default: nil
        }
    }

    private func editorTap(_ name: String, value: String) -> Editor.Action? {
        switch name {
        case "closeEditor": .closed
        case "removeTag": .tagRemoved(value)
        case "deadlineIn": Int(value).map { .deadlineSuggested($0) }
        case "noDeadline": .deadlinePicked("")
        case "noReminder": .reminderPicked("")
        case "deleteOpen": .deleteTapped
        default: nil
        }
    }

    private func typed(_ name: String, field key: String, text: String, _ fresh: UUID) -> App.Action? {
        switch name {
        case "search": .home(.list(.searchChanged(text)), fresh: fresh)
        case "quickAdd": .home(.list(.quickAddChanged(text)), fresh: fresh)
        case "title": .home(.editor(.titleChanged(text)), fresh: fresh)
        case "detail": .home(.editor(.detailChanged(text)), fresh: fresh)
        case "tag": .home(.editor(.tagTextChanged(text)), fresh: fresh)
        case "signIn": field(key) == .login ? .signIn(.loginChanged(text)) : .signIn(.passwordChanged(text))
        case "signUp": .signUp(.changed(field(key), text))
        default: nil
        }
    }

    /// A form's field by its key, `field-email`.
    private func field(_ key: String) -> Violation.Field {
        Violation.Field(String(key.dropFirst(6)))
    }

    private func picked(_ name: String, text: String, _ fresh: UUID) -> App.Action? {
        switch name {
        case "deadline": .home(.editor(.deadlinePicked(text)), fresh: fresh)
        case "reminder": .home(.editor(.reminderPicked(text)), fresh: fresh)
        default: nil
        }
    }

    private func left(_ name: String, field key: String, _ fresh: UUID) -> App.Action? {
        switch name {
        case "signUp": .signUp(.leftField(field(key)))
        case "tag": .home(.editor(.tagSubmitted), fresh: fresh)
        default: nil
        }
    }

    private func submitted(_ name: String, _ fresh: UUID) -> App.Action? {
        switch name {
        case "signIn": .signIn(.submitted)
        case "signUp": .signUp(.submitted)
        case "quickAdd": .home(.list(.quickAddSubmitted), fresh: fresh)
        case "save": .home(.editor(.saveTapped), fresh: fresh)
        case "addTag": .home(.editor(.tagSubmitted), fresh: fresh)
        default: nil
        }
    }

    private func key(_ name: String, modifiers: String, _ fresh: UUID) -> App.Action? {
        let key: TodoList.Key?
        switch name {
        case "n": key = .new
        case "/": key = .search
        case "ArrowUp", "k": key = .up
        case "ArrowDown", "j": key = .down
        case "Home": key = .first
        case "End": key = .last
        case " ": key = .toggle
        case "Enter": key = modifiers.isEmpty ? .open : .save
        case "Delete", "Backspace": key = .delete
        case "Escape": key = .escape
        case "?": key = .help
        default: key = nil
        }
        let focused = id(3)
        return key.map { .home(.list(.key($0, at: focused)), fresh: fresh) }
    }
}
