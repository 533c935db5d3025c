/// The editor of one to-do, new or existing (T2 to T7, T11, T12).
public struct Editor: Equatable, Sendable {
    /// The to-do that is being edited.
    public var subject: Subject
    /// The sheet was opened for a new to-do, and stays the same sheet while that to-do is being saved.
    public let beganNew: Bool
    /// The texts in the fields.
    public var draft: TodoDraft
    /// The draft that the editor opened with, or the to-do since it was changed elsewhere.
    var base: TodoDraft
    /// The times and tags that the title of a new to-do names.
    public internal(set) var titleLine = QuickAddLine()
    /// The text in the line that adds a tag.
    public var tagText = ""
    /// The words for the deadline, and the time that they name.
    public internal(set) var deadlineTyped = TypedTime()
    /// The words for the reminder, and the time that they name.
    public internal(set) var reminderTyped = TypedTime()
    /// The calendar of the deadline, while its panel is open.
    public internal(set) var deadlineCalendar: MonthGrid?
    /// The calendar of the reminder, while its panel is open.
    public internal(set) var reminderCalendar: MonthGrid?
    /// The panel for a custom repetition is open.
    public internal(set) var showsRepeatPanel = false
    /// Rules that the last attempt to save broke.
    public var violations: [Violation] = []
    /// The state of saving.
    public var status: Status = .editing
    /// The to-do was deleted elsewhere while it was edited here.
    public internal(set) var isGone = false
    /// The title that another device set while the person wrote another title here; nil if there is no such title.
    public internal(set) var otherTitle: String?
    /// The detail that another device set while the person wrote another detail here; nil if there is no such detail.
    public internal(set) var otherDetail: String?
    /// The texts from the other device are shown beside those written here.
    public internal(set) var showsBoth = false

    /// An existing to-do, or a new one.
    public enum Subject: Equatable, Sendable {
        /// A new to-do, which gets its id when it is saved.
        case new
        case existing(Todo.ID)
    }

    /// The state of saving.
    public enum Status: Equatable, Sendable {
        case editing
        /// The change is made, and the editor waits until the disk has every write up to `sequence`.
        case saving(sequence: Int)
        case failed(String)
    }

    /// The actions of a person in the editor.
    public enum Action: Equatable, Sendable {
        case titleChanged(String)
        /// The piece of the title at a place, in UTF-16: plain text from now on if it was understood, and back.
        case titleToggled(at: Int)
        /// Escape in the title, or Backspace right behind what was understood: it becomes plain text. With no caret,
        /// the last such piece does.
        case titleReverted(at: Int?)
        /// Moves the text beyond a title's limit to the detail.
        case titleDivided
        /// Each line that was pasted into the title becomes a to-do.
        case linesSubmitted
        case detailChanged(String)
        case tagTextChanged(String)
        case tagSubmitted
        /// One of the tags in use was chosen.
        case tagSuggested(String)
        case tagRemoved(String)
        /// Nil for no deadline.
        case deadlinePicked(CivilDate?)
        case deadlineSuggested(DayChoice)
        /// The minute of the day at which the deadline is; nil for the end of its day.
        case deadlineTimed(Int?)
        /// The panel of the deadline or the reminder opens or closes.
        case whenTapped(When.Purpose)
        /// The keyboard goes to another day of the calendar.
        case whenWalked(When.Purpose, MonthGrid.Step)
        /// The calendar shows another month.
        case whenTurned(When.Purpose, MonthGrid.Step)
        /// Nil for no reminder.
        case reminderPicked(Instant?)
        /// Another day for the reminder, which keeps its time of day.
        case reminderDayPicked(CivilDate)
        /// The minute of the day at which it reminds.
        case reminderTimed(Int)
        case reminderSuggested(Snooze)
        /// Words for the deadline, such as "friday".
        case deadlineTyped(String)
        /// Words for the reminder, such as "tomorrow 9am".
        case reminderTyped(String)
        /// Nil for a to-do that does not repeat.
        case repeatPicked(RepeatPreset?)
        case repeatEdited(RepeatEdit)
        /// Nil for no note.
        case notePicked(Note.ID?)
        /// Show the text from the other device beside the text written here.
        case bothTapped
        /// The other device's text takes the place of the text written here, which stays beside it.
        case otherTitleTapped
        case otherDetailTapped
        /// Discards the edits here of a to-do that was deleted elsewhere.
        case discardTapped
        case saveTapped
        /// Went back: the grabber, the backdrop, a key or the face's own way back.
        case closed
        case deleteTapped
        case historyTapped
    }

    /// An editor of a new to-do, with the values that its list gives it.
    public init(new draft: TodoDraft = TodoDraft()) {
        subject = .new
        beganNew = true
        self.draft = draft
        base = draft
    }

    /// An editor of a new to-do that is a copy of another. It is saved even without an edit.
    init(copying todo: Todo, _ rules: Rules) {
        self.init()
        draft = TodoDraft(title: todo.title, detail: todo.detail ?? "", tags: todo.tags)
        draft = rules.divided(draft)
    }

    /// An editor of an existing to-do.
    public init(_ todo: Todo) {
        self.init(todo.id, TodoDraft(todo))
    }

    /// An editor of a to-do from its draft alone.
    init(_ id: Todo.ID, _ draft: TodoDraft) {
        subject = .existing(id)
        beganNew = false
        self.draft = draft
        base = draft
    }

    /// Whether anything was typed or picked.
    package var isTouched: Bool {
        draft != base || Text.isShown(tagText) || deadlineTyped.unclear != nil || reminderTyped.unclear != nil
    }

    /// The broken rule to show at a field.
    public func violation(_ field: Violation.Field) -> Violation? {
        violations.first(at: field)
    }

    /// The characters that the title has left; negative when it is too long.
    public func titleLeft(_ rules: Rules) -> Int {
        isReadingTitle ? titleLine.left(rules) : Text.left(draft.title, of: rules.limits.titleMaximum)
    }

    /// The characters that the detail has left; negative when it is too long.
    public func detailLeft(_ rules: Rules) -> Int { Text.left(draft.detail, of: rules.limits.detailMaximum) }

    /// Whether times and tags are read from the title's words; only for a new to-do.
    var isReadingTitle: Bool { subject == .new && titleLine.text == draft.title }

    var route: Route {
        switch subject {
        case .new: .newTodo
        case .existing(let id): .todo(id)
        }
    }

    /// T2: while the title is empty it cannot be sent.
    public var canSave: Bool { Text.isShown(draft.title) }
}
