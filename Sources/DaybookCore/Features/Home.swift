/// The screens behind sign-in, composed over one notebook.
///
/// Each screen is a value with a state, actions and a reducer of its own. It changes nothing but itself and the notebook,
/// and returns outcomes. This type gives each action to its screen, and carries out what the outcomes ask of other screens.
public struct Home: Equatable, Sendable {
    /// The data that the screens show and change.
    public internal(set) var notebook: Notebook
    /// The list, which is always there.
    public internal(set) var list = ListScreen()
    /// The editor or the note that is open, if one is.
    public internal(set) var sheet: Sheet?
    /// The screen above both, if one is open.
    public internal(set) var upper: UpperScreen?
    /// The settings lie below that screen.
    public internal(set) var settingsAreBelow = false
    /// The place of a to-do or a note that an address leads to and that has not come from the server yet.
    public internal(set) var pendingRoute: Route?
    /// The open menu or question, if one is.
    public internal(set) var overlay: Overlay?
    /// The message at the bottom, if there is one.
    public internal(set) var toast: Toast?
    /// The records whose replaced texts the person has not been led to yet, each once.
    var replaced: [Record.Key] = []
    /// The reminders of this device.
    public internal(set) var reminders = DeviceReminders()
    /// The place of the keyboard.
    public internal(set) var keyboard = Keyboard()
    /// The devices of the account, as far as the server was asked.
    var devices = KnownDevices()
    /// The unsaved text that the disk has.
    var kept = Unsaved()
    /// A timer will put newer unsaved text on the disk in a moment.
    var isKeepDue = false
    /// The file of the drafts that is being written, if one is.
    var draftArchive: DraftArchive?
    /// The list that the disk holds as the list that the person left.
    var keptView = ListScreen().view
    /// The app opens on Today once all to-dos are here, if the person has done nothing by then.
    var opensOnToday = false

    /// The screen beside the list in a wide window, and above it on a phone.
    public indirect enum Sheet: Equatable, Sendable {
        case editor(Editor)
        case note(OpenNote)
    }

    /// The reason why the person is signed out.
    enum SignOutKind: Equatable, Sendable {
        case loggedOut
        case sessionEnded
        case deleted
    }

    /// The actions of a person behind sign-in, and the news of the device about photos and reminders.
    public enum Action: Equatable, Sendable {
        case list(ListScreen.Action)
        case editor(Editor.Action)
        case note(OpenNote.Action)
        case upper(UpperScreen.Action)
        case overlay(Overlay.Action)
        case toast(Toast.Action)
        indirect case photo(PhotoTransfers.Action)
        case reminder(DeviceReminders.Action)
        case accountTapped
        case shortcutsTapped
        case logOutTapped
        case updateTapped
        case pulledToRefresh
        /// More was pasted than a field takes.
        case pasteRefused
        /// The person chose the limits of the account, on its screen or at a field whose limit was in the way. The keyboard
        /// goes on at that field.
        case limitsChosen(Limits.Choice, at: Keyboard.Place? = nil)
        /// The person chose how this device shows Daybook.
        case settingChosen(Settings.Choice)
        /// Show, in the line about changes that the server refused.
        case refusedTapped
    }

    init(_ notebook: Notebook) {
        self.notebook = notebook
    }
}

extension Home {
    mutating func reduce(_ action: Action, _ context: Context) -> [Effect] {
        carry(outcomes(of: action, context), context)
    }

    mutating func outcomes(of action: Action, _ context: Context) -> [Outcome] {
        switch action {
        case .photo, .reminder, .toast, .pulledToRefresh: break
        // After any other action, neither the sought record nor Today opens by itself.
        default:
            pendingRoute = nil
            opensOnToday = false
        }
        if case .palette(let palette) = overlay {
            switch action {
            case .overlay(let action): if let outcomes = reduce(palette, action, context) { return outcomes }
            case .photo, .reminder, .toast, .pulledToRefresh: break
            default: overlay = nil
            }
        }
        if case .when(let planned, let calendar, let typed) = overlay, case .overlay(let action) = action,
            let outcomes = reduce(planned, calendar, typed, action, context)
        {
            return outcomes
        }
        switch action {
        case .list(.key(.escape, at: _)) where overlay != nil || upper != nil || sheet != nil:
            // The text of a note is saved before the note closes.
            let isWriting = openNote?.writing != nil && openNote?.gallery == nil
            return isWriting && overlay == nil && upper == nil ? reduceNote(.doneTapped, context.now) : goBack(context)
        case .list(.key(.save, at: _)):
            return reduceEditor(.saveTapped, context) + reduceNote(.doneTapped, context.now)
        case .list(let action): return list.reduce(action, &notebook, context) + followCursor(action)
        case .editor(let action): return reduceEditor(action, context)
        case .note(let action): return reduceNote(action, context.now)
        case .upper(let action): return reduceUpper(action, context)
        case .overlay(let action):
            if case .confirmDiscard = overlay, action == .dismissed { return keepWriting() }
            return overlay?.reduce(action, &notebook, context.now) ?? []
        case .toast(let action): return reduceToast(action)
        case .photo(let action): return reducePhotos(action, context)
        case .reminder(let action): return reminders.reduce(action, &notebook, context)
        case .accountTapped: return [.ask(.accountMenu)]
        case .shortcutsTapped: return [.ask(.shortcuts)]
        case .logOutTapped: return [.ask(.confirmLogOut)]
        case .updateTapped: return [.effect(.takeUpdate)]
        case .pulledToRefresh: return pulled()
        case .limitsChosen(let limits, let place): return choose(limits, at: place, context)
        case .settingChosen(let choice): return [Outcome](notebook.choose(choice))
        case .refusedTapped: return showRefused()
        case .pasteRefused: return [.show(Toast(text: Texts.pasteRefused))]
        }
    }

