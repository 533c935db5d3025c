/// The fixed texts of the screens: titles, buttons, fields and hints.
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
    package static var mobileHintOfAnyCountry: String { "With the country code, or leave it empty" }
    package static var email: String { "Email" }
    package static var password: String { "Password" }
    package static var passwordAgain: String { "Password again" }
    package static var showPassword: String { "Show password" }
    package static var limits: String { "Limits" }
    package static var limitsClassic: String { "Classic" }
    package static var limitsRoomy: String { "Roomy" }
    package static var liftLength: String { "Allow longer texts" }
    package static var liftTags: String { "Allow more tags" }
    package static var liftNotes: String { "Allow short notes" }
    package static var passwordRules: String { "A password needs" }
    package static var met: String { "met" }

    // MARK: - Passwords

    package static var chooseOwnPassword: String { "Choose your password" }
    package static var chooseOwnPasswordText: String {
        "The password you were given works once. Choose one that only you know."
    }
    package static var earlierPassword: String { "Earlier password" }
    package static var earlierPasswordText: String {
        """
        Your password was changed on another device. Changes that are not synced yet are locked with your \
        earlier password. Enter it to sync them.
        """
    }
    package static var bringBack: String { "Sync changes" }
    package static var goOnWithout: String { "Discard changes" }
    package static var dropEarlierText: String {
        "Changes that this device has not synced are discarded for good. Everything that was synced stays."
    }

    // MARK: - The account

    package static var accountAndDevices: String { "Account and devices" }
    package static var changeDetails: String { "Change name, mobile or email" }
    package static var changePassword: String { "Change password" }
    package static var currentPassword: String { "Current password" }
    package static var newPassword: String { "New password" }
    package static var newPasswordAgain: String { "New password again" }
    package static var cancel: String { "Cancel" }
    package static var working: String { "One moment…" }
    package static var loading: String { "Loading…" }
    package static var tryAgain: String { "Try again" }
    package static var sessions: String { "Where you are signed in" }
    package static var thisDevice: String { "This device" }
    package static var unknownDevice: String { "Unnamed device" }
    package static var deviceName: String { "Device name" }
    package static var rename: String { "Rename" }
    package static var endSession: String { "Log out" }
    package static var endOthers: String { "Log out everywhere else" }
    package static var activity: String { "Activity" }
    package static var yourData: String { "Your data" }
    package static var exportText: String { "All your data in one zip file that other apps can read." }
    package static var download: String { "Download everything" }
    package static var downloadDrafts: String { "Download drafts" }
    package static var bringIn: String { "Import an export" }
    package static var bringingIn: String { "Importing…" }
    package static var importNeedsEmpty: String {
        "You can import into an account that has no to-dos and no notes. Samples do not count."
    }
    package static var leaving: String { "Log out or delete" }
    package static var deleteAccount: String { "Delete account" }
    package static var deleteAccountText: String {
        """
        Your account and everything in it will be deleted from the server and from this device. This cannot be \
        undone. Download everything first if you want to keep it.
        """
    }
    package static var deleteEverything: String { "Delete everything" }

    // MARK: - Settings

    package static var settings: String { "Settings" }
    package static var appearance: String { "Appearance" }
    package static var system: String { "System" }
    package static var light: String { "Light" }
    package static var dark: String { "Dark" }
    package static var weekStart: String { "Week starts on" }
    package static var clock: String { "Clock" }
    package static var hours24: String { "24 hours" }
    package static var hours12: String { "12 hours" }
    package static var openOn: String { "Open on" }
    package static var whereLeft: String { "Last list" }
    package static var letterKeys: String { "Single-letter shortcuts" }
    package static var on: String { "On" }
    package static var off: String { "Off" }
    package static var onThisDevice: String { "These settings are for this device only." }

    // MARK: - Trash, history, samples

    package static var trash: String { "Trash" }
    package static var trashText: String {
        "Deleted to-dos, notes and photos stay here for 30 days."
    }
    package static var trashEmpty: String { "The trash is empty." }
    package static var restore: String { "Restore" }
    package static var history: String { "History" }
    package static var historyText: String {
        "Earlier versions from the last 30 days, from all your devices. Removed words are struck through, new words are "
            + "underlined."
    }
    package static var historyEmpty: String { "No earlier versions in the last 30 days." }
    package static var nothing: String { "Nothing" }
    package static var sampleTitle: String { "Samples can’t be edited" }
    package static var sampleText: String { "Edit a copy, or remove all samples." }
    package static var editCopy: String { "Edit a copy" }
    package static var removeSamples: String { "Remove all samples" }
    package static var show: String { "Show" }
    package static var divideTitle: String { "Move the rest to the detail" }
    package static var addDivided: String { "Add, with the rest as its detail" }
    package static var samplesFailed: String { "Couldn’t load the samples" }
    package static var samplesFailedText: String {
        "Everything else works without them."
    }
    package static var retry: String { "Retry" }
    package static var notNow: String { "Not now" }

    // MARK: - The list

    package static var todos: String { "To-dos" }
    package static var todo: String { "To-do" }
    package static var upcoming: String { "Upcoming" }
    package static var overdue: String { "Overdue" }
    package static var later: String { "Later" }
    package static var emptyTodayTitle: String { "Nothing for today" }
    package static var emptyTodayText: String { "Overdue to-dos and those for today show up here." }
    package static var emptyUpcomingTitle: String { "Nothing planned" }
    package static var emptyUpcomingText: String { "To-dos for tomorrow and later show up here." }
    package static var newTodo: String { "New to-do" }
    package static var addTodo: String { "Add a to-do" }
    package static var search: String { "Search" }
    package static var clearSearch: String { "Clear search" }
    package static var order: String { "Sort" }
    package static var showBins: String { "Show delete buttons" }
    package static var hideBins: String { "Hide delete buttons" }
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
    package static var orderOwn: String { "Your own order" }
    package static var showCompleted: String { "Show done" }
    package static var tagOptions: String { "Tag" }
    package static var renameTag: String { "Rename tag" }
    package static var removeTag: String { "Remove from all to-dos and notes" }
    package static var tagName: String { "Name" }
    package static var tagsInUse: String { "Tags in use" }
    package static var noteTodos: String { "To-dos of this note" }
    package static var links: String { "Links" }
    package static var moveToTop: String { "Move to top" }
    package static var moveUp: String { "Move up" }
    package static var moveDown: String { "Move down" }
    package static var notReadTitle: String { "Nothing on this device yet" }
    package static var notAllReadTitle: String { "Not everything is on this device yet" }
    package static var notReadText: String {
        "What is in your account will be here as soon as Daybook reaches the server."
    }
    package static var emptyTitle: String { "A clear page" }
    package static var emptyText: String { "Write down the first thing on your mind." }
    package static var nothingOpen: String { "Everything is done. Enjoy the quiet." }
    package static var nothingDone: String { "Nothing done yet. What you finish shows up here." }
    package static var nothingTagged: String { "No to-dos with this tag." }
    package static var chooseTodo: String { "Open a to-do to see it here" }

    // MARK: - The editor

    package static var editTodo: String { "Edit to-do" }
    package static var title: String { "Title" }
    package static var titlePlaceholder: String { "What needs doing?" }
    package static var detail: String { "Detail" }
    package static var detailPlaceholder: String { "Add details" }
    package static var addTag: String { "Add a tag" }
    package static var deadline: String { "Deadline" }
    package static var reminder: String { "Reminder" }
    package static var today: String { "Today" }
    package static var tomorrow: String { "Tomorrow" }
    package static var weekend: String { "Weekend" }
    package static var nextWeek: String { "Next week" }
    package static var when: String { "When" }
    package static var whenInWords: String { "When, in words" }
    package static var whenPlaceholder: String { "tomorrow 9am, every week, #work" }
    package static var pickDay: String { "Pick a day" }
    package static var pickTime: String { "Pick a time" }
    package static var wholeDay: String { "All day" }
    package static var set: String { "Set" }
    package static var previousMonth: String { "Previous month" }
    package static var nextMonth: String { "Next month" }
    package static var select: String { "Select" }
    package static var selectAll: String { "Select all" }
    package static var endSelecting: String { "Stop selecting" }
    package static var selection: String { "Selected to-dos" }
    package static var tag: String { "Tag" }
    package static var add: String { "Add" }
    package static var goTo: String { "Go to…" }
    package static var paneWidth: String { "Width of the editor" }
    package static var commands: String { "Go to" }
    package static var commandsHint: String { "Search commands, lists, to-dos and notes" }
    package static var nothingFound: String { "No results" }
    package static var noDate: String { "No date" }
    package static var notSet: String { "Not set" }
    package static var noDeadline: String { "No deadline" }
    package static var noReminder: String { "No reminder" }
    package static var save: String { "Save" }
    package static var saving: String { "Saving…" }
    package static var close: String { "Close" }

    // MARK: - Notes

    package static var notes: String { "Notes" }
    package static var pin: String { "Pin" }
    package static var unpin: String { "Unpin" }
    package static var pinned: String { "Pinned" }
    package static var pinNote: String { "Pin note" }
    package static var unpinNote: String { "Unpin note" }
    package static var newNote: String { "New note" }
    package static var note: String { "Note" }
    package static var noteTitlePlaceholder: String { "What is it about?" }
    package static var noteText: String { "Description" }
    package static var noteTextPlaceholder: String {
        "Start writing. Lines that begin with a dash can become to-dos."
    }
    package static var draft: String { "Draft, on this device only" }
    package static var draftText: String { "Draft, on this device only." }
    package static var finished: String { "Done" }
    package static var photo: String { "Photo" }
    package static var photos: String { "Photos" }
    package static var addPhotos: String { "Add photos" }
    package static var sharedText: String { "Another app shared this with Daybook." }
    package static var takePhoto: String { "Take a photo" }
    package static var preparingPhoto: String { "Preparing a photo" }
    package static var photoHint: String { "Move it with Alt and an arrow key" }
    package static var previousPhoto: String { "Previous photo" }
    package static var nextPhoto: String { "Next photo" }
    package static var makeTodos: String { "Turn dashed lines into to-dos" }
    package static var customRepeat: String { "Custom" }
    package static var changeRepeat: String { "Change…" }
    package static var every: String { "Every" }
    package static var repeatUnit: String { "Unit" }
    package static var onDays: String { "On" }
    package static var ends: String { "Ends" }
    package static var endsOnDay: String { "on a date" }
    package static var endsAfterTimes: String { "after a number of times" }
    package static var lastDay: String { "Last day" }
    package static var understood: String { "Understood" }
    package static var typedDeadline: String { "Deadline in words" }
    package static var typedDeadlinePlaceholder: String { "friday, 25 dec, in 2 weeks" }
    package static var typedReminder: String { "Reminder in words" }
    package static var typedReminderPlaceholder: String { "tomorrow 9am, in 2 hours" }
    package static var aTodo: String { "A to-do" }
    package static var timeIsUp: String { "Time is up" }
    package static var missed: String { "Missed" }
    package static var snoozeTenMinutes: String { "Snooze 10 min" }
    package static var snooze: String { "Snooze" }
    package static var oneHour: String { "1 hour" }
    package static var tonight: String { "Tonight" }
    package static var reminders: String { "Reminders" }
    package static var allowNotifications: String { "Allow notifications" }
    package static var sendTest: String { "Send a test" }
    package static var sendingTest: String { "Sending…" }
    package static var testText: String {
        "Sends a test to all your devices, just like a real reminder."
    }
    package static var lastDeliveries: String { "Reminders sent" }
    package static var noDeliveries: String { "Nothing sent yet." }
    package static var testReminder: String { "Test" }
    package static var devices: String { "Devices" }
    package static var noNote: String { "None" }
    package static var openNote: String { "Open the note" }
    package static var chooseNote: String { "Open a note to see it here" }
    package static var emptyNotesTitle: String { "Nothing written yet" }
    package static var emptyNotesText: String { "Write one: a title, some lines, and photos if you like." }
    package static var orderModified: String { "Last changed first" }
    package static var found: String { "Also found" }
    package static var notesWithTag: String { "Notes with this tag" }

    // MARK: - Questions

    package static var deleteQuestion: String { "Delete this to-do?" }
    package static var keep: String { "Keep" }
    package static var logOut: String { "Log out" }
    package static var logOutQuestion: String { "Log out of Daybook?" }
    package static var stay: String { "Stay" }
    package static var discardQuestion: String { "Discard this to-do?" }
    package static var goneQuestion: String { "It was deleted on another device" }
    package static var goneText: String { "Keep writing and restore it, or discard what you typed." }
    package static var todoMissing: String { "This to-do isn’t here" }
    package static var noteMissing: String { "This note isn’t here" }
    package static var missingText: String { "It was deleted, or it belongs to another account." }
    package static var inTrash: String { "It is in the trash. Restore it to open it." }
    package static var notHereYet: String {
        "This is not on this device yet. It will open when it has synced."
    }
    package static var gone: String { "This to-do was deleted on another device." }
    package static var showBoth: String { "Show both" }
    package static var showOne: String { "Show one" }
    package static var useOther: String { "Use the other text" }
    package static var deadlineTime: String { "Time of the deadline" }
    package static var reminderTime: String { "Time of the reminder" }
    package static var discardText: String { "It has no title yet." }
    package static var discardEditQuestion: String { "Discard these changes?" }
    package static var discardTagQuestion: String { "Discard this tag?" }
    package static var discardEditText: String { "A to-do needs a title." }
    package static var keepWriting: String { "Keep writing" }
    package static var discard: String { "Discard" }
    package static var undo: String { "Undo" }
    package static var redo: String { "Redo" }
    package static var update: String { "Update" }
    package static var updateDaybook: String { "Update Daybook" }
    package static var dismiss: String { "Dismiss" }

    // MARK: - Keyboard

    package static var shortcuts: String { "Keyboard shortcuts" }
    package static let shortcutList: [(keys: [String], does: String)] = [
        (["n", "q"], "New to-do"),
        (["Shift", "N"], "New to-do with details"),
        (["/"], "Search"),
        (["Ctrl", "K"], "Go to a list, a to-do or a command"),
        (["↑", "↓"], "Move through the list, or from a field to it"),
        (["j", "k"], "Down and up the list"),
        (["Home", "End"], "First or last in the list"),
        (["Alt", "↑", "↓"], "Move a to-do in your own order"),
        (["Alt", "←", "→"], "Move a photo in its note"),
        (["Space"], "Mark done or open"),
        (["t"], "Set a time"),
        (["Shift", "T"], "Plan for tomorrow"),
        (["p"], "Pin or unpin a note"),
        (["x"], "Select"),
        (["Shift", "↑", "↓"], "Select several"),
        (["Enter"], "Open, and once more to edit its title"),
        (["Delete"], "Delete"),
        (["Ctrl", "Z"], "Undo"),
        (["Ctrl", "Shift", "Z"], "Redo"),
        (["Ctrl", "Enter"], "Save what is open"),
        (["Esc"], "Close, clear or leave a field"),
        (["+", "-", "0"], "Make a photo larger, smaller, or fit it"),
        (["?"], "Show these keys"),
    ]
}
