/// The words on things that never change: titles, buttons, fields, hints.
public enum Labels {
    public static let daybook = "Daybook"
    public static let tagline = "Your to-dos, on every device, kept as if your life hung on them."

    // MARK: - Signing in and up

    public static let signIn = "Sign in"
    public static let signingIn = "Signing in…"
    public static let signUp = "Create account"
    public static let signingUp = "Creating your account…"
    public static let opening = "Opening your list…"
    public static let toSignUp = "New here? Create an account"
    public static let toSignIn = "Have an account? Sign in"
    public static let login = "Email or mobile"
    public static let name = "Name"
    public static let mobile = "Mobile"
    public static let mobileHint = "10 digits, in India"
    public static let email = "Email"
    public static let password = "Password"
    public static let passwordAgain = "Password again"
    public static let showPassword = "Show password"
    public static let passwordRules = "A password needs"
    public static let met = "met"

    // MARK: - The list

    public static let todos = "To-dos"
    public static let newTodo = "New to-do"
    public static let addTodo = "Add a to-do"
    public static let search = "Search"
    public static let clearSearch = "Clear search"
    public static let order = "Sort"
    public static let showBins = "Show a bin on every to-do"
    public static let hideBins = "Hide the bins"
    public static let account = "Account"
    public static let filters = "Filters"
    public static let tags = "Tags"
    public static let all = "All"
    public static let open = "Open"
    public static let done = "Done"
    public static let imported = "Imported"
    public static let edit = "Edit"
    public static let delete = "Delete"
    public static let markDone = "Mark as done"
    public static let markOpen = "Mark as open"
    public static let orderCreated = "Newest first"
    public static let orderDeadline = "Deadline"
    public static let orderTitle = "Title, A to Z"
    public static let orderTitleDescending = "Title, Z to A"
    public static let nothingFound = "Nothing matches, so everything shows."
    public static let emptyTitle = "A clear page"
    public static let emptyText = "Write down the first thing that is on your mind."
    public static let nothingOpen = "Everything is done. Enjoy the quiet."
    public static let nothingDone = "Nothing is done yet. What you finish shows here."
    public static let nothingTagged = "No to-do here has this tag."
    public static let chooseTodo = "Choose a to-do to read or edit it."

    // MARK: - The editor

    public static let editTodo = "Edit to-do"
    public static let title = "Title"
    public static let titlePlaceholder = "What is to be done?"
    public static let detail = "Detail"
    public static let detailPlaceholder = "Anything worth remembering about it"
    public static let addTag = "Add a tag"
    public static let deadline = "Deadline"
    public static let reminder = "Reminder"
    public static let today = "Today"
    public static let tomorrow = "Tomorrow"
    public static let nextWeek = "In a week"
    public static let noDeadline = "No deadline"
    public static let noReminder = "No reminder"
    public static let save = "Save"
    public static let saving = "Saving…"
    public static let close = "Close"
    public static let back = "Back"

    // MARK: - Asking

    public static let deleteQuestion = "Delete this to-do?"
    public static let keep = "Keep"
    public static let logOut = "Log out"
    public static let logOutQuestion = "Log out of Daybook?"
    public static let stay = "Stay"
    public static let discardQuestion = "It has no title yet"
    public static let discardText = "Keep writing, or throw away what you typed."
    public static let discardEditText = "A to-do needs a title. Keep writing, or throw away what you changed."
    public static let keepWriting = "Keep writing"
    public static let throwAway = "Throw away"
    public static let undo = "Undo"
    public static let dismiss = "Dismiss"

    // MARK: - Keyboard

    public static let shortcuts = "Keyboard shortcuts"
    public static let shortcutList: [(keys: [String], does: String)] = [
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