    /// The editor or the note beside the list follows the cursor when a key has moved it. Samples have no editor (T10).
    private func followCursor(_ action: ListScreen.Action) -> [Outcome] {
        guard case .key(let key, at: _) = action, [.up, .down, .first, .last].contains(key) else { return [] }
        switch sheet {
        case .editor(let editor):
            guard let todo = list.cursor.flatMap({ notebook.todos[$0] }), todo.origin == .own,
                case .existing(let open) = editor.subject, open != todo.id
            else { return [] }
            return [.go(.todo(todo.id))]
        case .note: return list.noteCursor.map { [.go(.note($0))] } ?? []
        case nil: return []
        }
    }

    /// The person does not discard: the keyboard goes to the field that was refused.
    @inline(never)
    private func keepWriting() -> [Outcome] {
        var place = Keyboard.Place.editorTitle
        if let field = editor?.violations.first?.field {
            switch field {
            case .tags: place = .tagInput
            case .detail: place = .editorDetail
            case .deadline, .reminder: place = .field(field)
            default: break
            }
        }
        if openNote != nil { place = .tagInput }
        return [.dismiss, .move(place)]
    }

    private mutating func reduceEditor(_ action: Editor.Action, _ context: Context) -> [Outcome] {
        guard case .editor(var editor) = sheet else { return [] }
        defer { sheet = .editor(editor) }
        return editor.reduce(action, &notebook, context)
    }

    mutating func reduceNote(_ action: OpenNote.Action, _ now: Instant) -> [Outcome] {
        guard case .note(var note) = sheet else { return [] }
        defer { sheet = .note(note) }
        return note.reduce(action, &notebook, now)
    }

    private mutating func reduceUpper(_ action: UpperScreen.Action, _ context: Context) -> [Outcome] {
        switch action {
        case .settingsOpened: return [.open(.settings)]
        case .accountOpened: return [.open(.account)]
        case .trashOpened: return [.open(.trash)]
        case .remindersOpened: return [.open(.reminders)]
        case .closed:
            closeUpper()
            return []
        case .draftsTapped: return saveDrafts(context)
        default: return upper?.reduce(action, &notebook, context) ?? []
        }
    }

    private mutating func pulled() -> [Outcome] {
        let outcomes = [Outcome](notebook.syncOrAsk())
        let isOver = !notebook.connection.leads || outcomes.isEmpty && notebook.connection.engine.phase == .stopped
        return outcomes + (isOver ? [.effect(.refreshEnded)] : [])
    }

    // MARK: - Looks

    // `editor?.change()` sets nil where there is no editor: another sheet stays open then.

    /// The open editor, if one is.
    public internal(set) var editor: Editor? {
        get { if case .editor(let editor) = sheet { editor } else { nil } }
        set { if newValue != nil || editor != nil { sheet = newValue.map { .editor($0) } } }
    }

    /// The open note, if one is.
    public internal(set) var openNote: OpenNote? {
        get { if case .note(let note) = sheet { note } else { nil } }
        set { if newValue != nil || openNote != nil { sheet = newValue.map { .note($0) } } }
    }

    /// The open note; nil if it was deleted.
    public var shownNote: Note? { openNote.flatMap { notebook.notes[$0.id] } }

    /// The to-dos that the list shows, in its order.
    public func visible(on today: Today) -> Selection { list.selection(notebook, today) }

    /// The notes that the list shows, in its order.
    public var visibleNotes: Selection { notebook.notes.select(list.filter.search) }
}
