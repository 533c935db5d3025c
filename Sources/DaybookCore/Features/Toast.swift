/// A message at the bottom that goes by itself.
public struct Toast: Equatable, Sendable {
    /// The text of the message.
    public var text: String
    /// The records that Undo brings back; several when they are to-dos.
    public var undo: [Record.Key]
    /// The to-do that Show brings into view.
    public var show: Todo.ID?
    /// It offers a newer version of the app, and stays until another message replaces it.
    public var offersUpdate: Bool

    /// The actions of a person with a message.
    public enum Action: Equatable, Sendable {
        case undoTapped
        case showTapped
        case dismissed
        /// The pointer or the keyboard is on it, or has left it.
        case held(Bool)
    }

    /// The time that it stays.
    static let milliseconds = 6_000

    /// A message, with Undo for what was deleted or Show for what was added.
    public init(text: String, undo: [Record.Key] = [], show: Todo.ID? = nil, offersUpdate: Bool = false) {
        self.text = text
        self.undo = undo
        self.show = show
        self.offersUpdate = offersUpdate
    }
}

extension Toast {
    /// The effects of its appearance.
    var shown: [Effect] {
        let timer: Effect = offersUpdate ? .cancelTimer(.toast) : .startTimer(.toast, milliseconds: Toast.milliseconds)
        return [timer, .announce(text)]
    }

    func reduce(
        _ action: Action,
        _ notebook: inout Notebook,
        _ now: Instant
    ) -> (stays: Bool, outcomes: [Outcome]) {
        switch action {
        case .undoTapped:
            guard let first = undo.first else { return (true, []) }
            if undo.count == 1 { return (false, bringBack(first, &notebook, now)) }
            return (false, [Outcome](notebook.restore(todos: undo, now)) + [.effect(.cancelTimer(.toast))])
        case .showTapped: return (false, [.effect(.cancelTimer(.toast))] + (show.map { [.reveal($0)] } ?? []))
        case .dismissed: return (false, [.effect(.cancelTimer(.toast))])
        case .held(let isHeld):
            if offersUpdate { return (true, []) }
            let restart = Effect.startTimer(.toast, milliseconds: Toast.milliseconds)
            return (true, [.effect(isHeld ? .cancelTimer(.toast) : restart)])
        }
    }

    /// Brings a record back as it was.
    private func bringBack(_ key: Record.Key, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        let outcomes = [Outcome](notebook.restore(key, now)) + [.effect(.cancelTimer(.toast))]
        if notebook.replica.records[key]?.isAlive != true { return outcomes }
        switch key.kind {
        case .todo: return outcomes + [.move(.row(Todo.ID(key.id)))]
        case .note: return outcomes + [.move(.noteRow(Note.ID(key.id)))]
        default: return outcomes + [.move(.photo(Photo.ID(key.id)))]
        }
    }
}
