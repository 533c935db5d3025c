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
    func work(_ context: NotebookContext) throws
}

extension NotebookCommand {
    func run() throws {
        let context = NotebookContext(options)
        do { try work(context) } catch { throw NotebookExit.of(error) }
        context.endFile()
    }
}

/// The request does not fit the notebook or its rules, and nothing was changed: exit code 2.
struct Refusal: Error {
    let description: String

    static let exitCode = ExitCode(2)

    init(_ description: String) {
        self.description = description
    }

    /// The broken rules, and the remedies that the web app offers too. `offersDivision`: a long title can continue in
    /// the detail.
    init(_ violations: [Violation], under rules: Rules, offersDivision: Bool = false) {
        var texts = violations.map(\.message)
        if offersDivision, violations.contains(where: { $0.field == .title && $0.code == .tooLong }) {
            texts.append("Or pass --divide: the rest goes on in the detail.")
        }
        let roomy = rules.choosing(.roomy).limits
        let isLength = violations.contains { [.tooLong, .tooShort, .tooMany].contains($0.code) && $0.field != .photos }
        if rules.canBeLifted, isLength {
            texts.append(
                "Or run `daybook limits roomy`, which allows titles of \(roomy.titleMaximum) characters and more."
            )
        }
        description = texts.joined(separator: " ")
    }

    init(_ error: NameError) {
        switch error {
        case .malformed(let name, let kind):
            description = """
                “\(DisplayWidth.harmless(name))” is no ID. Take it from the first column of `\(kind.list)`: one to \
                twelve digits, 0 to 9 and a to f.
                """
        case .unknown(let name, let kind):
            description = "\(kind.none) has an ID that begins with \(name). \(kind.all)"
        case .otherKind(let name, .note):
            description = """
                that is a note: `daybook note show \(name)` shows it. `daybook note --help` lists what can be done with it.
                """
        case .otherKind(let name, let kind):
            description = "that is a \(kind.noun): `daybook show \(name)` shows it. `daybook --help` lists the rest."
        case .inTrash(let name, let kind):
            description = "\(kind.the) \(name) is in the trash. `daybook trash restore \(name)` brings it back."
        case .notInTrash(let name, let kind):
            description = "\(kind.the) \(name) is not in the trash. `daybook trash` shows what is."
        case .several(let name, let kind, let records, let count):
            let lines = records.map { "\n  \($0.name)  \(DisplayWidth.harmless($0.title))" }.joined()
            let more = count > records.count ? "\n  and \(count - records.count) more" : ""
            let what = "\(count) \(kind.several) have an ID that begins with \(name)"
            description = "\(what). Give more digits:\(lines)\(more)"
        }
    }
}

extension Record.Kind {
    /// A to-do, a note or a photo.
    fileprivate var noun: String {
        switch self {
        case .note: "note"
        case .photo: "photo"
        default: "to-do"
        }
    }
}

/// The kind that a name was expected to have, in words: a to-do, a note, or either.
extension Record.Kind? {
    fileprivate var the: String { self == nil ? "the ID" : "the \(self?.noun ?? "")" }
    fileprivate var none: String { self == nil ? "nothing" : "no \(self?.noun ?? "")" }
    fileprivate var several: String { self == nil ? "to-dos, notes and photos" : "\(self?.noun ?? "")s" }
    fileprivate var list: String { self == .note ? "daybook note" : "daybook list" }
    fileprivate var all: String {
        switch self {
        case .note?: "`daybook note list --limit 0` shows all notes."
        case .todo?: "`daybook list --all` shows all to-dos."
        default: "`daybook list --all` and `daybook note` show what there is."
        }
    }
}
