import Crypto
import DaybookStore

/// Keys are hashes, so that the storage keeps neither addresses nor the texts that strangers typed.
extension AttemptKey {
    static func place(_ login: String, _ address: String) -> AttemptKey { of("place", login, address) }
    static func device(_ login: String, _ device: DeviceCookie) -> AttemptKey { of("device", login, device.text) }
    static func login(_ login: String) -> AttemptKey { of("login", login) }
    static func address(_ address: String) -> AttemptKey { of("address", address) }
    static func account(_ account: AccountID) -> AttemptKey { of("account", account.description) }
    static func reminderTests(_ account: AccountID) -> AttemptKey { of("reminder tests", account.description) }
    static func loginChanges(_ account: AccountID) -> AttemptKey { of("login changes", account.description) }
    static func signUps(_ address: String) -> AttemptKey { of("sign-ups", address) }

    /// Each part is preceded by its length, so that no two lists of parts have the same bytes.
    private static func of(_ parts: String...) -> AttemptKey {
        var hash = SHA256()
        for part in parts { hash.update(data: Array("\(part.utf8.count):\(part)".utf8)) }
        return AttemptKey(bytes: Array(hash.finalize()))
    }
}
