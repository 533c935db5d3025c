import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook list`, and `daybook` alone
struct ListCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List to-dos: the newest 25 that are open.",
        discussion:
            "This is what `daybook` does without a command. With --json there is no limit unless --limit sets one."
    )

    // Of the names one begins as an option does.
    @Option(
        parsing: .unconditional,
        help: "The order: created (newest first), deadline (soonest first), title, or -title for Z to A."
    )
    var sort = Order.created

    @Option(help: "Only to-dos with all of these words in the title, the detail or a tag; #word for a tag.")
    var search = ""

    @Flag(help: "Open to-dos, done ones, or all.")
    var state = StateFlag.open

    @Option(help: "Only to-dos with this tag.")
    var tag: String?

    @Option(help: ArgumentHelp("Only to-dos that are due by then, such as today or friday.", valueName: "when"))
    var due: String?

    @Option(help: "To-dos at most; 0 for all. (default: 25)")
    var limit: Int?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    /// The default number of to-dos: a screen.
    static let page = 25

    enum StateFlag: String, EnumerableFlag {
        case open
        case done
        case all

        var state: Filter.State {
            switch self {
            case .open: .open
            case .done: .done
            case .all: .all
            }
        }
    }

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is a number of to-dos, or 0 for all.") }
    }

    func work(_ context: NotebookContext) throws {
        var query = TodoQuery(filter: Filter(state: state.state, tag: tag.map(Self.name), search: search), order: sort)
        if let due, let end = try context.fields.time(due, for: .deadline) {
            query.dueBefore = end.advanced(by: .minutes(1))
        }
        let most = limit ?? (context.isJSON ? 0 : Self.page)
        // One more is read to know whether there are more.
        query.limit = most == 0 ? nil : most + 1
        let isSearch = !search.allSatisfy(\.isWhitespace) && !context.isJSON
        let (found, notes) = try context.read(([], 0)) { reader in
            (try reader.todos(query), isSearch ? try reader.noteCount(search: search) : 0)
        }
        let isMore = most > 0 && found.count > most
        try context.print(isMore ? Array(found.prefix(most)) : found, more: isMore)
        if found.isEmpty, !context.isJSON { StandardError.write(Self.nothing(query)) }
        if notes > 0 {
            let verb = notes == 1 ? "has" : "have"
            StandardError.write("\(Texts.foundNotes(notes)) \(verb) these words: daybook note list --search …")
        }
    }

    private static func name(_ tag: String) -> String { tag.hasPrefix("#") ? String(tag.dropFirst()) : tag }

    private static func nothing(_ query: TodoQuery) -> String {
        query == TodoQuery(filter: Filter(state: .open), order: query.order, limit: query.limit)
            ? "Nothing is open. Add a to-do: daybook add \"Pay rent tomorrow 9am #home\""
            : "No to-do is like that. `daybook list --all` shows all."
    }
}

extension Order: ExpressibleByArgument {}
