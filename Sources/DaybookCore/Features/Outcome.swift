/// The result of an action in a screen behind sign-in, as plain data.
///
/// A screen changes its own state and the notebook. It returns requests for a face or for another screen as outcomes,
/// which ``Home`` carries out.
enum Outcome: Equatable {
    /// A request or news from a verb of the notebook.
    case notebook(Notebook.Effect)
    /// A face must do this.
    case effect(Effect)
    /// The keyboard goes to a place.
    case move(Keyboard.Place)
    /// A field shows this text instead of the typed text.
    case write(String, in: Keyboard.Field)
    /// A message shows at the bottom.
    indirect case show(Toast)
    /// Show the message about replaced texts again, if no other message shows.
    case showReplaced
    /// A menu or a question opens.
    indirect case ask(Overlay)
    /// The menu or the question that led here closes.
    case dismiss
    /// Another place opens, once the open to-do or note has been saved.
    case go(Destination)
    /// Another place opens, and the editor's draft is discarded.
    case discard(then: Destination)
    /// The sheet closes; everything in it has been saved.
    case closeSheet
    /// The screen of an address opens.
    case open(Route)
    /// A record is to be deleted, with an offer to bring it back.
    case delete(Record.Key)
    /// All samples are to be deleted, with an offer to bring them back.
    case deleteSamples
    /// A tag is to be renamed on all to-dos and notes, or removed from them.
    case retag(String, to: String?)
    /// A tag, as typed, is to be added to the chosen to-dos.
    case tagChosen(String)
    /// A step is to be undone or redone: the step with a number, or the last step.
    case take(Steps.Direction, Int? = nil)
    /// The list brings a to-do into view.
    case reveal(Todo.ID)
    /// A to-do was deleted together with another to-do that the person changed, or a note because it was empty.
    case gone(Record.Key)
    /// The editor has made a to-do, to whose row the keyboard goes when the editor closes.
    case added(Todo.ID)
    /// The cursor of the list goes to a to-do.
    case point(at: Todo.ID)
    /// The photos that another app shared go into a new note, with their text.
    case takeShared(SharedText)
    /// A reminder was set.
    case reminderSet
    /// The person is signed out.
    case signOut(Home.SignOutKind)

    static func announce(_ text: String) -> Outcome { .effect(.announce(text)) }

    /// Tells that a typed text has reached its limit, once. The arguments are the characters that were left before the
    /// last key, and that are left now.
    static func full(_ before: Int, _ left: Int) -> [Outcome] {
        if before <= 0 || left > 0 { return [] }
        return [.announce(left < 0 ? Texts.tooMany(-left) : Texts.left(0))]
    }
}

/// A place to go to from wherever the person is.
public enum Destination: Equatable, Sendable {
    /// The list as it is, with nothing open above it.
    case close
    case list(ListScreen.Section)
    case newTodo
    /// The editor of a new to-do that is a copy of another.
    case copy(Todo.ID)
    case todo(Todo.ID)
    case newNote
    case note(Note.ID)
}

extension [Outcome] {
    /// The results of a verb of the notebook.
    @inline(never)
    init(_ effects: [Notebook.Effect]) {
        self = effects.map { .notebook($0) }
    }
}

extension Notebook {
    // The verbs of the notebook that several screens use, with their outcomes for the screens.

    /// Adds a to-do for a draft that passed the rules.
    mutating func addTodo(_ draft: TodoDraft, id: UUID, _ now: Instant) -> [Outcome] {
        [Outcome](add(draft, id: id, now)) + (draft.reminder == nil ? [] : [.reminderSet])
    }

    /// Adds to-dos for drafts that passed the rules, and returns the id of the first. The list has the drafts' order.
    mutating func addTodos(_ drafts: [TodoDraft], _ context: Context) -> (first: Todo.ID?, outcomes: [Outcome]) {
        guard let first = drafts.first else { return (nil, []) }
        let id = Todo.ID(context.newID)
        if drafts.count == 1 { return (id, addTodo(first, id: context.newID, context.now)) }
        let isSet = drafts.contains { $0.reminder != nil }
        return (id, [Outcome](add(drafts, first: context.newID, context.now)) + (isSet ? [.reminderSet] : []))
    }

    /// Changes a to-do's fields to those of a draft.
    mutating func editTodo(
        _ todo: Todo,
        to draft: TodoDraft,
        keeping usual: Instant? = nil,
        _ now: Instant
    ) -> [Outcome] {
        let isSet = draft.reminder != nil && draft.reminder != todo.reminder
        return [Outcome](edit(todo, to: draft, keeping: usual, now)) + (isSet ? [.reminderSet] : [])
    }

    /// Marks a to-do done or open (T8). An editor of the next occurrence closes if the occurrence is deleted.
    mutating func markTodo(_ id: Todo.ID, done: Bool, _ context: Context) -> [Outcome] {
        let next = following(id)
        let wasThere = next.flatMap { todos[$0] } != nil
        let outcomes = [Outcome](mark(id, done: done, context.now, in: context.world.zone))
        if let next, wasThere, todos[next] == nil { return outcomes + [.gone(next.key)] }
        return outcomes
    }
}
