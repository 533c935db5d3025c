import Testing

@testable import DaybookCore

@Suite("The account's screen")
struct AccountScreenTests {
    private static let sessions = Effect.request(
        Request(.sessions, .get, "/api/v1/sessions", account: Story.account.id)
    )
    private static let activity = Effect.request(
        Request(.activity, .get, "/api/v1/account/activity", account: Story.account.id)
    )

    private static let usage = Effect.request(Request(.usage, .get, "/api/v1/account", account: Story.account.id))
    /// The requests of the screen to the server.
    private static let loads = [sessions, activity, usage]

    private func opened() -> Story {
        var story = Story.signedIn()
        story.home(.upper(.accountOpened), Self.loads) {
            $0.upper = .account(AccountScreen())
        }
        return story
    }

    private func answer(_ text: String, status: Int = 200) -> Answer {
        Answer(status: status, body: Array(text.utf8))
    }

    private func screen(_ story: Story) throws -> AccountScreen {
        try #require(story.accountScreen)
    }

    @Test("[A14] It lists sessions, this one first, and what happened")
    func lists() throws {
        var story = opened()
        let sessions = """
            {"items":[{"id":"00000000-0000-0000-0000-000000000001","device":"Firefox on Linux",\
            "createdAt":"2027-01-01T00:00:00.000Z","lastUsedAt":"2027-01-14T00:00:00.000Z","current":false},\
            {"id":"00000000-0000-0000-0000-000000000002","device":null,"createdAt":"2027-01-01T00:00:00.000Z",\
            "lastUsedAt":"2027-01-15T00:00:00.000Z","current":true}]}
            """
        _ = reduce(&story.app, .answered(.sessions, answer(sessions)), story.now)
        guard case .here(let list) = try screen(story).sessions else {
            Issue.record("no sessions")
            return
        }
        #expect(list.map(\.isCurrent) == [true, false])
        #expect(list.map(\.device) == ["", "Firefox on Linux"])
        let activity = #"{"items":[{"at":"2027-01-15T08:00:00.000Z","kind":"signed_in","device":"Safari on iPhone"}]}"#
        _ = reduce(&story.app, .answered(.activity, answer(activity)), story.now)
        guard case .here(let events) = try screen(story).activity else {
            Issue.record("no activity")
            return
        }
        #expect(events.map { Texts.activity($0.kind) } == ["Signed in"])
    }

    private func used(_ records: Int64, bytes: Int64 = 3_000_000, photos: Int64 = 19_950_001) -> String {
        """
        {"id":"\(Story.account.id)","email":"asha@example.com","usage":{\
        "accountRecords":{"used":\(records),"maximum":250000},"accountBytes":{"used":\(bytes),"maximum":512000000},\
        "accountPhotos":{"used":7,"maximum":100000},"accountPhotoBytes":{"used":\(photos),"maximum":null}}}
        """
    }

