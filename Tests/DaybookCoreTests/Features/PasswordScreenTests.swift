import Testing

@testable import DaybookCore

@Suite("Passwords that change")
struct PasswordScreenTests {
    private func opening() -> Story {
        var story = Story()
        var form = SignIn()
        (form.password, form.status) = ("nEW12#word", .opening(Story.account))
        story.app.screen = .signIn(form)
        return story
    }

    private func asked() -> Story {
        var story = opening()
        _ = reduce(&story.app, .storage(.locked(unsent: 3)), story.now)
        return story
    }

    private func screen(_ change: (inout EarlierPassword) -> Void = { _ in }) -> App.Screen {
        var state = EarlierPassword(account: Story.account, password: "nEW12#word")
        change(&state)
        return .earlierPassword(state)
    }

    @Test("[A13] A vault under an earlier password in which all is synced is replaced without a question")
    func nothingToLose() {
        var story = opening()
        story.send(.storage(.locked(unsent: 0)), [.storage(.replace(Story.account, password: "nEW12#word"))])
    }

    @Test("[A13] A vault under an earlier password asks for it", arguments: [nil, 1, 3])
    func asks(unsent: Int?) {
        var story = opening()
        story.send(.storage(.locked(unsent: unsent))) { $0.screen = screen() }
    }

    @Test("[A13] The earlier password brings everything back under the present one")
    func bringsBack() {
        var story = asked()
        story.send(.earlierPassword(.submitted), [.announce(Texts.passwordMissing)]) {
            $0.screen = screen {
                $0.violations = [Violation(.earlier, .required, Texts.passwordMissing)]
                $0.keyboard.move(to: .field(.earlier))
            }
        }
        story.send(.earlierPassword(.changed("oLD12#word"))) {
            $0.screen = screen {
                $0.earlier = "oLD12#word"
                $0.keyboard.move(to: .field(.earlier))
            }
        }
        story.send(
            .earlierPassword(.submitted),
            [.storage(.recover(Story.account, earlier: "oLD12#word", password: "nEW12#word"))]
        ) {
            $0.screen = screen {
                ($0.earlier, $0.status) = ("oLD12#word", .opening(Story.account))
                $0.keyboard.move(to: .field(.earlier))
            }
        }
        _ = reduce(&story.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), story.now)
        #expect(story.homeState.notebook.connection.session == .open)
    }

    @Test("[A13] A wrong earlier password gets an error, and is asked for again")
    func wrong() {
        var story = asked()
        _ = reduce(&story.app, .earlierPassword(.changed("x")), story.now)
        _ = reduce(&story.app, .earlierPassword(.submitted), story.now)
        story.send(.storage(.locked(unsent: nil)), [.announce(Texts.earlierPasswordWrong)]) {
            $0.screen = screen {
                ($0.earlier, $0.status) = ("x", .failed(Texts.earlierPasswordWrong))
                $0.keyboard.move(to: .field(.earlier))
            }
        }
    }

    @Test("[A13] What is sealed is thrown away only after a question")
    func throwsAway() {
        var story = asked()
        story.send(.earlierPassword(.dropConfirmed))
        story.send(.earlierPassword(.dropTapped)) { $0.screen = screen { $0.asksToDrop = true } }
        story.send(.earlierPassword(.dropDismissed)) {
            $0.screen = screen { $0.keyboard.move(to: .field(.earlier)) }
        }
        _ = reduce(&story.app, .earlierPassword(.dropTapped), story.now)
        story.send(.earlierPassword(.dropConfirmed), [.storage(.replace(Story.account, password: "nEW12#word"))]) {
            $0.screen = screen {
                $0.status = .opening(Story.account)
                $0.keyboard.move(to: .field(.earlier))
            }
        }
        _ = reduce(&story.app, .storage(.made(newDevice: Story.device)), story.now)
        #expect(story.homeState.notebook.account == Story.account)
    }

    // MARK: - A password that the operator gave out

    private static var temporary: Account {
        var account = Story.account
        account.hasTemporaryPassword = true
        return account
    }

    private func choosing() -> Story {
        var story = Story()
        var form = SignIn()
        (form.login, form.password, form.status) = ("asha@example.com", "tEMP12#word", .sending)
        story.app.screen = .signIn(form)
        let body = JSON.object([.init("account", Self.temporary.json), .init("token", .string("t"))]).encoded
        let effects = reduce(&story.app, .answered(.signIn, Answer(status: 201, body: body)), story.now)
        #expect(effects == [] && story.app.keyboard.place == .field(.new))
        return story
    }

    private func state(_ story: Story) -> AccountForm? {
        if case .newPassword(let state) = story.app.screen { state.form } else { nil }
    }

    @Test("[A14] After a temporary password one's own is chosen, and nothing is kept before")
    func choosesOwn() throws {
        var story = choosing()
        #expect(state(story)?[.current] == "tEMP12#word")
        for field in [Violation.Field.new, .newAgain] {
            _ = reduce(&story.app, .newPassword(.changed(field, "oWNone12#")), story.now)
        }
        let body = Array(#"{"current":"tEMP12#word","new":"oWNone12#"}"#.utf8)
        let call = Request(.accountForm, .put, "/api/v1/account/password", body: body, account: Story.account.id)
        #expect(reduce(&story.app, .newPassword(.submitted), story.now) == [.request(call)])
        let effects = reduce(&story.app, .answered(.accountForm, Answer(status: 204)), story.now)
        #expect(effects == [.storage(.open(Story.account, password: "oWNone12#"))])
        _ = reduce(&story.app, .storage(.made(newDevice: Story.device)), story.now)
        #expect(story.homeState.notebook.account.hasTemporaryPassword == false)
    }

    @Test("[A5] [A6] A new password that breaks a rule has an error at its field, and nothing is sent")
    func breaksRules() {
        var story = choosing()
        _ = reduce(&story.app, .newPassword(.changed(.new, "short")), story.now)
        let moves = story.app.keyboard.moves
        let effects = reduce(&story.app, .newPassword(.submitted), story.now)
        #expect(effects.count == 1 && story.app.keyboard.place == .field(.new) && story.app.keyboard.moves > moves)
        #expect(state(story)?.visibleViolations(.standard).map(\.field) == [.new, .newAgain])
    }

    @Test("[A14] A temporary password that no longer works gets an error, and leads back to signing in")
    func noLongerWorks() {
        var story = choosing()
        for field in [Violation.Field.new, .newAgain] {
            _ = reduce(&story.app, .newPassword(.changed(field, "oWNone12#")), story.now)
        }
        _ = reduce(&story.app, .newPassword(.submitted), story.now)
        let body = Array(
            #"{"errors":[{"field":"current","code":"mismatch","message":"This is not your password."}]}"#.utf8
        )
        let effects = reduce(&story.app, .answered(.accountForm, Answer(status: 422, body: body)), story.now)
        #expect(effects == [.announce(Texts.temporaryEnded)])
        #expect(story.app.screen == .signIn(SignIn(notice: Texts.temporaryEnded)))
    }

    @Test("A relaunch in the middle asks to sign in again")
    func relaunch() {
        var story = Story()
        _ = reduce(&story.app, .launched(App.World(), path: "/"), story.now)
        _ = reduce(&story.app, .answered(.account, Answer(status: 200, body: Self.temporary.json.encoded)), story.now)
        #expect(story.app.screen == .signIn(SignIn()))
    }
}
