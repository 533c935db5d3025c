import XCTest

/// The stories of to-dos and notes.
@MainActor final class NotebookTests: Story {
    override func setUp() async throws {
        try await super.setUp()
        signUp()
        XCTAssertTrue(isSignedIn(within: patience))
    }

    func test_T8_a_to_do_is_added_and_deleted_by_a_swipe() {
        add("Buy milk")
        let row = app.staticTexts["Buy milk"]
        row.swipeLeft()
        if app.buttons["Delete"].exists { app.buttons["Delete"].tap() }
        XCTAssertTrue(row.waitForNonExistence(withTimeout: patience))
    }

    func test_T11_a_to_do_is_edited() {
        add("Buy milk")
        tap("Buy milk")
        let title = element("title")
        XCTAssertTrue(title.waitForExistence(timeout: patience))
        title.tap()
        title.typeText(" and bread")
        app.buttons["Save"].tap()
        expect("Buy milk and bread")
    }

    func test_T8_a_to_do_is_marked() {
        add("Buy milk")
        let row = app.staticTexts["Buy milk"]
        row.swipeRight()
        if app.buttons["Done"].exists { app.buttons["Done"].tap() }
        XCTAssertTrue(row.waitForNonExistence(withTimeout: patience), "what is done is folded under “Done”")
    }

    func test_T8_several_rows_are_deleted_together() {
        add("Buy milk")
        add("Buy bread")
        app.staticTexts["Buy milk"].press(forDuration: 1)
        tap("Select")
        tap("Buy bread")
        expect("2 selected")
        app.buttons["Delete"].tap()
        XCTAssertTrue(app.staticTexts["Buy milk"].waitForNonExistence(withTimeout: patience))
        XCTAssertFalse(app.staticTexts["Buy bread"].exists)
    }

    func test_T14_a_row_is_planned_by_words() {
        add("Buy milk")
        app.staticTexts["Buy milk"].press(forDuration: 1)
        tap("Pick a day")
        type("tomorrow", into: app.textFields["When, for example “tomorrow 9am”"])
        tap("Set")
        showSidebar()
        tap("Upcoming")
        expect("Buy milk")
    }

    func test_N3_a_note_has_links_and_to_dos() {
        showSidebar()
        tap("Notes")
        tap("New note")
        type("Holidays", into: app.textFields["Title"])
        let text = "A week by the sea, booked at https://example.org for all of us, and for the dog.\n- Pack\n- Book"
        type(text, into: element("Text"))
        tap("Done")
        tap("Make to-dos of the lines that begin with a dash")
        expect("Pack")
        tap("Pack")
        expect("To-do")
    }

    func test_P5_an_appearance_is_chosen_and_kept() {
        showSidebar()
        tap("Settings")
        tap("Appearance")
        tap("Dark")
        keepScreenshot("Settings in the dark")
        app.terminate()
        app.launch()
        XCTAssertTrue(isSignedIn(within: patience))
        showSidebar()
        tap("Settings")
        expect("Dark")
    }

    func test_A14_everything_is_exported_as_a_file() {
        add("Buy milk")
        showSidebar()
        tap("Settings")
        app.swipeUp()
        tap("Export everything")
        expect("Save the file")
    }

    func test_screenshots() {
        add("Pay rent tomorrow 9am #home", title: "Pay rent")
        add("Buy milk")
        keepScreenshot("To-dos")
        tap("Buy milk")
        keepScreenshot("Editor")
        tap("Close")
        showSidebar()
        keepScreenshot("Lists")
        tap("Settings")
        keepScreenshot("Settings")
    }
}
