import Foundation

/// The device's store for secrets: the Keychain of an iPhone.
///
/// The values must be readable in the background, and must not leave the device, not even in a backup.
public protocol KeyStore: Sendable {
    /// The bytes of a secret; nil when there is no such secret. Throws while the device is locked after a restart.
    func read(_ secret: Secret) throws -> Data?
    /// Keeps the bytes of a secret in place of those before.
    func write(_ data: Data, as secret: Secret) throws
    /// Deletes a secret. Does nothing when there is no such secret.
    func remove(_ secret: Secret) throws
}

/// The values in a device's key store.
public enum Secret: String, Sendable, CaseIterable {
    /// The sign-in: the account, its data key, and its session with a server.
    case session
    /// A session that has ended here, and whose end its server does not know yet.
    case signOut
}

/// A session with a server: its address and its token.
public struct ServerSession: Codable, Equatable, Sendable {
    /// The address, as ``/DaybookClient/ServerAddress/text``.
    var server: String
    /// The token; nil when the person has signed in on this device alone, without a network.
    var token: String?
}

/// The person who is signed in on this device.
struct SignedIn: Codable, Equatable, Sendable {
    /// The account's id.
    var account: String
    /// The data key.
    var key: Data
    /// The session; nil for an account of this device alone.
    var session: ServerSession?
}

extension KeyStore {
    /// A secret, if it is there and as this program writes it.
    func read<Value: Decodable>(_ secret: Secret, as type: Value.Type) throws -> Value? {
        try read(secret).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }

    func write(_ value: some Encodable, as secret: Secret) throws {
        try write(try JSONEncoder().encode(value), as: secret)
    }
}
