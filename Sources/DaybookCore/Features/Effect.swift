/// Something that a face must do, as plain data. What comes of it returns as an action.
///
/// Where the app is (``App/places``), where the keyboard is to be (``App/keyboard``) and whether the list is at its top
/// (``ListScreen/tops``) is state, which a face follows after each action.
public enum Effect: Equatable, Sendable {
    /// A request of the notebook, the same for any face. Its result returns as one of the app's actions.
    case notebook(Notebook.Effect)
    /// Call the server; `App.Action.answered` follows.
    case request(Request)
    /// Open, seal or drop what this device keeps of an account; `App.Action.storage` follows.
    case storage(DeviceStorage.Request)
    /// Forget the key, so that nothing on this device can be read until the next sign-in (A10, A13), and everything
    /// this face has in memory; it starts again as if launched.
    case leave(Farewell)
    /// `timerFired` follows once, unless the timer is started again or cancelled before.
    case startTimer(Timer, milliseconds: Int)
    case cancelTimer(Timer)
    /// Say a text to a screen reader.
    case announce(String)
    /// Look again for pictures that were not found.
    case retryPhotos
    /// Show a notification as the device does, if it may. One of the same to-do takes its place in silence.
    case notify(Notice)
    /// Take the notification of a to-do away.
    case closeNotice(Todo.ID)
    /// Ask the person whether this device may notify; `notifyingChanged` follows.
    case askToNotify
    /// Make an address to push to, for a server with this key; `subscribed` or `notSubscribed` follows.
    case subscribe(key: String)
    /// Go on with the newer version of the app that is here.
    case takeUpdate
    /// Pulling to refresh has brought what it can.
    case refreshEnded

    /// The timers there are; starting one again moves it.
    public enum Timer: Equatable, Sendable {
        case notebook(Notebook.Timer)
        case toast
        /// What is typed goes to the disk.
        case keep
        case sendNote
        case reminderTest
        /// The address tells what is searched for.
        case nameSearch
        /// What an address leads to is not there.
        case seek
    }

    var isLeaving: Bool {
        if case .leave = self { true } else { false }
    }
}
