/// The result of an action in a screen behind sign-in, as plain data.
///
/// A screen changes its own state and the notebook. What is the business of a face or of another screen it returns, and
/// ``Home`` sees to it.
enum Outcome: Equatable {
    /// A verb of the notebook asked for this, or tells it.
    case notebook(Notebook.Effect)
    /// A face must do this.
    case effect(Effect)
    /// The keyboard goes to a place.
    case move(Keyboard.Place)
    /// A field shows this instead of what was typed.
    case write(String, in: Keyboard.Field)
    /// A message shows at the bottom.
    case show(Toast)
    /// A menu or a question opens.
    case ask(Overlay)
    /// The menu or the question that led here closes.
    case dismiss
    /// Another place opens, once what is open has been saved.
    case go(Destination)
    /// Another place opens, and what stands in the editor is thrown away.
    case discard(then: Destination)
    /// The sheet closes; everything in it has been saved.
    case closeSheet
    /// The page of an address opens.
    case open(Route)
    /// A record is to be deleted, with an offer to bring it back.
    case delete(Record.Key)
    /// All to-dos that came with Daybook are to be deleted, with an offer to bring them back.
    case deleteSamples
    /// A step is to be undone or redone: the one of a number, or the last one.
    case take(Steps.Direction, Int? = nil)
    /// The list brings a to-do into view.
    case reveal(Todo.ID)
    /// A to-do went with another one that the person changed, or a note because it was empty.
    case gone(Record.Key)
    /// The editor has made a to-do, to whose row the keyboard goes when the editor closes.
    case added(Todo.ID)
    /// The cursor of the list goes to a to-do.
    case point(at: Todo.ID)
    /// A reminder was set.
    case reminderSet
    /// Nobody is signed in any more.
    case leave(Home.Leaving)

    static func announce(_ text: String) -> Outcome { .effect(.announce(text)) }
}

/// A place to go to from wherever the person is.
public enum Destination: Equatable, Sendable {
    /// The list as it is, with nothing open above it.
    case close
    case list(ListScreen.Section)
    case newTodo
    /// The editor of a new to-do that says what another one says.
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
    // What screens share. Each verb goes on with what follows for the screens.

    /// Adds a to-do for a draft that passed the rules.
    mutating func addTodo(_ draft: TodoDraft, id: UUID, _ now: Instant) -> [Outcome] {
        [Outcome](add(draft, id: id, now)) + (draft.reminder == nil ? [] : [.reminderSet])
    }

    /// Adds to-dos for drafts that passed the rules, and answers the first. The list reads as they stand.
    mutating func addTodos(_ drafts: [TodoDraft], _ context: Context) -> (first: Todo.ID?, outcomes: [Outcome]) {
        guard let first = drafts.first else { return (nil, []) }
        let id = Todo.ID(context.fresh)
        if drafts.count == 1 { return (id, addTodo(first, id: context.fresh, context.now)) }
        let isSet = drafts.contains { $0.reminder != nil }
        return (id, [Outcome](add(drafts, first: context.fresh, context.now)) + (isSet ? [.reminderSet] : []))
    }

    /// Changes a to-do to what a draft says.
    mutating func editTodo(_ todo: Todo, to draft: TodoDraft, _ now: Instant) -> [Outcome] {
        let isSet = draft.reminder != nil && draft.reminder != todo.reminder
        return [Outcome](edit(todo, to: draft, now)) + (isSet ? [.reminderSet] : [])
    }

    /// Marks a to-do done or not done (T8). The next occurrence that goes with it is not edited any more.
    mutating func markTodo(_ id: Todo.ID, done: Bool, _ context: Context) -> [Outcome] {
        let next = following(id)
        let wasThere = next.flatMap { todos[$0] } != nil
        let outcomes = [Outcome](mark(id, done: done, context.now, in: context.world.zone))
        if let next, wasThere, todos[next] == nil { return outcomes + [.gone(next.key)] }
        return outcomes
    }
}
