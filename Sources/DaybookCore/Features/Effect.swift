/// Something a face must do, as plain data. What comes of it returns as an action.
public enum Effect: Equatable, Sendable {
    /// What the notebook asks of any face. What comes of it returns as one of the app's actions.
    case notebook(Notebook.Effect)
    /// Call the server; `App.Action.answered` follows.
    case request(Request)
    /// Open what this device keeps of an account, under a key that only the password unwraps (A13); one of the
    /// app's `vault…` actions follows.
    case openVault(Account, password: String)
    /// Open whichever vault on this device belongs to a login and opens with a password, with no network (A13);
    /// `vaultOpened`, `vaultUnknown` or `vaultUnavailable` follows.
    case unlockVault(login: String, password: String)
    /// Open a vault that an earlier password locks, and lock it with the present one; answered like ``openVault``.
    case recoverVault(Account, earlier: String, password: String)
    /// Drop the vault that an earlier password locks, and make a new one; answered like ``openVault``.
    case remakeVault(Account, password: String)
    /// Lock the open vault with another password from now on; `vaultRefused` follows if that fails.
    case relockVault(Account, current: String, new: String)
    /// Seal what the server tells of the account anew.
    case keepAccount(Account)
    /// Forget the key, so that nothing on this device can be read until the next sign-in (A10, A13), and everything
    /// this face has in memory; it starts again as if launched.
    case leave(Farewell)
    /// Have the page that talks to the server do so.
    case askLeader
    /// `timerFired` follows once, unless the timer is started again or cancelled before.
    case startTimer(Timer, milliseconds: Int)
    case cancelTimer(Timer)
    /// Say a text to a screen reader.
    case announce(String)
    case focus(Focus)
    /// Replace what stands in an input, because the limit stopped it (T2).
    case setInput(Input, String)
    case scrollToTop
    /// Look again for pictures that were not found.
    case retryPhotos
    /// Show a notification as the device does, if it may. One of the same to-do takes its place in silence.
    case notify(Notice)
    /// Take the notification of a to-do away.
    case closeNotice(Todo.ID)
    /// Ask the person whether this device may notify; `notifying` follows.
    case askToNotify
    /// Have the browser make an address to push to, for a server with this key; `subscribed` or `notSubscribed` follows.
    case subscribe(key: String)
    /// Go on with the newer version of the app that is here.
    case takeUpdate
    /// Pulling to refresh has brought what it can.
    case refreshEnded

    /// The timers there are; starting one again moves it.
    public enum Timer: String, Sendable, CaseIterable {
        case retrySync
        case pollSync
        case listenAgain
        case toast
        case saveNote
        case sendNote
        case retryUploads
        case reminder
        case reminderTest
    }

    /// Where the keyboard should be.
    public enum Focus: Equatable, Sendable {
        case row(Todo.ID)
        case search
        case quickAdd
        case editorTitle
        case noteRow(Note.ID)
        case noteTitle
        case noteDescription
        /// The button that begins to write on a note.
        case writeNote
        case photo(Photo.ID)
        case tagInput
        case field(Violation.Field)
    }

    /// An input whose text a rule may have to cut.
    public enum Input: Equatable, Sendable {
        case quickAdd
        case search
        case title
        case detail
        case tag
        case deadline
        case reminder
        case noteTitle
        case noteDescription
    }
}
