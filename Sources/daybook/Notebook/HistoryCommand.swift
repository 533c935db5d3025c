import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook history`
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the earlier values of a to-do or a note, and bring one back.",
        discussion: """
            The server keeps them for 30 days. Your texts that a sync replaced, and that the server does not tell of, are in \
            this notebook and have numbers with an L. A notebook that does not sync has `daybook undo`.
            """,
        subcommands: [List.self, Restore.self],
        defaultSubcommand: List.self
    )

    /// `daybook history list`
    struct List: ConnectedCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List what was replaced, latest first."
        )

        @Argument(help: "The first digits of an ID, as many as only one has.")
        var id: String

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) async throws {
            let entries = try await context.history(of: try context.record(named: id))
            if context.isJSON { return try StandardOutput.write([HistoryTexts.json(entries)]) }
            if entries.isEmpty { return StandardError.write("No earlier versions in the last 30 days.") }
            try StandardOutput.write(HistoryTexts.lines(entries, context))
        }
    }

    /// `daybook history restore`
    struct Restore: ConnectedCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Bring an earlier value back, as an edit made now. `daybook undo` takes it back."
        )

        @Argument(help: "The first digits of an ID, as many as only one has.")
        var id: String

        @Argument(help: "The number of the value, from the first column of `daybook history`.")
        var entry: String

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) async throws {
            let listed = try context.record(named: id)
            let entries = try await context.history(of: listed)
            guard
                let found = entries.first(where: { HistoryTexts.number($0) == entry || $0.number.description == entry })
            else {
                throw Refusal("the history has no value \(entry). `daybook history \(id)` lists them.")
            }
            try context.restore(found, in: listed)
        }
    }
}

extension NotebookContext {
    fileprivate func record(named name: String) throws -> ListedRecord {
        let found: ListedRecord? = try read(nil) { try $0.record(named: name) }
        guard let found else { throw NameError.unknown(name, nil) }
        return found
    }

    fileprivate func history(of listed: ListedRecord) async throws -> [RecordHistory.Entry] {
        let session = try self.session()
        let kept = try read([]) { try $0.keptHistory(listed.key) }
        let own = { RecordHistory.onDevice(kept, without: $0) }
        do {
            let entries = try await connected(to: session.server) {
                try await HistoryCalls(session, $0).entries(of: listed.key)
            }
            return own(entries) + entries
        } catch let failure as SyncFailure where failure.isTemporary && !own([]).isEmpty {
            StandardError.write("\(DisplayWidth.harmless("\(failure)")) This is what the notebook itself has.")
            return own([])
        }
    }

    /// Sets a field to an earlier value, as an edit made now.
    fileprivate func restore(_ entry: RecordHistory.Entry, in listed: ListedRecord) throws {
        try write { writer in
            switch try writer.reader.record(listed.key) {
            case .todo(let current)?: try restore(entry, in: current.todo, writer)
            case .note(let current)?: try restore(entry, in: current.note, writer)
            case .photo?, nil: throw NameError.inTrash(listed.name, listed.key.kind)
            }
            return try writer.reader.record(listed.key) ?? listed
        } print: { record in
            let text = "\(Texts.fieldName(entry.field)) of “\(record.title)” is back as it was."
            try print([text], about: [record], nil)
        }
    }

    private func restore(_ entry: RecordHistory.Entry, in todo: Todo, _ writer: NotebookWriter) throws {
        let key = Record.Key(kind: .todo, id: todo.id.uuid)
        if entry.field == Todo.Field.done {
            let isDone = entry.value.boolValue ?? false
            return try writer.change([key]) { _ = $0.mark(todo.id, done: isDone, now, in: zone) }
        }
        var draft = TodoDraft(todo)
        draft.set(entry.field, entry.value)
        // The value kept to the limits of its time.
        let violations = rules.widest.violations(of: draft, changing: todo, now: now)
        if !violations.isEmpty { throw Refusal(violations, under: rules) }
        try writer.change([key]) { _ = $0.edit(todo, to: draft, now) }
    }

    private func restore(_ entry: RecordHistory.Entry, in note: Note, _ writer: NotebookWriter) throws {
        guard let (draft, tags, isPinned) = entry.values(in: note) else { throw Refusal("a note has no such value.") }
        let violations =
            rules.widest.violations(of: draft, changing: note)
            + rules.widest.violations(ofTags: tags ?? [], having: note.tags)
        if !violations.isEmpty { throw Refusal(violations, under: rules) }
        try writer.change([Record.Key(kind: .note, id: note.id.uuid)]) { notebook in
            let base = NoteDraft(note)
            _ = notebook.write(draft, over: base, to: note.id, tags: tags, isPinned: isPinned, now)
        }
    }
}

/// A history in columns and as JSON.
private enum HistoryTexts {
    /// A line for each value: its number, its field, the value, and when and where it was set.
    static func lines(_ entries: [RecordHistory.Entry], _ context: NotebookContext) -> [String] {
        let rows = entries.map { entry in
            [
                number(entry), Texts.fieldName(entry.field),
                Texts.value(entry, now: context.now, zone: context.zone),
                Texts.setAt(entry, now: context.now, zone: context.zone),
            ].map(DisplayWidth.harmless)
        }
        let all = [["ENTRY", "FIELD", "VALUE", "WHEN"]] + rows
        let widths = (0..<3).map { column in all.reduce(0) { max($0, min(DisplayWidth.of($1[column]), 40)) } }
        return all.map { row in
            let cells = zip(row, widths).map { DisplayWidth.padded(DisplayWidth.clipped($0, to: $1), to: $1) }
            let line = (cells + [row[3]]).joined(separator: "  ")
            return context.style.columns.map { DisplayWidth.clipped(line, to: $0) } ?? line
        }
    }

    /// The number of a value in the first column: that of the server, or L and a number for a text in the notebook alone.
    static func number(_ entry: RecordHistory.Entry) -> String {
        entry.number < 0 ? "L\(-entry.number)" : entry.number.description
    }

    /// `{"history":[{"entry","field","value","at","device"}]}`
    static func json(_ entries: [RecordHistory.Entry]) -> String {
        let items = entries.map { entry in
            JSON.object([
                .init("entry", .integer(entry.number)), .init("field", .string(entry.field)),
                .init("value", entry.value), .init("at", .string(entry.at.rfc3339)),
                .init("device", .string(entry.device)),
            ])
        }
        return NotebookJSON.text(.object([.init("history", .array(items))]))
    }
}
