/// A message at the bottom that goes by itself.
public struct Toast: Equatable, Sendable {
    /// What it says.
    public var text: String
    /// What Undo brings back.
    public var undo: Record.Key?
    /// It offers a newer version of the app, and stays until something else is to be said.
    public var offersUpdate: Bool

    /// How long it stays.
    static let milliseconds = 6_000

    /// A message, with Undo for something deleted.
    public init(text: String, undo: Record.Key? = nil, offersUpdate: Bool = false) {
        self.text = text
        self.undo = undo
        self.offersUpdate = offersUpdate
    }
}

extension Home {
    /// Shows a message for some seconds in place of the one before.
    mutating func show(_ toast: Toast) -> [Effect] {
        self.toast = toast
        return [.startTimer(.toast, milliseconds: Toast.milliseconds), .announce(toast.text)]
    }

    /// Brings the record of the toast back as it was.
    mutating func undo(_ now: Instant) -> [Effect] {
        guard let undo = toast?.undo else { return [] }
        toast = nil
        let effects = carry(notebook.restore(undo, now)) + [.cancelTimer(.toast)]
        if notebook.replica.records[undo]?.isAlive != true { return effects }
        switch undo.kind {
        case .todo: return effects + [.focus(.row(Todo.ID(undo.id)))]
        case .note: return effects + [.focus(.noteRow(Note.ID(undo.id)))]
        default: return effects + [.focus(.photo(Photo.ID(undo.id)))]
        }
    }
}
