import DaybookPhone
import Foundation
import Security

/// The secrets of the app in the Keychain of this device. They are readable after the first unlock, for the work in the
/// background, and are in no backup.
struct Keychain: KeyStore {
    /// A status of the Keychain that is neither success nor "not found".
    struct Failure: Error {
        var status: OSStatus
    }

    private static let service = "app.daybook"

    func read(_ secret: Secret) throws -> Data? {
        var query = query(secret)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw Failure(status: status) }
        return found as? Data
    }

    func write(_ data: Data, as secret: Secret) throws {
        let change = [kSecValueData as String: data]
        let status = SecItemUpdate(query(secret) as CFDictionary, change as CFDictionary)
        if status == errSecSuccess { return }
        guard status == errSecItemNotFound else { throw Failure(status: status) }
        var item = query(secret)
        item[kSecValueData as String] = data
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let added = SecItemAdd(item as CFDictionary, nil)
        guard added == errSecSuccess else { throw Failure(status: added) }
    }

    func remove(_ secret: Secret) throws {
        let status = SecItemDelete(query(secret) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
    }

    private func query(_ secret: Secret) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: Self.service,
            kSecAttrAccount as String: secret.rawValue,
        ]
    }
}
