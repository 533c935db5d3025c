/// The screens behind sign-in: a notebook, the list over it, and what is open on top.
public struct Home: Equatable, Sendable {
    /// What the screens show and change.
    public internal(set) var notebook: Notebook
    /// Which of the two lists shows.
    public internal(set) var section = Section.todos
    /// What is searched, filtered and pointed at.
    public var list = TodoList()
    /// The note whose row the keyboard is on.
    public internal(set) var noteCursor: Note.ID?
    /// The open editor, if one is.
    public var editor: Editor?
    /// The open note, if one is. Never beside an editor.
    public internal(set) var openNote: OpenNote?
    /// Whether this device may remind while no page shows.
    public internal(set) var reminders = ReminderDesk()
    /// The page above the list, if one is open.
    public internal(set) var page: Page?
    /// The open menu or question, if one is.
    public var overlay: Overlay?
    /// The message at the bottom, if one shows.
    public var toast: Toast?
    /// A newer version of the app is offered.
    public private(set) var offersUpdate = false
    /// Set when this screen is over; the app acts on it at once.
    var leaving: Leaving?

    enum Leaving: Equatable, Sendable {
        case loggedOut
        case sessionEnded
        case deleted
    }

    /// What stands above the screen. One at a time.
    public enum Overlay: Equatable, Sendable {
        /// A row's menu, at the point that was pressed or at the button that was.
        case rowMenu(Todo.ID, at: Point?)
        case orderMenu
        case accountMenu
        case shortcuts
        /// T9: asks before a tap on a bin deletes.
        case confirmDelete(Todo.ID)
        /// A10.
        case confirmLogOut
        /// I3: the samples could not be fetched.
        case samplesFailed
        /// T11: there is text but no title. What follows if it is thrown away.
        case confirmDiscard(then: Editor.Exit)
    }

    /// A place in the window, in pixels from its top left.
    public struct Point: Equatable, Sendable {
        /// Pixels from the left.
        public var x: Int
        /// Pixels from the top.
        public var y: Int

        /// A point by its distances.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// What a person does behind sign-in.
    public enum Action: Equatable, Sendable {
        case list(TodoList.Action)
        case note(OpenNote.Action)
        case photo(PhotoDesk.Action)
        case editor(Editor.Action)
        case account(AccountPage.Action)
        case page(PageAction)
        case reminder(ReminderDesk.Action)
        case samplesRetried
        case samplesDeclined
        case accountTapped
        case shortcutsTapped
        case logOutTapped
        case logOutConfirmed
        case deleteConfirmed
        case discardConfirmed
        /// The overlay was closed without a choice.
        case overlayDismissed
        case undoTapped
        case updateTapped
        case toastDismissed
        /// The pointer or the keyboard is on the toast, or has left it.
        case toastHeld(Bool)
        case pulledToRefresh
    }

    init(_ notebook: Notebook) {
        self.notebook = notebook
    }
}

extension Home {
    mutating func reduce(_ action: Action, _ context: Context) -> [Effect] {
        switch action {
        case .list(let action): return reduceList(action, context)
        case .note(let action): return reduceNotes(action, context)
        case .photo(let action): return reducePhotos(action, context)
        case .editor(let action): return reduceEditor(action, context)
        case .account(let action): return reduceAccount(action, context)
        case .page(let action): return reducePage(action, context)
        case .reminder(let action): return reduceReminders(action, context)
        case .samplesRetried:
            guard overlay == .samplesFailed else { return [] }
            overlay = nil
            return carry(notebook.retrySamples())
        case .samplesDeclined:
            guard overlay == .samplesFailed else { return [] }
            overlay = nil
            return carry(notebook.declineSamples(context.now))
        case .accountTapped:
            overlay = .accountMenu
        case .shortcutsTapped:
            overlay = .shortcuts
        case .logOutTapped:
            overlay = .confirmLogOut
        case .logOutConfirmed:
            guard overlay == .confirmLogOut else { return [] }
            leaving = .loggedOut
            return saveNote(context.now)
        case .deleteConfirmed:
            guard case .confirmDelete(let id) = overlay else { return [] }
            overlay = nil
            return delete(id, context.now)
        case .discardConfirmed:
            guard case .confirmDiscard(let exit) = overlay else { return [] }
            overlay = nil
            return leaveEditor(exit, context)
        case .overlayDismissed:
            return dismissOverlay()
        case .undoTapped: return undo(context.now)
        case .updateTapped: return [.takeUpdate]
        case .toastDismissed:
            toast = nil
            return [.cancelTimer(.toast)]
        case .toastHeld(let isHeld):
            guard let toast, !toast.offersUpdate else { return [] }
            return [isHeld ? .cancelTimer(.toast) : .startTimer(.toast, milliseconds: Toast.milliseconds)]
        case .pulledToRefresh:
            if !notebook.connection.leads { return [.askLeader, .refreshEnded] }
            let effects = carry(notebook.sync())
            return effects.isEmpty && notebook.connection.engine.phase == .stopped ? [.refreshEnded] : effects
        }
        return []
    }

    mutating func dismissOverlay() -> [Effect] {
        defer { overlay = nil }
        if case .confirmDiscard = overlay { return [.focus(.editorTitle)] }
        return []
    }

    /// Says that a newer version is here, until something else is to be said; the account's menu goes on offering it.
    mutating func offerUpdate() -> [Effect] {
        offersUpdate = true
        toast = Toast(text: Texts.updateReady, offersUpdate: true)
        return [.cancelTimer(.toast), .announce(Texts.updateReady)]
    }

    mutating func timerFired(_ timer: Effect.Timer, _ now: Instant, isVisible: Bool) -> [Effect] {
        let own: Notebook.Timer
        switch timer {
        case .retrySync: own = .retrySync
        case .listenAgain: own = .listenAgain
        case .pollSync: own = .pollSync
        case .retryUploads: own = .retryUploads
        case .reminder: own = .reminder
        case .toast:
            toast = nil
            return []
        case .saveNote, .sendNote: return noteTimerFired(timer, now)
        case .reminderTest: return lookForTest()
        }
        return carry(notebook.timerFired(own, isVisible: isVisible))
    }
}
