import XCTest

/// The stories of the first apps, by touch, on a device without a server. Each makes a person of its own.
@MainActor final class StoryTests: XCTestCase {
    private let app = XCUIApplication()
    private let password = "xYQ7#wZ9k"
    private var mobile = ""
    private var email: String { "p\(mobile)@example.org" }

    override func setUp() async throws {
        continueAfterFailure = false
        mobile = "9" + String((0..<9).map { _ in Character(String(Int.random(in: 0...9))) })
        app.launch()
        if app.buttons["Log out"].waitForExistence(timeout: 2) { logOut() }
    }

    func test_A1_a_valid_sign_up_opens_the_lists() {
        signUp()
        XCTAssertTrue(app.staticTexts["Today"].waitForExistence(timeout: 20))
    }

    func test_A6_a_sign_up_with_an_empty_field_says_so_and_keeps_the_others() {
        app.buttons["Create an account"].tap()
        type("Asha Rao", into: app.textFields["Name"])
        app.buttons["Create account"].tap()
        XCTAssertTrue(app.buttons["Create account"].exists)
        XCTAssertEqual(app.textFields["Name"].value as? String, "Asha Rao")
        XCTAssertFalse(app.staticTexts["Today"].exists)
    }

    func test_A1_passwords_that_differ_are_refused() {
        signUp(again: "xYQ7#wZ9q")
        XCTAssertFalse(app.staticTexts["Today"].waitForExistence(timeout: 5))
        XCTAssertTrue(app.buttons["Create account"].exists)
    }

    func test_A7_an_email_that_is_taken_is_refused() {
        signUp()
        logOut()
        let taken = email
        mobile = "9" + String((0..<9).map { _ in Character(String(Int.random(in: 0...9))) })
        signUp(email: taken)
        XCTAssertTrue(app.staticTexts["Somebody on this device uses this email already."].waitForExistence(timeout: 20))
    }

    func test_A8_a_right_password_opens_the_lists() {
        signUp()
        logOut()
        signIn(password: password)
        XCTAssertTrue(app.staticTexts["Today"].waitForExistence(timeout: 20))
    }

    func test_A8_a_wrong_password_is_refused() {
        signUp()
        logOut()
        signIn(password: "wrong")
        XCTAssertFalse(app.staticTexts["Today"].waitForExistence(timeout: 5))
    }

    func test_A8_an_unknown_email_is_refused() {
        XCTAssertTrue(app.buttons["Create an account"].waitForExistence(timeout: 20))
        signIn(password: password)
        XCTAssertFalse(app.staticTexts["Today"].waitForExistence(timeout: 5))
    }

    func test_A8_empty_fields_are_refused() {
        XCTAssertTrue(app.buttons["Sign in"].waitForExistence(timeout: 20))
        app.buttons["Sign in"].tap()
        XCTAssertFalse(app.staticTexts["Today"].waitForExistence(timeout: 2))
        XCTAssertTrue(app.buttons["Sign in"].exists)
    }

    func test_A9_a_person_stays_signed_in_over_a_relaunch() {
        signUp()
        XCTAssertTrue(app.staticTexts["Today"].waitForExistence(timeout: 20))
        app.terminate()
        app.launch()
        XCTAssertTrue(app.staticTexts["Today"].waitForExistence(timeout: 20))
    }

    func test_A10_logging_out_asks_first() {
        signUp()
        app.buttons["Log out"].tap()
        XCTAssertTrue(app.alerts.buttons["Stay"].waitForExistence(timeout: 5))
        app.alerts.buttons["Stay"].tap()
        XCTAssertTrue(app.staticTexts["Today"].exists)
    }

    func test_A11_each_person_sees_their_own() {
        signUp()
        add("Asha’s to-do")
        logOut()
        mobile = "9" + String((0..<9).map { _ in Character(String(Int.random(in: 0...9))) })
        signUp()
        openList()
        XCTAssertFalse(app.staticTexts["Asha’s to-do"].exists)
    }

