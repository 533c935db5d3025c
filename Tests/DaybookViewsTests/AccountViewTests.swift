import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("The account's screens")
struct AccountViewTests {
    private static let now = ViewTests.now
    private static let account = Account(
        id: UUID(high: 1, low: 2),
        name: "Asha Rao",
        mobile: "9812345678",
        email: "asha@example.com"
    )

    /// A signed-in app on the account screen.
    private func opened(_ rules: Rules = .standard) -> App {
        var app = App()
        app.offered = rules
        play(&app, .storage(.opened(Self.account, DiskContent(), newDevice: UUID(high: 3, low: 4))))
        play(&app, .home(.upper(.accountOpened), newID: UUID(high: 5, low: 6)))
        return app
    }

    private func play(_ app: inout App, _ action: App.Action) {
        _ = reduce(&app, action, Self.now)
    }

    private func account(_ app: inout App, _ action: AccountScreen.Action) {
        play(&app, .home(.upper(.account(action)), newID: UUID(high: 5, low: 6)))
    }

    private func drawn(_ app: App) throws -> String {
        let home = try #require(app.home)
        guard case .account(let screen) = try #require(home.upper) else { return "" }
        var html = HTML(capacity: 0)
        AccountScreenView(screen: screen, home: home, rules: app.rules, now: Self.now, zone: .utc).write(to: &html)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    private func answer(_ app: inout App, _ id: Request.ID, _ text: String) {
        play(&app, .answered(id, Answer(status: 200, body: Array(text.utf8))))
    }

    @Test("[A14] What a device calls itself is written as text, whatever it is")
    func escapes() throws {
        var app = opened()
        let device = #"<img src=x onerror=alert(1)>\"'&"#
        let item =
            #"{"id":"00000000-0000-0000-0000-000000000001","device":"\#(device)","#
            + #""createdAt":"2027-01-01T00:00:00.000Z","lastUsedAt":"2027-01-01T00:00:00.000Z","current":false}"#
        answer(&app, .sessions, #"{"items":[\#(item)]}"#)
        answer(
            &app,
            .activity,
            #"{"items":[{"at":"2027-01-01T00:00:00.000Z","kind":"signed_in","device":"\#(device)"}]}"#
        )
        let html = try drawn(app)
        #expect(!html.contains("<img"))
        #expect(html.contains("&lt;img src=x onerror=alert(1)&gt;"))
        #expect(html.contains("aria-label=\"Log out “&lt;img"))
    }

    @Test("[A14] This device is named and has no button to end it; others have one each, and one for all")
    func sessions() throws {
        var app = opened()
        let items = [(1, "Firefox on Linux", false), (2, "Safari on iPhone", true)].map { id, device, isCurrent in
            #"{"id":"00000000-0000-0000-0000-00000000000\#(id)","device":"\#(device)","#
                + #""createdAt":"2027-01-01T00:00:00.000Z","lastUsedAt":"2027-01-01T00:00:00.000Z","current":\#(isCurrent)}"#
        }
        answer(&app, .sessions, #"{"items":[\#(items.joined(separator: ","))]}"#)
        let html = try drawn(app)
        // One for the other device, and the one that logs this device out.
        #expect(html.count(of: ">\(Labels.endSession)</button>") == 2)
        #expect(html.count(of: ">\(Labels.endOthers)</button>") == 1)
        #expect(html.contains("This device"))
    }

    @Test("How much room is used stands above the export, with a warning when there is hardly any left")
    func usage() throws {
        var app = opened()
        func html(_ records: Int) throws -> String {
            let part = #"{"used":0,"maximum":1000}"#
            let records = #"{"used":\#(records),"maximum":1000}"#
            let usage = ["accountBytes", "accountPhotos", "accountPhotoBytes"].map { #""\#($0)":\#(part)"# }
                .joined(separator: ",")
            answer(&app, .usage, #"{"id":"x","email":"y","usage":{"accountRecords":\#(records),\#(usage)}}"#)
            return try drawn(app)
        }
        #expect(try !drawn(app).contains("items"))
        let some = try html(12)
        #expect(some.contains(">12 of 1,000 items, 0 KB of 1 KB of text, 0 KB of 1 KB of photos</p>"))
        #expect(!some.contains(Texts.nearlyFull))
        #expect(try html(901).contains(Texts.nearlyFull))
    }

    @Test("[A5] [A6] The password form tells password managers what is what, and shows what the new one needs")
    func passwordForm() throws {
        var app = opened()
        account(&app, .formOpened(.password))
        account(&app, .form(.changed(.new, "qwERty12")))
        let html = try drawn(app)
        #expect(html.count(of: "autocomplete=\"current-password\"") == 1)
        #expect(html.count(of: "autocomplete=\"new-password\"") == 2)
        #expect(html.contains("autocomplete=\"username\""))
        #expect(html.count(of: "<li class=\"is-met\">") == 5)
        #expect(html.count(of: "data-reveal=") == 2)
        // The rules are read with the new password, and not with the field that repeats it.
        #expect(html.count(of: " aria-describedby=\"password-rules\"") == 1)
        #expect(html.count(of: " id=\"password-rules\"") == 1)
    }

    @Test("[A1] Where sign-up asked for an email alone, so do the details", arguments: [true, false])
    func details(isFull: Bool) throws {
        var rules = Rules.standard
        rules.signUp = isFull ? .full : .short
        var app = opened(rules)
        var home = Home(account: Account(id: UUID(high: 1, low: 2), name: "", mobile: "", email: "a@b.co"))
        home.notebook.take(rules)
        app.screen = .home(home)
        play(&app, .home(.upper(.accountOpened), newID: UUID(high: 5, low: 6)))
        account(&app, .formOpened(.details))
        let html = try drawn(app)
        #expect(html.contains("id=\"name\"") == isFull)
        #expect(html.contains("id=\"mobile\"") == isFull)
        #expect(html.contains("id=\"email\""))
    }

    @Test("[A14] An export can be brought in only where there are no to-dos")
    func importing() throws {
        var app = opened()
        #expect(try drawn(app).contains("data-upload="))
        play(&app, .home(.list(.quickAddChanged("Milk")), newID: UUID(high: 5, low: 7)))
        play(&app, .home(.list(.quickAddSubmitted(.whole)), newID: UUID(high: 5, low: 8)))
        #expect(try !drawn(app).contains("data-upload"))
    }

    @Test("[A13] The earlier password is asked for, and throwing away asks once more")
    func earlierPassword() {
        var state = EarlierPassword(account: Self.account, password: "x")
        var html = HTML(capacity: 0)
        EarlierPasswordView(state: state).write(to: &html)
        #expect(html.does(.earlierPassword(.dropTapped), to: Labels.goOnWithout))
        #expect(!html.actions.contains(.earlierPassword(.dropConfirmed)))
        html.clear()
        state.asksToDrop = true
        EarlierPasswordView(state: state).write(to: &html)
        #expect(html.does(.earlierPassword(.dropConfirmed), to: Labels.discard))
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains(" data-autofocus>Keep</button>"))
    }

    @Test("[A3] A mobile number is filled in with its country where numbers of any country are taken")
    func mobile() {
        for (choice, hint) in [(Limits.Choice.classic, "tel-national"), (.roomy, "tel")] {
            var rules = Rules.standard
            rules.choice = choice
            let html = ViewTests.text { SignUpView(state: SignUp(), rules: rules).write(to: &$0) }
            #expect(html.contains(" autocomplete=\"\(hint)\""))
        }
    }

    @Test("After a temporary password its own field is not asked for again")
    func newPassword() {
        let form = AccountForm(.firstPassword, Self.account, rules: .standard, current: "tEMP12#word")
        var html = HTML(capacity: 0)
        NewPasswordView(state: NewPassword(login: "a@b.co", form: form, keyboard: Keyboard()), rules: .standard).write(
            to: &html
        )
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(!text.contains("tEMP12#word"))
        #expect(!text.contains("id=\"current\""))
        #expect(text.contains("id=\"new\""))
    }
}

extension Home {
    /// A home in memory with nothing in it.
    fileprivate init(account: Account) {
        self.init(Notebook(account: account, device: UUID(high: 3, low: 4)))
    }
}
