import Testing

@testable import DaybookCore

@Suite("Signing in")
struct SignInTests {
    private func opened() -> Story {
        var story = Story()
        story.app.screen = .signIn(SignIn())
        return story
    }

    private func form(_ change: (inout SignIn) -> Void) -> App.Screen {
        var form = SignIn()
        change(&form)
        return .signIn(form)
    }

    @Test("Nobody signed in on this device: the server is asked, then sign-in shows")
    func launch() {
        var story = Story()
        let world = App.World(zone: .utc, isOnline: true)
        story.send(.launched(world, path: "/"), [.request(Request(.rules, .get, "/api/v1/rules"))])
        story.send(.diskEmpty(leftHere: false), [.request(Request(.account, .get, "/api/v1/account"))])
        story.send(.answered(.account, Answer(status: 401))) { $0.screen = .signIn(SignIn()) }
    }

    @Test("[A10] After a logout with no network, the next launch ends the session on the server")
    func leftOffline() {
        var story = Story()
        story.send(
            .diskEmpty(leftHere: true),
            [.request(Request(.signOut, .delete, "/api/v1/sessions/current"))]
        ) {
            $0.screen = .signIn(SignIn())
            $0.signOut.isPending = true
        }
    }

    @Test("[A6] Empty fields have errors at the fields, and the first is focused and told")
    func empty() {
        var story = opened()
        story.send(.signIn(.submitted), [.announce(Texts.loginRequired)]) {
            $0.screen = form {
                $0.violations = [
                    Violation(.login, .required, Texts.loginRequired),
                    Violation(.password, .required, Texts.passwordMissing),
                ]
                $0.keyboard.move(to: .field(.login))
            }
        }
        story.send(.signIn(.loginChanged("asha@example.com"))) {
            $0.screen = form {
                $0.login = "asha@example.com"
                $0.violations = [Violation(.password, .required, Texts.passwordMissing)]
                $0.keyboard.move(to: .field(.login))
            }
        }
    }

    @Test("[A8] Signing in calls the server once, and then opens the vault with the password")
    func succeeds() {
        var story = opened()
        story.send(.signIn(.loginChanged("asha@example.com"))) { $0.screen = form { $0.login = "asha@example.com" } }
        story.send(.signIn(.passwordChanged("pAS12#word"))) {
            $0.screen = form { ($0.login, $0.password) = ("asha@example.com", "pAS12#word") }
        }
        let body = Array(#"{"login":"asha@example.com","password":"pAS12#word"}"#.utf8)
        story.send(.signIn(.submitted), [.request(Request(.signIn, .post, "/api/v1/sessions", body: body))]) {
            $0.screen = form { ($0.login, $0.password, $0.status) = ("asha@example.com", "pAS12#word", .sending) }
        }
        story.send(.signIn(.submitted))
        let answer = JSON.object([.init("account", Story.account.json), .init("token", .string("t"))]).encoded
        story.send(
            .answered(.signIn, Answer(status: 201, body: answer)),
            [.storage(.open(Story.account, password: "pAS12#word"))]
        ) {
            $0.screen = form {
                ($0.login, $0.password, $0.status) = ("asha@example.com", "pAS12#word", .opening(Story.account))
            }
        }
        _ = reduce(&story.app, .storage(.made(newDevice: Story.device)), story.now)
        #expect(story.homeState.notebook.account == Story.account)
        #expect(story.homeState.notebook.replica.device == Story.device)
    }

    @Test("[A8] The message is the same for a wrong password and an unknown account", arguments: [401, 422])
    func fails(status: Int) {
        var story = opened()
        story.app.screen = form { ($0.login, $0.password, $0.status) = ("a@b.co", "x", .sending) }
        story.send(
            .answered(.signIn, Answer(status: status)),
            [.announce(Texts.signInFailed)]
        ) {
            $0.screen = form {
                ($0.login, $0.password, $0.status) = ("a@b.co", "x", .failed(Texts.signInFailed))
                $0.keyboard.move(to: .field(.password))
            }
        }
    }

    @Test("With no network, or too many tries, an error shows and the typed text stays")
    func unreachable() {
        var story = opened()
        story.app.screen = form { ($0.login, $0.password, $0.status) = ("a@b.co", "x", .sending) }
        _ = reduce(&story.app, .answered(.signIn, Answer(status: 429, retryAfter: 90)), story.now)
        #expect(
            story.app.screen
                == form {
                    ($0.login, $0.password) = ("a@b.co", "x")
                    $0.status = .failed("Too many tries. Try again in 2 minutes.")
                    $0.keyboard.move(to: .field(.password))
                }
        )
    }

