/// The content that another app shared with Daybook (the manifest's `share_target`): text in the query of the address
/// `/new`, or beside photos that wait on the device.
///
/// Any website may lead here, so nothing is saved by it: text stands in the editor of a new to-do, and photos with their text
/// wait until the person has answered a question.
public struct SharedText: Equatable, Sendable {
    /// Whether photos were shared too.
    enum Photos {
        case absent
        case waiting
        /// The device had no room for the photos. The text is in the address.
        case lost
    }

    /// The photos beside the text.
    private(set) var photos = Photos.absent
    /// The share went to the server, because the service worker was not there. The server keeps nothing of it.
    private(set) var isMissed = false
    /// A shared title, a text and a link, without parts that are missing or repeat another part.
    private var parts: [String] = []

    /// Reads the query of an address.
    init(path: String) {
        let halves = Text.parts(path, between: "?")
        guard halves.count > 1 else { return }
        // In the order of the manifest. Apps put a link into any of them.
        for pair in Text.parts(halves[1], between: "&") {
            let sides = Text.parts(pair, between: "=")
            if sides[0] == "missed" { isMissed = true }
            if sides[0] == "photos" { photos = sides.last == "0" ? .lost : .waiting }
            guard sides.count == 2, sides[0] == "title" || sides[0] == "text" || sides[0] == "url" else { continue }
            let part = Text.trimmed(Text.manyLines(Text.queryDecoded(sides[1])))
            if !part.isEmpty, !parts.contains(part) { parts.append(part) }
        }
    }

    var isEmpty: Bool { parts.isEmpty && photos == .absent }

    /// All parts in one line.
    package var line: String { Text.oneLine(text) }

    private var text: String {
        var text = ""
        for part in parts { text += text.isEmpty ? part : "\n" + part }
        return text
    }

    /// A to-do with the first line as its title and the rest as its detail.
    func draft(over draft: TodoDraft, _ rules: Rules) -> TodoDraft {
        var draft = draft
        let title = Text.parts(text, between: "\n")[0]
        draft.title = Text.trimmed(Text.oneLine(title))
        draft.detail = Text.trimmed(String(decoding: text.utf8.dropFirst(title.utf8.count), as: UTF8.self))
        return rules.divided(draft)
    }
}

extension SharedText {
    /// A note with the first line as its title, if the line is short enough for a title, and the rest as its
    /// description.
    func note(_ rules: Rules) -> NoteDraft {
        let first = Text.parts(text, between: "\n")[0]
        let title = Text.isLonger(first, than: rules.limits.noteTitle.maximum) ? "" : first
        let rest = String(decoding: text.utf8.dropFirst(title.utf8.count), as: UTF8.self)
        return NoteDraft(title: Text.trimmed(Text.oneLine(title)), description: Text.trimmed(rest))
    }
}

extension Home {
    /// Photos that another app shared go into a new note with their text, once what is open is saved. If it cannot be
    /// saved, they wait for another answer.
    mutating func takeShared(_ shared: SharedText, _ context: Context) -> [Effect] {
        let before = openNote?.id
        let effects = carry([.go(.newNote)], context)
        guard let note = openNote, note.id != before else { return effects }
        let draft = shared.note(context.rules)
        return effects + carry(reduceNote(.titleChanged(draft.title), context.now))
            + carry(reduceNote(.descriptionChanged(draft.description), context.now)) + [.shared(.take(note.id))]
    }

    /// Opens the form of a new to-do or note, as a shortcut of the home screen asks for it, with the text that another
    /// app shared.
    mutating func openNew(_ route: Route, _ shared: SharedText, _ context: Context) -> [Effect] {
        let lost = shared.photos == .lost ? carry([.show(Toast(text: Texts.sharedLost))]) : []
        if sheet != nil {
            // Typed text is still open in the editor. The shared text waits in the quick-add line.
            if shared.line.isEmpty { return lost }
            let line = list.quickAdd.text
            list.quickAdd.typed(line.isEmpty ? shared.line : line + " " + shared.line, context)
            return lost
        }
        let effects = carry([.go(route == .newNote ? .newNote : .newTodo)], context)
        if !shared.isEmpty, var editor {
            editor.draft = shared.draft(over: editor.draft, context.rules)
            sheet = .editor(editor)
        }
        return effects + lost
    }
}
