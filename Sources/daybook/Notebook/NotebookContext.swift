import DaybookClient
import DaybookCore
import Foundation
import Synchronization

/// The context of a command: the notebook, the time, and the terminal.
struct NotebookContext {
    let folder: NotebookFolder
    let isJSON: Bool
    let style: TerminalStyle
    private(set) var now: Instant
    let environment: [String: String]
    private let notebook: CommandNotebook

    init(_ options: NotebookOptions) {
        environment = ProcessInfo.processInfo.environment
        folder = options.folder(environment)
        notebook = CommandNotebook(folder)
        isJSON = options.json
        style = TerminalStyle.ofStandardOutput(environment)
        now = Device.now
    }

    /// The person's time zone.
    var zone: DaybookCore.TimeZone { notebook.zone(now: now) }

    /// The rules in force: the server's, with the limits that the notebook's person chose (A15).
    var rules: Rules { notebook.rules }

    /// The rules at the present time, for a command that has waited for a person.
    var later: NotebookContext {
        var context = self
        context.now = Device.now
        return context
    }

    var table: TodoTable { TodoTable(style: style, now: now, zone: zone) }
    var noteTable: NoteTable { NoteTable(style: style, now: now, zone: zone) }
    var editor: TextEditor {
        closeFile()
        return TextEditor(folder: folder, environment: environment, now: now)
    }
    var fields: FieldReader { FieldReader(rules: rules, now: now, zone: zone) }

    /// The notebook's file. It is made if it does not exist.
    func file() throws -> NotebookFile { try notebook.file() }

    /// Closes the file as the process ends.
    func endFile() { notebook.end() }

    /// Closes the file before a person or a server is waited for.
    func closeFile() { notebook.close() }

    /// All of standard input as a text. A person may be typing it, so the file is closed meanwhile.
    func standardInput() throws -> String {
        closeFile()
        return try StandardInput.text()
    }

    /// Reads the notebook. A notebook that does not exist yet is empty.
    func read<Value>(_ empty: Value, _ work: (NotebookReader) throws -> Value) throws -> Value {
        try notebook.fileIfThere().map { try $0.read(work) } ?? empty
    }

    /// Changes the notebook, prints the message once the change is on the disk, and makes the copy of the day.
    func write<Value>(_ work: (NotebookWriter) throws -> Value, print: (Value) throws -> Void) throws {
        let file = try self.file()
        let value = try file.write(work)
        defer { keepCopy(file) }
        try printing { try print(value) }
    }

    /// Changes the notebook. The caller prints the message.
    func save<Value>(_ work: (NotebookWriter) throws -> Value) throws -> Value {
        let file = try self.file()
        let value = try file.write(work)
        keepCopy(file)
        return value
    }

    /// Prints a verb's message.
    func printing(_ print: () throws -> Void) throws {
        do { try print() } catch is Failure { throw Failure("it was done, but the output cannot be written.") }
    }

    // MARK: - Printing

    /// Writes to-dos as a list, or as JSON.
    func print(_ todos: [ListedTodo]) throws {
        if isJSON { return try StandardOutput.write([NotebookJSON.todos(todos)]) }
        try print(table.columns(todos), more: nil)
    }

    /// Prints a verb's result for notes in the same way.
    func print(_ notes: [ListedNote]) throws {
        if isJSON { return try StandardOutput.write([NotebookJSON.notes(notes)]) }
        try print(noteTable.columns(notes), more: nil)
    }

    /// Writes a list.
    func print(_ columns: Columns, more: Bool?) throws {
        try StandardOutput.write(columns)
        if more == true { StandardError.write("There are more. --limit 0 shows all.") }
    }

    /// Prints the result of a verb on some to-dos: the message for a person, the to-dos for a program.
    func print(_ texts: [String], about todos: [ListedTodo]) throws {
        try StandardOutput.write(isJSON ? [NotebookJSON.todos(todos)] : texts.map(DisplayWidth.harmless))
    }

    /// Prints the result of a verb on some notes.
    func print(_ texts: [String], about notes: [ListedNote]) throws {
        try StandardOutput.write(isJSON ? [NotebookJSON.notes(notes)] : texts.map(DisplayWidth.harmless))
    }

    /// Prints the result of a verb on records of this kind; nil for both kinds.
    func print(_ texts: [String], about records: [ListedRecord], _ kind: Record.Kind?) throws {
        switch kind {
        case .todo?: try print(texts, about: records.todos)
        case .note?: try print(texts, about: records.notes)
        default: try StandardOutput.write(isJSON ? [NotebookJSON.records(records)] : texts.map(DisplayWidth.harmless))
        }
    }

    /// Prints the result of a verb, in words.
    func print(messages: [String]) throws {
        try StandardOutput.write(isJSON ? [NotebookJSON.messages(messages)] : messages.map(DisplayWidth.harmless))
    }
}

extension [Notebook.Effect] {
    /// The notebook's message about a verb.
    var announcements: [String] {
        compactMap { effect in
            if case .announce(let text) = effect { text } else { nil }
        }
    }
}