    func test_T8_a_to_do_is_added_and_deleted_by_a_swipe() {
        signUp()
        add("Buy milk")
        let row = app.staticTexts["Buy milk"]
        row.swipeLeft()
        if app.buttons["Delete"].exists { app.buttons["Delete"].tap() }
        XCTAssertTrue(row.waitForNonExistence(timeout: 5))
    }

    func test_T11_a_to_do_is_edited() {
        signUp()
        add("Buy milk")
        app.staticTexts["Buy milk"].tap()
        let title = app.descendants(matching: .any)["title"]
        XCTAssertTrue(title.waitForExistence(timeout: 5))
        title.tap()
        title.typeText(" and bread")
        app.buttons["Save"].tap()
        XCTAssertTrue(app.staticTexts["Buy milk and bread"].waitForExistence(timeout: 5))
    }

    func test_T8_a_to_do_is_marked() {
        signUp()
        add("Buy milk")
        let row = app.staticTexts["Buy milk"]
        row.swipeRight()
        if app.buttons["Done"].exists { app.buttons["Done"].tap() }
        XCTAssertTrue(row.waitForNonExistence(timeout: 10), "what is done is folded under “Completed”")
    }

    func test_T8_several_rows_are_deleted_together() {
        signUp()
        add("Buy milk")
        add("Buy bread")
        app.staticTexts["Buy milk"].press(forDuration: 1)
        app.buttons["Select"].tap()
        app.staticTexts["Buy bread"].tap()
        XCTAssertTrue(app.staticTexts["2 selected"].waitForExistence(timeout: 5))
        app.buttons["Delete"].tap()
        XCTAssertTrue(app.staticTexts["Buy milk"].waitForNonExistence(timeout: 5))
        XCTAssertFalse(app.staticTexts["Buy bread"].exists)
    }

    func test_screenshots() {
        signUp()
        keepScreenshot("Lists")
        add("Pay rent tomorrow 9am #home")
        add("Buy milk")
        keepScreenshot("To-dos")
        app.staticTexts["Buy milk"].tap()
        keepScreenshot("Editor")
    }

    // MARK: - What a person does

    private func keepScreenshot(_ name: String) {
        let attachment = XCTAttachment(screenshot: app.screenshot())
        attachment.name = name
        attachment.lifetime = .keepAlways
        add(attachment)
    }

    private func openList() {
        XCTAssertTrue(app.staticTexts["All to-dos"].waitForExistence(timeout: 20))
        app.staticTexts["All to-dos"].tap()
        XCTAssertTrue(app.textFields["New to-do"].waitForExistence(timeout: 20))
    }

    private func add(_ line: String) {
        if !app.textFields["New to-do"].exists { openList() }
        app.textFields["New to-do"].tap()
        app.textFields["New to-do"].typeText(line + "\n")
    }

    private func signUp(email: String? = nil, again: String? = nil) {
        XCTAssertTrue(app.buttons["Create an account"].waitForExistence(timeout: 20))
        app.buttons["Create an account"].tap()
        type("Asha Rao", into: app.textFields["Name"])
        type(mobile, into: app.textFields["Mobile number"])
        type(email ?? self.email, into: app.textFields["Email"])
        type(password, into: app.secureTextFields["Password"])
        type(again ?? password, into: app.secureTextFields["Password again"])
        app.buttons["Create account"].tap()
    }

    private func signIn(password: String) {
        type(email, into: app.textFields["Email or mobile number"])
        type(password, into: app.secureTextFields["Password"])
        app.buttons["Sign in"].tap()
    }

    private func logOut() {
        // On an iPhone the account is on the screen before the list.
        if !app.buttons["Log out"].exists { app.navigationBars.buttons.firstMatch.tap() }
        XCTAssertTrue(app.buttons["Log out"].waitForExistence(timeout: 20))
        app.buttons["Log out"].tap()
        app.alerts.buttons["Log out"].tap()
        XCTAssertTrue(app.buttons["Create an account"].waitForExistence(timeout: 20))
    }

    private func type(_ text: String, into field: XCUIElement) {
        XCTAssertTrue(field.waitForExistence(timeout: 20))
        field.tap()
        field.typeText(text)
    }
}
