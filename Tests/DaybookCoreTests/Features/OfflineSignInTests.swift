import Testing

@testable import DaybookCore

@Suite("Signing in with no network")
struct OfflineSignInTests {
    private static let body = Array(#"{"login":"Asha@Example.com","password":"pAS12#word"}"#.utf8)
    private static let signIn = Effect.request(Request(.signIn, .post, "/api/v1/sessions", body: body))
    private static let unlock = Effect.storage(.unlock(login: "asha@example.com", password: "pAS12#word"))

    /// Somebody has typed login and password.
    private func typed() -> Story {
        var story = Story()
        var form = SignIn()
        (form.login, form.password) = ("Asha@Example.com", "pAS12#word")
        story.app.screen = .signIn(form)
        return story
    }

    /// The person is signed in, and the server does not know it yet.
    private func unlocked() -> Story {
        var story = typed()
        _ = reduce(&story.app, .signIn(.submitted), story.now)
        _ = reduce(&story.app, .answered(.signIn, Answer(status: 0)), story.now)
        _ = reduce(&story.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), story.now)
        return story
    }

    private func signedIn(_ account: Account = Story.account) -> Answer {
        Answer(status: 201, body: JSON.object([.init("account", account.json), .init("token", .string("t"))]).encoded)
    }

    @Test("[A13] With no answer from the server, what the device keeps is tried", arguments: [0, 502, 503])
    func tries(status: Int) {
        var story = typed()
        story.send(.signIn(.submitted), [Self.signIn]) { app in
            app.screen = Self.form { $0.status = .sending }
        }
        story.send(.answered(.signIn, Answer(status: status)), [Self.unlock]) { app in
            app.screen = Self.form { $0.status = .unlocking }
        }
        story.send(.signIn(.submitted))
    }

    private static func form(_ change: (inout SignIn) -> Void) -> App.Screen {
        var form = SignIn()
        (form.login, form.password) = ("Asha@Example.com", "pAS12#word")
        change(&form)
        return .signIn(form)
    }

    @Test("[A13] A server that answers is believed: wrong is wrong, and too many are too many", arguments: [401, 429])
    func answered(status: Int) {
        var story = typed()
        _ = reduce(&story.app, .signIn(.submitted), story.now)
        let effects = reduce(&story.app, .answered(.signIn, Answer(status: status)), story.now)
        #expect(!effects.contains(Self.unlock))
    }

    @Test("[A13] A login or password that opens nothing on this device gets the same message")
    func opensNothing() {
        for action in [DeviceStorage.Answer.unknown, .unavailable(newDevice: Story.device)] {
            var story = typed()
            _ = reduce(&story.app, .signIn(.submitted), story.now)
            _ = reduce(&story.app, .answered(.signIn, Answer(status: 0)), story.now)
            story.send(.storage(action), [.announce(Texts.signInOffline)]) { app in
                app.screen = Self.form {
                    $0.status = .failed(Texts.signInOffline)
                    $0.keyboard.move(to: .field(.password))
                }
            }
        }
    }

    @Test("[A13] Who is in offline is signed in on the server before anything is synced")
    func thenOnline() {
        var story = unlocked()
        #expect(story.homeState.notebook.account == Story.account)
        // Entering asks at once; the first try fails, the next follows a timer.
        let failed = reduce(&story.app, .answered(.signIn, Answer(status: 0, jitter: 1)), story.now)
        #expect(failed == [.startTimer(.notebook(.retrySync), milliseconds: 1_000), .refreshEnded])
        story.play(.list(.quickAddChanged("Buy milk")))
        let adding = reduce(&story.app, .home(.list(.quickAddSubmitted(.whole)), newID: story.newID), story.now)
        #expect(adding.contains(Self.signIn))
        #expect(!adding.contains { if case .request(let call) = $0 { call.id == .sync } else { false } })
        let effects = reduce(&story.app, .answered(.signIn, signedIn()), story.now)
        guard case .request(let sync)? = effects.last else {
            Issue.record("no call follows")
            return
        }
        #expect(sync.id == .sync)
        #expect(sync.account == Story.account.id)
    }

    @Test("[A13] A password that was changed elsewhere ends it; what waits stays sealed")
    func changedElsewhere() {
        var story = unlocked()
        let effects = reduce(&story.app, .answered(.signIn, Answer(status: 401)), story.now)
        #expect(effects == [.signOut(.sessionEnded(unsent: 0, isKept: true))])
    }

    @Test("[A11] Another account behind the same login gets nothing of what was written here")
    func anotherAccount() {
        var story = unlocked()
        let other = Account(id: UUID(high: 7, low: 7), name: "", mobile: "", email: "asha@example.com")
        #expect(
            reduce(&story.app, .answered(.signIn, signedIn(other)), story.now) == [
                .signOut(.sessionEnded(unsent: 0, isKept: true))
            ]
        )
    }

    @Test("[A10] An offline sign-in is not sent before the earlier session has ended")
    func owedSignOut() {
        var story = typed()
        story.app.signOut.isPending = true
        let signOut = Effect.request(Request(.signOut, .delete, "/api/v1/sessions/current"))
        #expect(reduce(&story.app, .signIn(.submitted), story.now) == [signOut])
        #expect(reduce(&story.app, .answered(.signOut, Answer(status: 0)), story.now) == [Self.unlock])
        let entering = reduce(
            &story.app,
            .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)),
            story.now
        )
        #expect(entering.contains(signOut))
        #expect(!entering.contains(Self.signIn))
        #expect(reduce(&story.app, .answered(.signOut, Answer(status: 204)), story.now) == [Self.signIn])
    }
}
