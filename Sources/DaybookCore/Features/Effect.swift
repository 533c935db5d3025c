/// Something that a face must do, as plain data. Its result returns as an action.
///
/// The place of the app (``App/places``), the place of the keyboard (``App/keyboard``) and the list's jumps to its top
/// (``ListScreen/tops``) are state, which a face follows after each action.
public enum Effect: Equatable, Sendable {
    /// A request of the notebook, the same for any face. Its result returns as one of the app's actions.
    case notebook(Notebook.Effect)
    /// Call the server; `App.Action.answered` follows.
    case request(Request)
    /// Open, seal or delete an account's storage on this device; `App.Action.storage` follows.
    case storage(DeviceStorage.Request)
    /// Forget the key, so that the device's storage cannot be read until the next sign-in (A10, A13), and all state
    /// in memory. The face starts again as if launched.
    case signOut(SignOutReason)
    /// `timerFired` follows once, unless the timer is started again or cancelled before.
    case startTimer(Timer, milliseconds: Int)
    case cancelTimer(Timer)
    /// Announce a text through a screen reader.
    case announce(String)
    /// Read a photo from the device, or else from the server; `PhotoDesk.Action.read` follows.
    case readPhoto(Digest)
    /// Begin a file for the person, or go on with it: the bytes, then the photo that was read last.
    case write([UInt8], photo: Digest)
    /// End the file with the bytes, and give it to the person under the name.
    case save(name: String, [UInt8])
    /// Look for photos that another app has shared, give them to a note, or forget them.
    case shared(SharedPhotos)
    /// Look again for pictures that were not found.
    case retryPhotos
    /// Show a notification of the device, if it may. A later one of the same to-do replaces it silently.
    indirect case notify(Notice)
    /// Remove the notification of a to-do.
    case closeNotice(Todo.ID)
    /// Ask the person whether this device may notify; `notifyingChanged` follows.
    case askToNotify
    /// Make an address to push to, for a server with this key; `subscribed` or `notSubscribed` follows.
    case subscribe(key: String)
    /// Switch to the newer version of the app.
    case takeUpdate
    /// A pull to refresh has ended.
    case refreshEnded

    /// A request about the photos that another app has shared and that wait on the device.
    public enum SharedPhotos: Equatable, Sendable {
        /// `PhotoTransfers.Action.sharedWaiting` follows if there are any.
        case look
        /// Each is started in this note, as if the person had chosen it.
        case take(Note.ID)
        case drop
    }

    /// The timers. Starting a timer again moves it.
    public enum Timer: Equatable, Sendable {
        case notebook(Notebook.Timer)
        case toast
        /// Unsaved text is put on the disk.
        case keep
        case sendNote
        case reminderTest
        /// The address names the search.
        case nameSearch
        /// The record that an address names does not exist.
        case pendingRoute
        /// To-dos that were marked leave the list.
        case removeMarked
        /// The list is sorted by an order that the open menu offers.
        case prepareOrder
    }

    var isSignOut: Bool {
        if case .signOut = self { true } else { false }
    }
}
