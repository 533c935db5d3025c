import DaybookClient
import DaybookCore
import Foundation
import Testing

@testable import DaybookPhone

/// The stories of accounts, on a phone without a server.
@MainActor struct AccountStoryTests {
    @Test("[A1] a valid sign-up opens an empty notebook")
    func signUp() async throws {
        let phone = await TestPhone()
        #expect(!phone.isSignedIn)
        await phone.signUp()
        #expect(phone.isSignedIn && phone.titles.isEmpty)
        #expect(phone.app.app.home?.notebook.account.email == "asha@example.org")
        #expect(phone.app.app.home?.banner(isOnline: true) == nil, "nothing waits for a server that is not there")
    }

    @Test(
        "[A6] a sign-up with an empty field shows an error there, and keeps the others",
        arguments: [Violation.Field.name, .mobile, .email, .password]
    )
    func emptyField(field: Violation.Field) async {
        let phone = await TestPhone()
        await phone.signUp(
            name: field == .name ? "" : "Asha Rao",
            mobile: field == .mobile ? "" : "9876543210",
            email: field == .email ? "" : "asha@example.org",
            password: field == .password ? "" : TestPhone.password
        )
        #expect(!phone.isSignedIn)
        #expect(phone.violations.contains { $0.field == field && $0.code == .required })
        guard case .signUp(let screen) = phone.app.app.screen else {
            Issue.record("the form has gone")
            return
        }
        for other in [Violation.Field.name, .mobile, .email] where other != field {
            #expect(!screen.value(other).isEmpty)
        }
    }

    @Test("[A1] passwords that differ are refused")
    func passwordsDiffer() async {
        let phone = await TestPhone()
        await phone.signUp(again: "xYQ7#wZ9q")
        #expect(!phone.isSignedIn)
        #expect(phone.violations.map { $0.field } == [.passwordAgain])
    }

