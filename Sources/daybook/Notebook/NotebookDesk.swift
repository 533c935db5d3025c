import DaybookClient
import DaybookCore
import Foundation
import Synchronization

/// What a command has at hand: the notebook, the time, and the terminal.
struct NotebookDesk {
    let folder: NotebookFolder
    let isJSON: Bool
    let style: TerminalStyle
    private(set) var now: Instant
    let zone: DaybookCore.TimeZone
    let environment: [String: String]
    private let knownRules: KnownRules

    init(_ options: NotebookOptions) {
        environment = ProcessInfo.processInfo.environment
        folder = options.folder(environment)
        knownRules = KnownRules(folder)
        isJSON = options.json
        style = TerminalStyle.ofStandardOutput(environment)
        now = Device.now
        zone = Device.zone(now: now)
    }

    /// The rules in force: the server's, with the limits that the notebook's person chose (A15).
    var rules: Rules { knownRules.rules }

    /// The same at the present time, for a command that has waited for a person.
    var later: NotebookDesk {
        var desk = self
        desk.now = Device.now
        return desk
    }

    var table: TodoTable { TodoTable(style: style, now: now, zone: zone) }
    var noteTable: NoteTable { NoteTable(style: style, now: now, zone: zone) }
    var editor: TextEditor { TextEditor(folder: folder, environment: environment, now: now) }
    var fields: FieldReader { FieldReader(rules: rules, now: now, zone: zone) }

    /// Reads the notebook. One that is not there yet is empty.
    func read<Value>(_ empty: Value, _ work: (NotebookReader) throws -> Value) throws -> Value {
        guard let file = try NotebookFile.openIfThere(folder) else { return empty }
        return try file.read(work)
    }

    /// Changes the notebook, tells what was done once that is on the disk, and looks after the copy of the day.
    func write<Value>(_ work: (NotebookWriter) throws -> Value, tell: (Value) throws -> Void) throws {
        let file = try self.file()
        let value = try file.write(work)
        defer { keepCopy(file) }
        try telling { try tell(value) }
    }

    /// Changes the notebook, where what was done is told later.
    func save<Value>(_ work: (NotebookWriter) throws -> Value) throws -> Value {
        let file = try self.file()
        let value = try file.write(work)
        keepCopy(file)
        return value
    }

    /// Tells what was done.
    func telling(_ tell: () throws -> Void) throws {
        do { try tell() } catch is Failure { throw Failure("it was done, but the output cannot be written.") }
    }

    // MARK: - Telling

    /// Writes to-dos as a list, or as JSON.
    func tell(_ todos: [ListedTodo], more: Bool? = nil) throws {
        if isJSON { return try StandardOutput.write([NotebookJSON.todos(todos, more: more)]) }
        try tell(lines: table.lines(todos), more)
    }

    /// Writes notes in the same way.
    func tell(_ notes: [ListedNote], more: Bool? = nil) throws {
        if isJSON { return try StandardOutput.write([NotebookJSON.notes(notes, more: more)]) }
        try tell(lines: noteTable.lines(notes), more)
    }

    private func tell(lines: [String], _ more: Bool?) throws {
        if !lines.isEmpty { try StandardOutput.write(lines) }
        if more == true { AccountDesk.say("There are more. --limit 0 shows all.") }
    }

    /// Writes what was done with some to-dos: for a person the words, for a program the to-dos.
    func tell(_ texts: [String], about todos: [ListedTodo]) throws {
        try StandardOutput.write(isJSON ? [NotebookJSON.todos(todos)] : texts.map(DisplayWidth.harmless))
    }

    /// Writes what was done with some notes.
    func tell(_ texts: [String], about notes: [ListedNote]) throws {
        try StandardOutput.write(isJSON ? [NotebookJSON.notes(notes)] : texts.map(DisplayWidth.harmless))
    }

    /// Writes what was done with records of this kind; nil for both kinds.
    func tell(_ texts: [String], about records: [ListedRecord], _ kind: Record.Kind?) throws {
        switch kind {
        case .todo?: try tell(texts, about: records.todos)
        case .note?: try tell(texts, about: records.notes)
        default: try StandardOutput.write(isJSON ? [NotebookJSON.records(records)] : texts.map(DisplayWidth.harmless))
        }
    }

    /// Writes what was done, in words.
    func tell(messages: [String]) throws {
        try StandardOutput.write(isJSON ? [NotebookJSON.messages(messages)] : messages.map(DisplayWidth.harmless))
    }
}

/// The rules of a notebook, read when a command needs them first. A file that cannot be read fails the command when it reads
/// or writes more.
private final class KnownRules: Sendable {
    private let folder: NotebookFolder
    private let read = Mutex<Rules?>(nil)

    init(_ folder: NotebookFolder) {
        self.folder = folder
    }

    var rules: Rules {
        read.withLock { known in
            let rules = known ?? (try? NotebookFile.openIfThere(folder)?.read { try $0.rules() }) ?? .standard
            known = rules
            return rules
        }
    }
}

extension [Notebook.Effect] {
    /// What the notebook says of a verb.
    var announcements: [String] {
        compactMap { effect in
            if case .announce(let text) = effect { text } else { nil }
        }
    }
}
