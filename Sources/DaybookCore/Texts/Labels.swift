/// The words on things that never change: titles, buttons, fields, hints.
package enum Labels {
    package static var daybook: String { "Daybook" }

    // MARK: - Signing in and up

    package static var signIn: String { "Sign in" }
    package static var signingIn: String { "Signing in…" }
    package static var signUp: String { "Create account" }
    package static var signingUp: String { "Creating your account…" }
    package static var opening: String { "Opening your list…" }
    package static var toSignUp: String { "New here? Create an account" }
    package static var toSignIn: String { "Have an account? Sign in" }
    package static var login: String { "Email or mobile" }
    package static var name: String { "Name" }
    package static var mobile: String { "Mobile" }
    package static var mobileHint: String { "10 digits, in India" }
    package static var email: String { "Email" }
    package static var password: String { "Password" }
    package static var passwordAgain: String { "Password again" }
    package static var showPassword: String { "Show password" }
    package static var passwordRules: String { "A password needs" }
    package static var met: String { "met" }

    // MARK: - The list

    package static var todos: String { "To-dos" }
    package static var newTodo: String { "New to-do" }
    package static var addTodo: String { "Add a to-do" }
    package static var search: String { "Search" }
    package static var clearSearch: String { "Clear search" }
    package static var order: String { "Sort" }
    package static var showBins: String { "Show a bin on every to-do" }
    package static var hideBins: String { "Hide the bins" }
    package static var account: String { "Account" }
    package static var filters: String { "Filters" }
    package static var tags: String { "Tags" }
    package static var all: String { "All" }
    package static var open: String { "Open" }
    package static var done: String { "Done" }
    package static var imported: String { "Imported" }
    package static var edit: String { "Edit" }
    package static var delete: String { "Delete" }
    package static var markDone: String { "Mark as done" }
    package static var markOpen: String { "Mark as open" }
    package static var orderCreated: String { "Newest first" }
    package static var orderDeadline: String { "Deadline" }
    package static var orderTitle: String { "Title, A to Z" }
    package static var orderTitleDescending: String { "Title, Z to A" }
    package static var nothingFound: String { "Nothing matches, so everything shows." }
    package static var emptyTitle: String { "A clear page" }
    package static var emptyText: String { "Write down the first thing that is on your mind." }
    package static var nothingOpen: String { "Everything is done. Enjoy the quiet." }
    package static var nothingDone: String { "Nothing is done yet. What you finish shows here." }
    package static var nothingTagged: String { "No to-do here has this tag." }
    package static var chooseTodo: String { "Choose a to-do to read or edit it." }

    // MARK: - The editor

    package static var editTodo: String { "Edit to-do" }
    package static var title: String { "Title" }
    package static var titlePlaceholder: String { "What is to be done?" }
    package static var detail: String { "Detail" }
    package static var detailPlaceholder: String { "Anything worth remembering about it" }
    package static var addTag: String { "Add a tag" }
    package static var deadline: String { "Deadline" }
    package static var reminder: String { "Reminder" }
    package static var today: String { "Today" }
    package static var tomorrow: String { "Tomorrow" }
    package static var nextWeek: String { "In a week" }
    package static var noDeadline: String { "No deadline" }
    package static var noReminder: String { "No reminder" }
    package static var save: String { "Save" }
    package static var saving: String { "Saving…" }
    package static var close: String { "Close" }

    // MARK: - Asking

    package static var deleteQuestion: String { "Delete this to-do?" }
    package static var keep: String { "Keep" }
    package static var logOut: String { "Log out" }
    package static var logOutQuestion: String { "Log out of Daybook?" }
    package static var stay: String { "Stay" }
    package static var discardQuestion: String { "It has no title yet" }
    package static var discardText: String { "Keep writing, or throw away what you typed." }
    package static var discardEditText: String {
        "A to-do needs a title. Keep writing, or throw away what you changed."
    }
    package static var keepWriting: String { "Keep writing" }
    package static var throwAway: String { "Throw away" }
    package static var undo: String { "Undo" }
    package static var dismiss: String { "Dismiss" }

    // MARK: - Keyboard

    package static var shortcuts: String { "Keyboard shortcuts" }
    package static let shortcutList: [(keys: [String], does: String)] = [
        (["n"], "New to-do"),
        (["/"], "Search"),
        (["↑", "↓"], "Move through the list"),
        (["Space"], "Mark done or open"),
        (["Enter"], "Edit"),
        (["Delete"], "Delete, with undo"),
        (["Ctrl", "Enter"], "Save what is open"),
        (["Esc"], "Close or clear"),
        (["?"], "Show these keys"),
    ]
}
