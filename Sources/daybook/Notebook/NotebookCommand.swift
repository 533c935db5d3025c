import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// The options of every command about the person's own notebook.
struct NotebookOptions: ParsableArguments {
    @Option(
        help: """
            The folder of the notebook. (default: $DAYBOOK_NOTEBOOK, $XDG_DATA_HOME/daybook-notebook, or \
            ~/.local/share/daybook-notebook)
            """
    )
    var notebook: String?

    @Flag(help: "Write one JSON object, for programs.")
    var json = false

    func folder(_ environment: [String: String]) -> NotebookFolder {
        if let path = notebook ?? environment["DAYBOOK_NOTEBOOK"], !path.isEmpty { return NotebookFolder(path: path) }
        return NotebookFolder(path: Defaults.data(environment) + "-notebook")
    }
}

/// A command about the person's own notebook.
protocol NotebookCommand: ParsableCommand {
    var options: NotebookOptions { get }
    func work(_ desk: NotebookDesk) throws
}

extension NotebookCommand {
    func run() throws {
        do { try work(NotebookDesk(options)) } catch { throw NotebookExit.of(error) }
    }
}

/// What was asked does not fit the notebook or its rules, and nothing was changed: exit code 2.
struct Refusal: Error {
    let description: String

    static let exitCode = ExitCode(2)

    init(_ description: String) {
        self.description = description
    }

    init(_ violations: [Violation]) {
        let texts = violations.map { violation in
            // The rule of a title is what long lines meet; the page offers the same way out.
            violation.field == .title && violation.code == .tooLong
                ? violation.message + " Or pass --divide: the rest goes on in the detail." : violation.message
        }
        description = texts.joined(separator: " ")
    }

    init(_ error: NameError) {
        switch error {
        case .malformed(let name):
            description = """
                “\(DisplayWidth.harmless(name))” is no ID. Take it from the first column of `daybook list`: one to \
                twelve digits, 0 to 9 and a to f.
                """
        case .unknown(let name):
            description = "no to-do has an ID that begins with \(name). `daybook list --all` shows all to-dos."
        case .inTrash(let name):
            description = "the to-do \(name) is in the trash. `daybook trash restore \(name)` brings it back."
        case .notInTrash(let name):
            description = "the to-do \(name) is not in the trash. `daybook trash` shows what is."
        case .several(let name, let todos, let count):
            let lines = todos.map { "\n  \($0.name)  \(DisplayWidth.harmless($0.todo.title))" }.joined()
            let more = count > todos.count ? "\n  and \(count - todos.count) more" : ""
            description = "\(count) to-dos have an ID that begins with \(name). Give more digits:\(lines)\(more)"
        }
    }
}
