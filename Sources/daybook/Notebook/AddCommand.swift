import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook add`
struct AddCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        _superCommandName: Daybook.name,
        abstract: "Add a to-do.",
        discussion: """
            Words for times, a repetition and tags are understood as in the web app: \
            daybook add "Pay rent tomorrow 9am #home". Quotes keep the shell from taking # for a comment. Text in \
            quotes within the words stays in the title, and so does everything with --plain.

            With - each line of standard input becomes a to-do.
            """
    )

    @Argument(help: "What to do, or - to read lines.")
    var words: [String]

    @OptionGroup(title: "Fields")
    var fields: FieldOptions

    @Flag(help: "Take the words as they are.")
    var plain = false

    @Flag(help: "Let the detail begin with what is too long for the title.")
    var divide = false

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        let drafts = try drafts(context)
        guard !drafts.isEmpty else { return try context.print([ListedTodo]()) }
        let first = Device.newID(now: context.now)
        try context.write { writer in
            let ids = try writer.change([]) { notebook in
                _ =
                    drafts.count == 1
                    ? notebook.add(drafts[0], id: first, context.now) : notebook.add(drafts, first: first, context.now)
                return notebook.todos.todos.map { $0.id }
            }
            return try ids.compactMap { try writer.reader.todo($0) }
        } print: { todos in
            try context.print(todos.map { added($0, context) }, about: todos)
        }
    }

    /// The draft of the words, or of each line of standard input that is not blank.
    private func drafts(_ context: NotebookContext) throws -> [TodoDraft] {
        guard words == ["-"] else { return [try draft(words.joined(separator: " "), context)] }
        // A person may be typing the lines. Only the rules are needed for them, and the file is closed meanwhile.
        _ = context.rules
        context.closeFile()
        var drafts: [TodoDraft] = []
        var (lines, number) = (StandardInput.Lines(), 0)
        while let bytes = try lines.next() {
            number += 1
            do {
                let line = try StandardInput.text(of: bytes, named: "it")
                if line.allSatisfy(\.isWhitespace) { continue }
                drafts.append(try draft(line, context))
            } catch let refusal as Refusal {
                throw Refusal("line \(number): \(refusal.description) Nothing was added.")
            }
        }
        return drafts
    }

    private func draft(_ line: String, _ context: NotebookContext) throws -> TodoDraft {
        var base = TodoDraft()
        try fields.apply(to: &base, context.fields)
        var draft = base
        if plain {
            draft.title = line
            draft = context.rules.normalized(draft)
            if divide { draft = context.rules.divided(draft) }
        } else {
            let read = QuickAddLine.draft(
                of: line,
                over: base,
                isDivided: divide,
                rules: context.rules,
                now: context.now,
                zone: context.zone
            )
            if let passed = read.passed { throw Refusal(context.fields.passed(passed)) }
            draft = read.draft
        }
        let violations = context.rules.violations(of: draft, now: context.now)
        if !violations.isEmpty { throw Refusal(violations, under: context.rules, offersDivision: true) }
        return draft
    }

    private func added(_ listed: ListedTodo, _ context: NotebookContext) -> String {
        let todo = listed.todo
        var parts = ["Added \(listed.name) “\(todo.title)”"]
        if let deadline = todo.deadline {
            parts.append("due " + Texts.due(deadline, now: context.now, zone: context.zone).text)
        }
        if let reminder = todo.reminder {
            parts.append("reminder " + Texts.moment(reminder, now: context.now, zone: context.zone))
        }
        if let repetition = todo.repetition { parts.append("repeats: " + Texts.repetition(repetition)) }
        parts += todo.tags.map { "#" + $0 }
        return parts.joined(separator: ", ") + "."
    }
}
