import XCTest

/// The stories of accounts, of the first apps' manual test cases.
@MainActor final class AccountTests: Story {
    func test_A1_a_valid_sign_up_opens_the_list() {
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
    }

    func test_A6_a_sign_up_with_an_empty_field_shows_it_and_keeps_the_others() {
        tap("Create an account")
        type(email, into: app.textFields["Email"])
        app.buttons["Create account"].tap()
        expect("Enter your name.")
        XCTAssertEqual(app.textFields["Email"].value as? String, email)
        XCTAssertFalse(isSignedIn(within: 1))
    }

    func test_A1_passwords_that_differ_are_refused() {
        signUp(again: "xYQ7#wZ9q")
        expect("The two passwords differ. Type the same one twice.")
        XCTAssertFalse(isSignedIn(within: 1))
    }

    func test_A7_an_email_that_is_taken_is_refused() {
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
        logOut()
        let taken = email
        becomeAnother()
        signUp(email: taken)
        expect("Somebody on this device uses this email already.")
        XCTAssertFalse(isSignedIn(within: 1))
    }

    func test_A8_a_right_password_opens_the_list() {
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
        logOut()
        signIn(password: password)
        XCTAssertTrue(isSignedIn(within: patience))
    }

    func test_A8_a_wrong_password_is_refused() {
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
        logOut()
        signIn(password: "wrong")
        expect("Wrong email, mobile number or password.")
        XCTAssertFalse(isSignedIn(within: 1))
    }

    func test_A8_an_unknown_email_is_refused_in_the_same_words() {
        XCTAssertTrue(app.buttons["Create an account"].waitForExistence(timeout: patience))
        signIn(password: password)
        expect("Wrong email, mobile number or password.")
        XCTAssertFalse(isSignedIn(within: 1))
    }

    func test_A8_empty_fields_are_named() {
        tap("Sign in")
        expect("Enter your email or mobile number.")
        expect("Enter your password.")
    }

    func test_A9_a_person_stays_signed_in_over_a_relaunch() {
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
        app.terminate()
        app.launch()
        XCTAssertTrue(isSignedIn(within: patience))
    }

    func test_A10_logging_out_asks_first() {
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
        showSidebar()
        app.buttons["Log out"].tap()
        XCTAssertTrue(app.alerts.buttons["Stay"].waitForExistence(timeout: patience))
        app.alerts.buttons["Stay"].tap()
        XCTAssertTrue(app.buttons["Settings"].exists)
        logOut()
    }

    func test_A11_each_person_sees_their_own() {
        signUp()
        add("Asha’s to-do")
        logOut()
        becomeAnother()
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
        XCTAssertFalse(element("Asha’s to-do").exists)
    }
}