    @Test("[A7] an email and a mobile number belong to one account of the device")
    func taken() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.logOut()
        await phone.signUp(mobile: "9876543211", email: "ASHA@example.org")
        #expect(!phone.isSignedIn)
        #expect(phone.violations.map { $0.field } == [.email])
        await phone.send(.signUp(.changed(.email, "ravi@example.org")))
        await phone.send(.signUp(.changed(.mobile, "+91 98765 43210")))
        await phone.send(.signUp(.submitted))
        #expect(phone.violations.map { $0.field } == [.mobile])
        await phone.send(.signUp(.changed(.mobile, "9876543211")))
        await phone.send(.signUp(.submitted))
        #expect(phone.isSignedIn)
    }

    @Test("[A8] sign-in takes the email or the mobile number", arguments: ["Asha@Example.org", "+91 98765-43210"])
    func signIn(login: String) async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Buy milk")
        await phone.logOut()
        #expect(!phone.isSignedIn)
        await phone.signIn(login)
        #expect(phone.titles == ["Buy milk"])
    }

    @Test("[A8] a wrong password and an unknown login fail in the same words")
    func signInFails() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.logOut()
        await phone.signIn("asha@example.org", "xYQ7#wZ9q")
        let wrong = phone.failure
        await phone.signIn("ravi@example.org", TestPhone.password)
        #expect(wrong != nil && phone.failure == wrong)
        #expect(!phone.isSignedIn)
    }

    @Test("[A8] empty fields are named before anything is tried")
    func signInEmpty() async {
        let phone = await TestPhone()
        await phone.send(.signIn(.submitted))
        #expect(phone.violations.map { $0.field } == [.login, .password])
    }

    @Test("[A8] ten wrong passwords are free, then each begins a wait, also over a relaunch, and no wait is permanent")
    func waits() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.logOut()
        for _ in 0..<10 { await phone.signIn("asha@example.org", "wrong") }
        await phone.signIn()
        #expect(!phone.isSignedIn && phone.failure != nil)
        await phone.relaunch()
        await phone.signIn()
        #expect(!phone.isSignedIn)
        phone.clock.advance(minutes: 1)
        await phone.signIn()
        #expect(phone.isSignedIn)
    }

    @Test("[A9] a person stays signed in over a relaunch")
    func staysSignedIn() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Buy milk")
        await phone.relaunch()
        #expect(phone.titles == ["Buy milk"])
    }

    @Test("[A10] logging out asks first, and the open file is sealed")
    func logOut() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Secret plan")
        await phone.send(.logOutTapped)
        #expect(phone.app.app.home?.overlay == .confirmLogOut)
        await phone.send(.overlay(.dismissed))
        #expect(phone.isSignedIn)
        let vault = try #require(await phone.app.storage.open?.vault)
        #expect(vault.isOpen)
        await phone.logOut()
        #expect(!phone.isSignedIn && !vault.isOpen)
        #expect(try phone.keys.read(.session) == nil)
        #expect(try phone.filesContaining("Secret plan").isEmpty)
        await phone.relaunch()
        #expect(!phone.isSignedIn)
        await phone.signIn()
        #expect(phone.titles == ["Secret plan"])
    }

    @Test("[S6] a notebook whose log SQLite could not take in is not sealed, and loses nothing")
    func unfinished() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Buy milk")
        let open = try #require(await phone.app.storage.open)
        // While the file is open, its changes are in the log.
        #expect(throws: Vault.Unfinished.self) { try open.vault.seal(open.key) }
        #expect(open.vault.isOpen)
        await phone.logOut()
        #expect(!open.vault.isOpen)
        await phone.signIn()
        #expect(phone.titles == ["Buy milk"])
    }

    @Test("[S6] a notebook whose file is missing or empty comes back from its copy", arguments: [false, true])
    func lost(isEmpty: Bool) async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Buy milk")
        let open = try #require(await phone.app.storage.open)
        #expect(try open.file.keepCopy(now: Device.now.advanced(by: .days(2))))
        let file = open.vault.notebook.file
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: file + suffix) }
        if isEmpty { try Data().write(to: URL(fileURLWithPath: file)) }
        await phone.relaunch()
        #expect(phone.titles == ["Buy milk"])
    }

    @Test("[S6] a process that ends while a notebook is unsealed leaves one of both", arguments: [false, true])
    func crash(isSealedThere: Bool) async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Buy milk")
        let open = try #require(await phone.app.storage.open)
        await phone.logOut()
        let sealed = open.vault.path + "/notebook.sealed"
        let bytes = try #require(FileManager.default.contents(atPath: sealed))
        // The file is open and on the disk, and the sealed bytes are still there, or have just gone.
        try open.vault.open(open.key).close()
        if isSealedThere { try bytes.write(to: URL(fileURLWithPath: sealed)) }
        await phone.relaunch()
        await phone.signIn()
        #expect(phone.titles == ["Buy milk"])
        #expect(!FileManager.default.fileExists(atPath: sealed))
    }

    @Test("[A11] each person sees their own to-dos")
    func people() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Asha’s")
        await phone.logOut()
        await phone.signUp(name: "Ravi Rao", mobile: "9876543211", email: "ravi@example.org")
        #expect(phone.titles.isEmpty)
        await phone.add("Ravi’s")
        await phone.logOut()
        await phone.signIn("asha@example.org")
        #expect(phone.titles == ["Asha’s"])
        await phone.logOut()
        await phone.signIn("ravi@example.org")
        #expect(phone.titles == ["Ravi’s"])
    }

    @Test("[A14] a new password opens the notebook, and the old one no longer does")
    func changePassword() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Buy milk")
        await phone.send(.upper(.accountOpened))
        await phone.send(.upper(.account(.formOpened(.password))))
        for (field, text) in [
            (Violation.Field.current, TestPhone.password), (.new, "bXY12#cde"), (.newAgain, "bXY12#cde"),
        ] {
            await phone.send(.upper(.account(.form(.changed(field, text)))))
        }
        await phone.send(.upper(.account(.form(.submitted))))
        await phone.logOut()
        await phone.signIn()
        #expect(!phone.isSignedIn)
        await phone.signIn("asha@example.org", "bXY12#cde")
        #expect(phone.titles == ["Buy milk"])
    }

    @Test("[A14] a deleted account leaves nothing on the device, and its email is free")
    func deletion() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.add("Secret plan")
        await phone.send(.upper(.accountOpened))
        await phone.send(.upper(.account(.formOpened(.deletion))))
        await phone.send(.upper(.account(.form(.changed(.password, "wrong")))))
        await phone.send(.upper(.account(.form(.submitted))))
        #expect(phone.isSignedIn)
        await phone.send(.upper(.account(.form(.changed(.password, TestPhone.password)))))
        await phone.send(.upper(.account(.form(.submitted))))
        #expect(!phone.isSignedIn)
        #expect(try phone.filesContaining("Secret plan").isEmpty)
        #expect(try phone.filesContaining("asha@example.org").isEmpty)
        await phone.signUp()
        #expect(phone.isSignedIn && phone.titles.isEmpty)
    }

    @Test("[A14] a change of the email needs the password, a change of the name does not")
    func details() async {
        let phone = await TestPhone()
        await phone.signUp()
        await phone.send(.upper(.accountOpened))
        await phone.send(.upper(.account(.formOpened(.details))))
        await phone.send(.upper(.account(.form(.changed(.name, "Asha Rao Das")))))
        await phone.send(.upper(.account(.form(.submitted))))
        #expect(phone.app.app.home?.notebook.account.name == "Asha Rao Das")
        await phone.send(.upper(.account(.formOpened(.details))))
        await phone.send(.upper(.account(.form(.changed(.email, "asha@example.com")))))
        await phone.send(.upper(.account(.form(.changed(.password, TestPhone.password)))))
        await phone.send(.upper(.account(.form(.submitted))))
        #expect(phone.app.app.home?.notebook.account.email == "asha@example.com")
        await phone.logOut()
        await phone.signIn("asha@example.com")
        #expect(phone.isSignedIn)
    }
}
