// The words of the page's events, compared in one place each. Swift turns an enum of strings into a table of them and a
// loop over it; a switch over strings it would spell out, word by word, at every place that has one.
extension Event {
    /// What happened.
    enum Kind: String {
        case start, tap, swipe, input, change, blur, submit, key, menu, refresh, hover, closed
        case timer, stored, storefailed, overtaken, shared, absorbed, lead, ask, moved, network, visible, route, day,
            vault, left, update
        case photo, photos, upload, uploaded, gallery, reordered
        case notifying, reminder, revert
        case scroll, heights, fetched, disk, resize
    }

    /// What it happened to: an input, a form, or the action that a button names.
    enum Name: String {
        // Inputs and forms.
        case signIn, signUp, search, quickAdd, title, detail, tag, deadline, reminder, save, addTag
        case accountForm, newPassword, earlier, importing
        // Buttons of the forms, the list and what stands above it.
        case toSignUp, toSignIn, new, order, setOrder, bins, clearSearch, filter, top, account, shortcuts, logOut
        case update, confirmLogOut, confirmDelete, confirmDiscard, dismiss, undo, dismissToast
        // Buttons and swipes of a row.
        case open, check, bin, more, delete, swipeRight, swipeLeft
        // Buttons of the account's page, and of what stands before the list.
        case openForm, closeForm, endSession, endOthers, reload
        case drop, confirmDrop, dismissDrop
        // Buttons that open pages, of the trash, of a history, and of the question about samples.
        case accountPage, trash, history, closePage, reloadHistory, putBack, bringBack, retrySamples, declineSamples
        // Buttons and inputs of notes.
        case showTodos, showNotes, newNote, openNote, openFound, closeNote, writeNote, doneNote, deleteNote, swipeNote
        case setNoteOrder, makeTodos, noteTitle, noteText, openPhoto, removePhoto, closeGallery
        // Buttons of the editor.
        case closeEditor, removeTag, deadlineIn, noDeadline, noReminder, deleteOpen, note
        // Buttons of what rings, and of the page of reminders.
        case deadlineTyped, reminderTyped, togglePiece, repeatCustom, repeatWeekday
        case `repeat`, repeatInterval, repeatUnit, repeatMonthDay, repeatBasis, repeatEnd, repeatUntil, repeatCount
        case openReminder, dismissReminder, remindLater, remindDone
        case reminders, allowReminders, testReminder, reloadReminders
    }

    /// A key, as browsers name it.
    enum Key: String {
        case new = "n"
        case search = "/"
        case arrowUp = "ArrowUp"
        case up = "k"
        case arrowDown = "ArrowDown"
        case down = "j"
        case home = "Home"
        case end = "End"
        case space = " "
        case enter = "Enter"
        case delete = "Delete"
        case backspace = "Backspace"
        case escape = "Escape"
        case help = "?"
    }

    /// What came of opening a vault.
    enum Vault: String {
        case fresh, wrong, unknown, refused, unavailable
    }
}
