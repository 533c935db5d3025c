import Testing

@testable import DaybookCore

@Suite("Signing up")
struct SignUpTests {
    private static let good = SignUpForm(
        name: "Asha Rao",
        mobile: "+91 98123-45678",
        email: "Asha@Example.com",
        password: "qwERty12#x",
        passwordAgain: "qwERty12#x"
    )

    private func opened(_ form: SignUpForm = SignUpForm()) -> Story {
        var story = Story()
        story.app.screen = .signUp(state(form))
        return story
    }

    private func state(_ form: SignUpForm, _ change: (inout SignUp) -> Void = { _ in }) -> SignUp {
        var state = SignUp()
        state.form = form
        change(&state)
        return state
    }

    @Test("[A6] A broken rule shows once its field is left, and not while it is typed")
    func leaving() {
        var story = opened()
        story.send(.signUp(.changed(.name, "As"))) { $0.screen = .signUp(state(SignUpForm(name: "As"))) }
        guard case .signUp(let typing) = story.app.screen else { return }
        #expect(typing.visibleViolations(.standard).isEmpty)
        story.send(.signUp(.leftField(.name))) {
            $0.screen = .signUp(state(SignUpForm(name: "As")) { $0.left = [.name] })
        }
        guard case .signUp(let left) = story.app.screen else { return }
        #expect(left.visibleViolations(.standard).map { $0.code } == [.tooShort])
    }

    @Test("[A6] Leaving an empty field shows no error yet")
    func leavingEmpty() {
        var story = opened()
        story.send(.signUp(.leftField(.email)))
    }

    @Test("[A6] Sending shows every broken rule, focuses the first, and loses nothing")
    func sendingBroken() {
        var story = opened(SignUpForm(name: "Asha Rao", mobile: "123"))
        let message = Rules.standard.mobileViolation("123")?.message ?? ""
        story.send(.signUp(.submitted), [.announce(message)]) {
            $0.screen = .signUp(
                state(SignUpForm(name: "Asha Rao", mobile: "123")) {
                    $0.left = [.name, .mobile, .email, .password, .passwordAgain]
                    $0.keyboard.move(to: .field(.mobile))
                }
            )
        }
        guard case .signUp(let sent) = story.app.screen else { return }
        #expect(sent.visibleViolations(.standard).map { $0.field } == [.mobile, .email, .password])
    }

    @Test("[A1] The full form sends name, mobile, email and password in their normal forms")
    func sending() {
        var story = opened(Self.good)
        let body = Array(
            #"{"name":"Asha Rao","mobile":"9812345678","email":"asha@example.com","password":"qwERty12#x"}"#.utf8
        )
        story.send(.signUp(.submitted), [.request(Request(.signUp, .post, "/api/v1/accounts", body: body))]) {
            $0.screen = .signUp(
                state(Self.good) {
                    $0.left = [.name, .mobile, .email, .password, .passwordAgain]
                    $0.status = .sending
                }
            )
        }
        story.send(.signUp(.submitted))
    }

    @Test("[A1] The short form asks for email and password alone")
    func short() {
        var rules = Rules.standard
        rules.signUp = .short
        var story = opened(SignUpForm(email: "a@b.co", password: "qwERty12#x", passwordAgain: "qwERty12#x"))
        story.app.offered = rules
        let body = Array(#"{"email":"a@b.co","password":"qwERty12#x"}"#.utf8)
        let effects = reduce(&story.app, .signUp(.submitted), story.now)
        #expect(effects == [.request(Request(.signUp, .post, "/api/v1/accounts", body: body))])
    }

    @Test("[A7] A taken email has an error at the field, until the field changes")
    func taken() {
        var story = opened(Self.good)
        story.app.screen = .signUp(state(Self.good) { $0.status = .sending })
        let taken = Violation(.email, .taken, "Somebody has this email.")
        let body = JSON.object([.init("status", .integer(409)), .init("errors", .array([taken.json]))]).encoded
        story.send(
            .answered(.signUp, Answer(status: 409, body: body)),
            [.announce(taken.message)]
        ) {
            $0.screen = .signUp(
                state(Self.good) {
                    $0.refusals = [taken]
                    $0.keyboard.move(to: .field(.email))
                }
            )
        }
        story.send(.signUp(.changed(.email, "b@example.com"))) {
            var form = Self.good
            form.email = "b@example.com"
            $0.screen = .signUp(state(form) { $0.keyboard.move(to: .field(.email)) })
        }
    }
}
