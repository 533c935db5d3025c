// The message about texts of this device that newer texts replaced (S12). It stays until the person has opened the
// history of each, or closes it. Another message hides it for as long as that message shows.

extension Home {
    /// The records that the message counts.
    static let replacedMaximum = 500

    /// Shows the message about the last of the records that were not deleted, and how many more there are.
    mutating func showReplaced() -> [Effect] {
        while let key = replaced.last {
            let todo = notebook.todos[Todo.ID(key.id)]
            let note = notebook.notes[Note.ID(key.id)]
            if let title = todo?.title ?? note.map({ Texts.named($0.title) }) {
                let text = Texts.replaced(Texts.brief(title), others: replaced.count - 1)
                let opens: Route = todo == nil ? .noteHistory(Note.ID(key.id)) : .history(Todo.ID(key.id))
                return carry([.show(Toast(text: text, opens: opens))])
            }
            replaced.removeLast()
        }
        return []
    }

    /// The note that is being written, if its sheet itself tells about the other device's text. In that sheet the text
    /// of this device shows, and not the newer text.
    func toldByNote(_ keys: [Record.Key]) -> [Record.Key] {
        guard let note = openNote, let writing = note.writing, !writing.others.isEmpty else { return [] }
        return keys.filter { $0 == note.id.key }
    }

    /// Carries out an action with the message at the bottom. When that message goes, the message about replaced texts
    /// comes back for the texts that are left.
    mutating func reduceToast(_ action: Toast.Action) -> [Outcome] {
        guard let shown = toast, case let (stays, outcomes) = shown.reduce(action), !stays else {
            return toast?.reduce(action).outcomes ?? []
        }
        toast = nil
        var told: [Record.Key] = []
        switch (shown.opens, action) {
        case (.history, .opensTapped), (.noteHistory, .opensTapped): told = replaced.popLast().map { [$0] } ?? []
        case (.history, _), (.noteHistory, _): swap(&told, &replaced)
        default: break
        }
        let kept = told.isEmpty ? [] : [Outcome](notebook.replacedTextsTold(told))
        return kept + outcomes + (replaced.isEmpty ? [] : [.showReplaced])
    }
}