    @Test(
        "A wait that is longer than a day, or negative, is not told",
        arguments: [(86_400, "Try again in 1440 minutes."), (86_401, nil), (.max, nil), (-5, nil)] as [(Int, String?)]
    )
    func unlikelyWait(seconds: Int, told: String?) {
        let answer = Answer(status: 429, retryAfter: seconds)
        #expect(answer.retryAfter == (told == nil ? nil : seconds))
        #expect(Texts.failure(answer) == "Too many tries. " + (told ?? "Wait a little and try again."))
    }

    @Test("[A9] An open vault shows the list without asking anything")
    func relaunch() {
        var story = Story()
        let effects = reduce(
            &story.app,
            .storage(.opened(Story.account, DiskContent(sequence: 7), newDevice: Story.device)),
            story.now
        )
        let body = SyncRequest(device: Story.device, cursor: 0).encoded
        #expect(
            effects == [
                .cancelTimer(.notebook(.retrySync)),
                .request(Request(.sync, .post, "/api/v1/sync", body: body, account: Story.account.id)),
                .startTimer(.notebook(.pollSync), milliseconds: 20_000), .shared(.look),
            ]
        )
    }

    @Test("A device that can keep nothing goes on in memory, with a message")
    func memoryOnly() {
        var story = opened()
        story.app.screen = form { ($0.password, $0.status) = ("x", .opening(Story.account)) }
        _ = reduce(&story.app, .storage(.unavailable(newDevice: Story.device)), story.now)
        #expect(story.homeState.banner(isOnline: true) == Texts.memoryOnly)
        story.play(.list(.quickAddChanged("Milk")))
        let effects = reduce(&story.app, .home(.list(.quickAddSubmitted(.whole)), newID: story.newID), story.now)
        #expect(!effects.contains { if case .notebook(.append) = $0 { true } else { false } })
    }

    @Test("[A10] A sign-in waits until the earlier session has ended on the server")
    func owedSignOut() {
        let signOut = Effect.request(Request(.signOut, .delete, "/api/v1/sessions/current"))
        var story = Story()
        _ = reduce(&story.app, .diskEmpty(leftHere: true), story.now)
        _ = reduce(&story.app, .answered(.signOut, Answer(status: 0)), story.now)
        _ = reduce(&story.app, .signIn(.loginChanged("a@b.co")), story.now)
        _ = reduce(&story.app, .signIn(.passwordChanged("x")), story.now)
        #expect(reduce(&story.app, .signIn(.submitted), story.now) == [signOut])
        let failed = reduce(&story.app, .answered(.signOut, Answer(status: 0)), story.now)
        #expect(failed == [.storage(.unlock(login: "a@b.co", password: "x"))])
        _ = reduce(&story.app, .storage(.unknown), story.now)
        #expect(reduce(&story.app, .onlineChanged(true), story.now) == [signOut])
        #expect(reduce(&story.app, .answered(.signOut, Answer(status: 401)), story.now) == [])
        let body = Array(#"{"login":"a@b.co","password":"x"}"#.utf8)
        let signIn = Effect.request(Request(.signIn, .post, "/api/v1/sessions", body: body))
        #expect(reduce(&story.app, .signIn(.submitted), story.now) == [signIn])
    }

    @Test("[A10] A call held back for a sign-out goes out as soon as that is answered")
    func heldSignIn() {
        var story = opened()
        story.app.signOut.isPending = true
        story.app.screen = form { ($0.login, $0.password) = ("a@b.co", "x") }
        _ = reduce(&story.app, .signIn(.submitted), story.now)
        let effects = reduce(&story.app, .answered(.signOut, Answer(status: 204)), story.now)
        let body = Array(#"{"login":"a@b.co","password":"x"}"#.utf8)
        #expect(effects == [.request(Request(.signIn, .post, "/api/v1/sessions", body: body))])
    }
}
