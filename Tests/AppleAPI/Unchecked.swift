// swift-format-ignore-file
// What the two files provide that are type-checked on a Mac alone.
import DaybookCore
import DaybookPhone
import Foundation

struct Keychain: KeyStore {
    func read(_ secret: Secret) throws -> Data? { nil }
    func write(_ data: Data, as secret: Secret) throws {}
    func remove(_ secret: Secret) throws {}
}

struct ImagePhotoMaker: PhotoMaker {
    func photo(of bytes: [UInt8], side: Int) async throws -> PhotoTransfers.Picture { throw PhotoFailure(.notImage) }
}
