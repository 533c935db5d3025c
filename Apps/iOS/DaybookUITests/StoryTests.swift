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

    func test_A6_a_sign_up_with_an_empty_field_says_so() {
        app.buttons["Create an account"].tap()
        app.buttons["Create account"].tap()
        XCTAssertTrue(app.buttons["Create account"].exists)
        XCTAssertFalse(app.staticTexts["Today"].exists)
    }

    func test_A8_a_wrong_password_is_refused() {
        signUp()
        logOut()
        signIn(password: "wrong")
        XCTAssertFalse(app.staticTexts["Today"].waitForExistence(timeout: 5))
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

    func test_T8_a_to_do_is_added_and_deleted_by_a_swipe() {
        signUp()
        app.staticTexts["All to-dos"].tap()
        let line = app.textFields["New to-do"]
        XCTAssertTrue(line.waitForExistence(timeout: 20))
        line.tap()
        line.typeText("Buy milk\n")
        let row = app.staticTexts["Buy milk"]
        XCTAssertTrue(row.waitForExistence(timeout: 5))
        row.swipeLeft()
        if app.buttons["Delete"].exists { app.buttons["Delete"].tap() }
        XCTAssertTrue(row.waitForNonExistence(timeout: 5))
    }

    // MARK: - What a person does

    private func signUp() {
        app.buttons["Create an account"].tap()
        type("Asha Rao", into: app.textFields["Name"])
        type(mobile, into: app.textFields["Mobile number"])
        type(email, into: app.textFields["Email"])
        type(password, into: app.secureTextFields["Password"])
        type(password, into: app.secureTextFields["Password again"])
        app.buttons["Create account"].tap()
    }

    private func signIn(password: String) {
        type(email, into: app.textFields["Email or mobile number"])
        type(password, into: app.secureTextFields["Password"])
        app.buttons["Sign in"].tap()
    }

    private func logOut() {
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
