import XCTest

/// A story by touch, on a device without a server. Each story signs up a new person.
@MainActor class Story: XCTestCase {
    lazy var app = XCUIApplication()
    let password = "xYQ7#wZ9k"
    private(set) var mobile = ""
    var email: String { "p\(mobile)@example.org" }

    /// How long a screen may take on a slow machine, in seconds.
    let patience: TimeInterval = 20

    override func setUp() async throws {
        continueAfterFailure = false
        becomeAnother()
        app.launch()
        if isSignedIn(within: 2) { logOut() }
    }

    // MARK: - What a person sees

    func isSignedIn(within seconds: TimeInterval) -> Bool {
        app.textFields["New to-do"].waitForExistence(timeout: seconds)
    }

    func expect(_ words: String, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(element(words).waitForExistence(timeout: patience), "“\(words)” shows", file: file, line: line)
    }

    /// Any element with a name, as VoiceOver reads it.
    func element(_ name: String) -> XCUIElement { app.descendants(matching: .any)[name].firstMatch }

    func keepScreenshot(_ name: String) {
        let attachment = XCTAttachment(screenshot: app.screenshot())
        attachment.name = name
        attachment.lifetime = .keepAlways
        add(attachment)
    }

    // MARK: - What a person does

    /// Takes another email and mobile number.
    func becomeAnother() {
        mobile = "9" + String((0..<9).map { _ in Character(String(Int.random(in: 0...9))) })
    }

    func tap(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        let element = element(name)
        XCTAssertTrue(element.waitForExistence(timeout: patience), "“\(name)” shows", file: file, line: line)
        element.tap()
    }

    func type(_ text: String, into field: XCUIElement) {
        XCTAssertTrue(field.waitForExistence(timeout: patience))
        field.tap()
        field.typeText(text)
    }

    func signUp(email: String? = nil, again: String? = nil) {
        tap("Create an account")
        type("Asha Rao", into: app.textFields["Name"])
        type(mobile, into: app.textFields["Mobile number"])
        type(email ?? self.email, into: app.textFields["Email"])
        type(password, into: app.secureTextFields["Password"])
        type(again ?? password, into: app.secureTextFields["Password again"])
        app.buttons["Create account"].tap()
    }

    func signIn(password: String) {
        type(email, into: app.textFields["Email or mobile number"])
        type(password, into: app.secureTextFields["Password"])
        app.buttons["Sign in"].tap()
    }

    /// Adds a to-do, whose title is the line without its times and tags.
    func add(_ line: String, title: String? = nil) {
        type(line + "\n", into: app.textFields["New to-do"])
        expect(title ?? line)
    }

    /// Goes to the sidebar. On an iPhone it lies below the list.
    func showSidebar() {
        if !app.buttons["Settings"].exists { app.navigationBars.buttons.firstMatch.tap() }
        XCTAssertTrue(app.buttons["Settings"].waitForExistence(timeout: patience))
    }

    func logOut() {
        showSidebar()
        app.buttons["Log out"].tap()
        XCTAssertTrue(app.alerts.buttons["Log out"].waitForExistence(timeout: patience))
        app.alerts.buttons["Log out"].tap()
        XCTAssertTrue(app.buttons["Create an account"].waitForExistence(timeout: patience))
    }
}
