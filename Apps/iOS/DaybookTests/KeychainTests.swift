import DaybookPhone
import Foundation
import Testing

@testable import Daybook

/// The Keychain of the device that runs the tests.
struct KeychainTests {
    @Test("a secret is kept, replaced and forgotten")
    func secrets() throws {
        let keychain = Keychain()
        let before = try keychain.read(.signOut)
        try keychain.write(Data("one".utf8), as: .signOut)
        try keychain.write(Data("two".utf8), as: .signOut)
        #expect(try keychain.read(.signOut) == Data("two".utf8))
        try keychain.remove(.signOut)
        try keychain.remove(.signOut)
        #expect(try keychain.read(.signOut) == nil)
        if let before { try keychain.write(before, as: .signOut) }
    }
}
