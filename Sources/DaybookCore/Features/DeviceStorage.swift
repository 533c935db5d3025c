/// The accounts that a device keeps, each sealed under a key that only its password unwraps (A13).
///
/// Each face stores them in its own way: a browser in vaults of IndexedDB, a phone in files and its keychain.
public enum DeviceStorage {
    /// A request to a face. One ``Answer`` follows, unless the request says otherwise.
    public enum Request: Equatable, Sendable {
        /// Open what is kept of an account, or begin to keep it.
        case open(Account, password: String)
        /// Open, with no server, what is kept of the account that has a login and a password.
        case unlock(login: String, password: String)
        /// Open what an earlier password seals, and seal it under the present one.
        case recover(Account, earlier: String, password: String)
        /// Drop what an earlier password seals, and begin to keep the account again.
        case replace(Account, password: String)
        /// Seal what is open under another password from now on; ``Answer/refused`` follows if that fails.
        case changePassword(Account, current: String, new: String)
        /// Keep what the server now tells of the account. Nothing follows.
        case keep(Account)
    }

    /// The answer of a face to a request.
    public enum Answer: Equatable, Sendable {
        /// It is open. `freshDevice` names the device if the disk names none.
        case opened(Account, DiskContent, freshDevice: UUID)
        /// The device has begun to keep the account of the person who is signing in.
        case made(freshDevice: UUID)
        /// The account is sealed under an earlier password, because it was changed elsewhere. So many changes in it were
        /// not synced; nil when that is not known.
        case locked(unsent: Int?)
        /// Nothing on this device opens with what was typed.
        case unknown
        /// The open account could not be sealed under the new password.
        case refused
        /// This device cannot keep anything; the app goes on in memory.
        case unavailable(freshDevice: UUID)
    }
}
