/// The accounts that a device keeps, each sealed under a key that only its password unwraps (A13).
///
/// Each face stores them in its own way: a browser in vaults of IndexedDB, a phone in files and its keychain.
public enum DeviceStorage {
    /// A request to a face. One ``Answer`` follows, unless the comment at the request denies it.
    public indirect enum Request: Equatable, Sendable {
        /// Open an account's storage, or create it.
        case open(Account, password: String)
        /// Open, without the server, the storage of the account that has this login and password.
        case unlock(login: String, password: String)
        /// Open storage that an earlier password seals, and seal it under the present password.
        case recover(Account, earlier: String, password: String)
        /// Delete storage that an earlier password seals, and create the account's storage again.
        case replace(Account, password: String)
        /// Seal the open storage under another password from now on; ``Answer/refused`` follows if that fails.
        case changePassword(Account, current: String, new: String)
        /// Keep the account's details, which the server has sent again. No answer follows.
        case keep(Account)
    }

    /// The answer of a face to a request.
    public enum Answer: Equatable, Sendable {
        /// The storage is open. `newDevice` names the device if the disk does not.
        case opened(Account, DiskContent, newDevice: UUID)
        /// The device has begun to keep the account of the person who is signing in.
        case made(newDevice: UUID)
        /// The storage is sealed under an earlier password, because the password was changed elsewhere. The number
        /// counts the changes in it that were not synced; nil when it is not known.
        case locked(unsent: Int?)
        /// No storage on this device opens with this login and password.
        case unknown
        /// The open account could not be sealed under the new password.
        case refused
        /// This device cannot keep anything; the app goes on in memory.
        case unavailable(newDevice: UUID)
    }
}
