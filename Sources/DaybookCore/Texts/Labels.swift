/// The words on things that never change: titles, buttons, fields, hints.
package enum Labels {
    public static var daybook: String { "Daybook" }
    public static var tagline: String { "Your to-dos, on every device, kept as if your life hung on them." }

    // MARK: - Signing in and up

    public static var signIn: String { "Sign in" }
    public static var signingIn: String { "Signing in…" }
    public static var signUp: String { "Create account" }
    public static var signingUp: String { "Creating your account…" }
    public static var opening: String { "Opening your list…" }
    public static var toSignUp: String { "New here? Create an account" }
    public static var toSignIn: String { "Have an account? Sign in" }
    public static var login: String { "Email or mobile" }
    public static var name: String { "Name" }
    public static var mobile: String { "Mobile" }
    public static var mobileHint: String { "10 digits, in India" }
    public static var email: String { "Email" }
    public static var password: String { "Password" }
    public static var passwordAgain: String { "Password again" }
    public static var showPassword: String { "Show password" }
    public static var passwordRules: String { "A password needs" }
    public static var met: String { "met" }

    // MARK: - The list

    public static var todos: String { "To-dos" }
    public static var newTodo: String { "New to-do" }
    public static var addTodo: String { "Add a to-do" }
    public static var search: String { "Search" }
    public static var clearSearch: String { "Clear search" }
    public static var order: String { "Sort" }
    public static var showBins: String { "Show a bin on every to-do" }
    public static var hideBins: String { "Hide the bins" }
    public static var account: String { "Account" }
    public static var filters: String { "Filters" }
    public static var tags: String { "Tags" }
    public static var all: String { "All" }
    public static var open: String { "Open" }
    public static var done: String { "Done" }
    public static var imported: String { "Imported" }
    public static var edit: String { "Edit" }
    public static var delete: String { "Delete" }
    public static var markDone: String { "Mark as done" }
    public static var markOpen: String { "Mark as open" }
    public static var orderCreated: String { "Newest first" }
    public static var orderDeadline: String { "Deadline" }
    public static var orderTitle: String { "Title, A to Z" }
    public static var orderTitleDescending: String { "Title, Z to A" }
    public static var nothingFound: String { "Nothing matches, so everything shows." }
    public static var emptyTitle: String { "A clear page" }
    public static var emptyText: String { "Write down the first thing that is on your mind." }
    public static var nothingOpen: String { "Everything is done. Enjoy the quiet." }
    public static var nothingDone: String { "Nothing is done yet. What you finish shows here." }
    public static var nothingTagged: String { "No to-do here has this tag." }
    public static var chooseTodo: String { "Choose a to-do to read or edit it." }

    // MARK: - The editor

    public static var editTodo: String { "Edit to-do" }
    public static var title: String { "Title" }
    public static var titlePlaceholder: String { "What is to be done?" }
    public static var detail: String { "Detail" }
    public static var detailPlaceholder: String { "Anything worth remembering about it" }
    public static var addTag: String { "Add a tag" }
    public static var deadline: String { "Deadline" }
    public static var reminder: String { "Reminder" }
    public static var today: String { "Today" }
    public static var tomorrow: String { "Tomorrow" }
    public static var nextWeek: String { "In a week" }
    public static var noDeadline: String { "No deadline" }
    public static var noReminder: String { "No reminder" }
    public static var save: String { "Save" }
    public static var saving: String { "Saving…" }
    public static var close: String { "Close" }
    public static var back: String { "Back" }

    // MARK: - Asking

    public static var deleteQuestion: String { "Delete this to-do?" }
    public static var keep: String { "Keep" }
    public static var logOut: String { "Log out" }
    public static var logOutQuestion: String { "Log out of Daybook?" }
    public static var stay: String { "Stay" }
    public static var discardQuestion: String { "It has no title yet" }
    public static var discardText: String { "Keep writing, or throw away what you typed." }
    public static var discardEditText: String { "A to-do needs a title. Keep writing, or throw away what you changed." }
    public static var keepWriting: String { "Keep writing" }
    public static var throwAway: String { "Throw away" }
    public static var undo: String { "Undo" }
    public static var dismiss: String { "Dismiss" }

    // MARK: - Keyboard

    public static var shortcuts: String { "Keyboard shortcuts" }
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