    @Test(
        "It shows how much room is used once the server has answered, and nothing if an older server does not report it"
    )
    func usage() throws {
        var story = opened()
        _ = reduce(&story.app, .answered(.usage, Answer(status: 0)), story.now)
        _ = reduce(&story.app, .answered(.usage, answer(#"{"id":"x","email":"y"}"#)), story.now)
        #expect(try screen(story).usage == nil)
        _ = reduce(&story.app, .answered(.usage, answer(used(12))), story.now)
        let usage = try #require(try screen(story).usage)
        #expect(Texts.used(usage) == "12 of 250,000 items, 3 MB of 512 MB of text, 20 MB of photos")
        #expect(!usage.isNearlyFull)
    }

    @Test("At nine tenths of any bound the account is nearly full", arguments: [224_999, 225_000, 250_001])
    func nearlyFull(_ records: Int64) throws {
        func usage(_ text: String) throws -> AccountScreen.Usage {
            var story = opened()
            _ = reduce(&story.app, .answered(.usage, answer(text)), story.now)
            return try #require(try screen(story).usage)
        }
        #expect(try usage(used(records)).isNearlyFull == (records >= 225_000))
        #expect(try usage(used(0, bytes: 460_800_000)).isNearlyFull)
        // No bound is never reached.
        #expect(try !usage(used(0, photos: .max)).isNearlyFull)
    }

    @Test(
        "Sizes are written as a person reads them",
        arguments: [
            (0, "0 KB"), (1, "0.1 KB"), (1_000, "1 KB"), (9_950, "10 KB"), (20_000, "20 KB"), (999_900, "1,000 KB"),
            (1_000_000, "1 MB"), (1_500_000, "1.5 MB"), (536_870_912, "537 MB"), (5_000_000_000, "5 GB"),
            (.max, "9,223,373 TB"),
        ] as [(Int64, String)]
    )
    func sizes(_ bytes: Int64, _ text: String) {
        #expect(Texts.size(bytes) == text)
    }

    @Test("An import without room, or at a bad moment, shows the server's message", arguments: [503, 507])
    func importRefused(_ status: Int) throws {
        var story = opened()
        story.play(.upper(.account(.importChosen)))
        let detail = #"{"type":"about:blank","title":"x","status":503,"detail":"Try again in a few minutes."}"#
        let effects = reduce(&story.app, .answered(.importing, answer(detail, status: status)), story.now)
        #expect(effects == [.announce("Try again in a few minutes.")])
        #expect(try screen(story).importing == .failed("Try again in a few minutes."))
    }

    @Test("With no network it shows an error, and asks again when the person retries")
    func offline() throws {
        var story = opened()
        _ = reduce(&story.app, .answered(.sessions, Answer(status: 0)), story.now)
        #expect(try screen(story).sessions == .failed(Texts.failure(Answer(status: 0))))
        // The message and its button stay, so that the keyboard stays on the button. The same message again is told.
        story.home(.upper(.reloadTapped), Self.loads)
        let message = Texts.failure(Answer(status: 0))
        story.send(.answered(.sessions, Answer(status: 0)), [.announce(message)])
    }

    @Test("[A14] Ending a session, or all others, is sent and the list read again")
    func ends() throws {
        var story = opened()
        let id = UUID(high: 5, low: 5)
        let path = "/api/v1/sessions/00000000-0000-0005-0000-000000000005"
        story.home(
            .upper(.account(.sessionEnded(id))),
            [.request(Request(.endSession, .delete, path, account: Story.account.id))]
        )
        story.home(
            .upper(.account(.othersEnded)),
            [.request(Request(.endSession, .delete, "/api/v1/sessions", account: Story.account.id))]
        )
        let effects = reduce(&story.app, .answered(.endSession, Answer(status: 204)), story.now)
        #expect(effects == [.announce(Texts.sessionsEnded)] + Self.loads)
    }

    @Test("[A14] Changing the password locks the device with the new one")
    func password() throws {
        var story = opened()
        story.play(.upper(.account(.formOpened(.password))))
        story.play(.upper(.account(.form(.changed(.current, "qwERty12#x")))))
        story.play(.upper(.account(.form(.changed(.new, "oTHer34!ss")))))
        story.play(.upper(.account(.form(.changed(.newAgain, "oTHer34!ss")))))
        let body = Array(#"{"current":"qwERty12#x","new":"oTHer34!ss"}"#.utf8)
        let call = Request(.accountForm, .put, "/api/v1/account/password", body: body, account: Story.account.id)
        #expect(
            reduce(&story.app, .home(.upper(.account(.form(.submitted))), newID: story.newID), story.now) == [
                .request(call)
            ]
        )
        let effects = reduce(&story.app, .answered(.accountForm, Answer(status: 204)), story.now)
        #expect(
            effects == [
                .announce(Texts.passwordChanged),
                .storage(.changePassword(Story.account, current: "qwERty12#x", new: "oTHer34!ss")), Self.sessions,
                Self.activity,
                Self.usage,
            ]
        )
        #expect(try screen(story).form == nil)
    }

    @Test("[A6] What the server refuses shows at its field until that changes; nothing typed is lost")
    func refused() throws {
        var story = opened()
        story.play(.upper(.account(.formOpened(.password))))
        for (field, text) in [(Violation.Field.current, "wrong"), (.new, "oTHer34!ss"), (.newAgain, "oTHer34!ss")] {
            story.play(.upper(.account(.form(.changed(field, text)))))
        }
        story.play(.upper(.account(.form(.submitted))))
        let wrong = Violation(.current, .mismatch, "This is not your password.")
        let body = JSON.object([.init("errors", .array([wrong.json]))]).encoded
        let effects = reduce(&story.app, .answered(.accountForm, Answer(status: 422, body: body)), story.now)
        #expect(effects == [.announce(wrong.message)] && story.app.keyboard.place == .field(.current))
        #expect(try screen(story).form?.visibleViolations(.standard) == [wrong])
        #expect(try screen(story).form?[.new] == "oTHer34!ss")
        story.play(.upper(.account(.form(.changed(.current, "qwERty12#x")))))
        #expect(try screen(story).form?.visibleViolations(.standard) == [])
    }

    @Test("[A2] [A3] [A4] Only details that changed are sent, in their normal form; without a change the form closes")
    func details() throws {
        var story = opened()
        story.play(.upper(.account(.formOpened(.details))))
        story.play(.upper(.account(.form(.submitted))))
        #expect(try screen(story).form == nil)
        story.play(.upper(.account(.formOpened(.details))))
        story.play(.upper(.account(.form(.changed(.mobile, "+91 98123-45679")))))
        story.play(.upper(.account(.form(.submitted))))
        #expect(try screen(story).form?.visibleViolations(.standard).map(\.field) == [.password])
        story.play(.upper(.account(.form(.changed(.password, "qwERty12#x")))))
        let body = Array(#"{"mobile":"9812345679","password":"qwERty12#x"}"#.utf8)
        let call = Request(.accountForm, .patch, "/api/v1/account", body: body, account: Story.account.id)
        #expect(
            reduce(&story.app, .home(.upper(.account(.form(.submitted))), newID: story.newID), story.now) == [
                .request(call)
            ]
        )
        var account = Story.account
        account.mobile = "9812345679"
        let answer = Answer(status: 200, body: account.json.encoded)
        let effects = reduce(&story.app, .answered(.accountForm, answer), story.now)
        #expect(effects.contains(.storage(.keep(account))))
        #expect(story.homeState.notebook.account == account)
    }

    @Test("[A14] The password is asked for while email or mobile differ, and not for the name alone")
    func proof() throws {
        var story = opened()
        story.play(.upper(.account(.formOpened(.details))))
        story.play(.upper(.account(.form(.changed(.name, "Asha Bhat")))))
        #expect(try screen(story).form?.asksForPassword == false)
        story.play(.upper(.account(.form(.changed(.email, "other@example.com")))))
        #expect(try screen(story).form?.values.last?.field == .password)
        story.play(.upper(.account(.form(.changed(.email, Story.account.email)))))
        #expect(try screen(story).form?.asksForPassword == false)
        let body = Array(#"{"name":"Asha Bhat"}"#.utf8)
        let call = Request(.accountForm, .patch, "/api/v1/account", body: body, account: Story.account.id)
        #expect(
            reduce(&story.app, .home(.upper(.account(.form(.submitted))), newID: story.newID), story.now) == [
                .request(call)
            ]
        )
    }

    @Test("[A14] Deleting the account takes the password, and then everything of it goes from the device")
    func deletion() throws {
        var story = opened()
        story.play(.upper(.account(.formOpened(.deletion))))
        story.play(.upper(.account(.form(.submitted))))
        #expect(try screen(story).form?.visibleViolations(.standard).map(\.code) == [.required])
        story.play(.upper(.account(.form(.changed(.password, "qwERty12#x")))))
        story.play(.upper(.account(.form(.submitted))))
        story.send(.answered(.accountForm, Answer(status: 204)), [.signOut(.deleted)]) { $0.screen = .launching }
        story.app = App()
        _ = reduce(&story.app, .launched(App.World(), path: "/", after: .deleted), story.now)
        #expect(story.app.screen == .signIn(SignIn(notice: Texts.accountDeleted)))
    }

    @Test("[A14] A call that finds no session while the account is being deleted does not get in before the answer")
    func deletionFirst() throws {
        var story = opened()
        _ = reduce(&story.app, .home(.pulledToRefresh, newID: story.newID), story.now)
        story.play(.upper(.account(.formOpened(.deletion))))
        story.play(.upper(.account(.form(.changed(.password, "qwERty12#x")))))
        story.play(.upper(.account(.form(.submitted))))
        for id in [Request.ID.sync, .events] {
            let effects = reduce(&story.app, .answered(id, Answer(status: 401)), story.now)
            #expect(!effects.contains { if case .signOut = $0 { true } else { false } }, "\(id)")
        }
        story.send(.answered(.accountForm, Answer(status: 204)), [.signOut(.deleted)]) { $0.screen = .launching }
        // The answer is lost: the next call finds out.
        var lost = opened()
        lost.play(.upper(.account(.formOpened(.deletion))))
        lost.play(.upper(.account(.form(.changed(.password, "qwERty12#x")))))
        lost.play(.upper(.account(.form(.submitted))))
        _ = reduce(&lost.app, .answered(.accountForm, Answer(status: 0)), lost.now)
        _ = reduce(&lost.app, .home(.pulledToRefresh, newID: lost.newID), lost.now)
        let effects = reduce(&lost.app, .answered(.sync, Answer(status: 401)), lost.now)
        #expect(effects == [.signOut(.sessionEnded(unsent: 0, isKept: true))])
    }

    @Test("[A14] The result of an import shows, and is synced at once")
    func importing() throws {
        var story = opened()
        story.home(.upper(.account(.importChosen))) {
            var screen = AccountScreen()
            screen.importing = .sending
            $0.upper = .account(screen)
        }
        let answer = answer(#"{"imported":1200,"rejected":[{"kind":"todo","id":"x","errors":[]}]}"#)
        let effects = reduce(&story.app, .answered(.importing, answer), story.now)
        let text = "Imported 1,200 entries. 1 entry was left out: it breaks a rule."
        #expect(effects.first == .announce(text))
        #expect(effects.contains { if case .request(let call) = $0 { call.id == .sync } else { false } })
        story.play(.upper(.account(.importChosen)))
        let full = #"{"status":409,"detail":"This account has to-dos already."}"#
        _ = reduce(&story.app, .answered(.importing, self.answer(full, status: 409)), story.now)
        #expect(try screen(story).importing == .failed("This account has to-dos already."))
    }

    @Test("Back closes the screen, also by the face's own way; its address opens it")
    func routes() {
        var story = opened()
        #expect(story.app.places == [.home, .account])
        story.home(.upper(.closed)) { $0.upper = nil }
        story.send(
            .routeChanged(Address(.account)),
            Self.loads
        ) { app in
            _ = app.withHome { home in
                home.upper = .account(AccountScreen())
                return []
            }
        }
        story.send(.wentBack(newID: story.newID)) { app in
            _ = app.withHome { home in
                home.upper = nil
                return []
            }
        }
    }
}
