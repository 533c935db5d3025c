/// What another app shared with Daybook, in the query of the address `/new` (the manifest's `share_target`).
///
/// Any website may lead to such an address, so nothing is saved by it: the text stands in the editor of a new to-do.
struct SharedText: Equatable {
    /// A shared title, a text and a link, without those that are missing or said twice.
    private var parts: [String] = []

    /// Reads the query of an address.
    init(path: String) {
        let halves = Text.parts(path, between: "?")
        guard halves.count > 1 else { return }
        // In the order of the manifest. Apps put a link into any of them.
        for pair in Text.parts(halves[1], between: "&") {
            let sides = Text.parts(pair, between: "=")
            guard sides.count == 2, sides[0] == "title" || sides[0] == "text" || sides[0] == "url" else { continue }
            let part = Text.trimmed(Text.manyLines(Text.queryDecoded(sides[1])))
            if !part.isEmpty, !parts.contains(part) { parts.append(part) }
        }
    }

    var isEmpty: Bool { parts.isEmpty }

    /// All of it in one line.
    var line: String { Text.oneLine(text) }

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

extension Home {
    /// Opens the form of a new to-do or note, as a shortcut of the home screen asks for it, with the text that another
    /// app shared.
    mutating func openNew(_ route: Route, _ shared: SharedText, _ context: Context) -> [Effect] {
        if sheet != nil {
            // What was typed before is still open. The shared text waits in the line that adds.
            if shared.isEmpty { return [] }
            let line = list.quickAdd.text
            list.quickAdd.typed(line.isEmpty ? shared.line : line + " " + shared.line, context)
            return []
        }
        let effects = carry([.go(route == .newNote ? .newNote : .newTodo)], context)
        if !shared.isEmpty, var editor {
            editor.draft = shared.draft(over: editor.draft, context.rules)
            sheet = .editor(editor)
        }
        return effects
    }
}
