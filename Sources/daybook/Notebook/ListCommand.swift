import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook list`, and `daybook` alone
struct ListCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        _superCommandName: Daybook.name,
        abstract: "List to-dos: the newest 25 that are open.",
        discussion:
            "This is what `daybook` does without a command. With --json there is no limit unless --limit sets one."
    )

    // The name of one order begins with a hyphen, like an option.
    @Option(
        parsing: .unconditional,
        help: """
            The order: created (newest first), deadline (soonest first), title, -title for Z to A, or own, which you make in \
            an app with a screen.
            """
    )
    var sort = Order.created

    @Option(
        help: """
            Only to-dos with all of these words in the title, the detail or a tag; #word for a tag that begins so, or a \
            text with #word.
            """
    )
    var search = ""

    @Flag(help: "Open to-dos, done ones, or all.")
    var state = StateFlag.open

    @Option(help: "Only to-dos with this tag.")
    var tag: String?

    @Option(help: ArgumentHelp("Only to-dos that are due by then, such as today or friday.", valueName: "when"))
    var due: String?

    @Flag(help: "Only what is overdue or planned for today, by its deadline or its reminder: Today of the web app.")
    var today = false

    @Option(help: "To-dos at most; 0 for all. (default: 25)")
    var limit: Int?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    /// The default number of to-dos: a screen.
    static let rows = 25

    enum StateFlag: String, EnumerableFlag, CustomStringConvertible {
        case open
        case done
        case all

        var description: String { rawValue }

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
        var query = TodoQuery(
            filter: Filter(state: state.state, tag: tag.map(TagOptions.name), search: search),
            order: sort
        )
        if let due, let end = try context.fields.time(due, for: .deadline) {
            query.dueBefore = end.advanced(by: .minutes(1))
        }
        if today { query.planned = Today(at: context.now, in: context.zone) }
        let most = limit ?? (context.isJSON ? 0 : Self.rows)
        // One more is read to know whether there are more.
        query.limit = most == 0 || most == .max ? nil : most + 1
        if context.isJSON { return try write(query, most, context) }
        try show(query, most, context)
    }

    /// Writes the list for a program. `most`: the number of to-dos at most; 0 for all.
    private func write(_ query: TodoQuery, _ most: Int, _ context: NotebookContext) throws {
        var list = RecordStream("todos") { try StandardOutput.write(bytes: $0) }
        var isMore = false
        try context.read(()) { reader in
            try reader.eachTodo(query) { todo in
                if most > 0, list.count == most { return isMore = true }
                try list.add(.todo(todo))
            }
        }
        try list.end(more: isMore)
    }

    /// Writes the list for a person. `most`: the number of lines at most; 0 for all.
    private func show(_ query: TodoQuery, _ most: Int, _ context: NotebookContext) throws {
        let table = context.table
        var columns = table.columns
        var isMore = false
        let notes = try context.read(0) { reader in
            let order = try reader.glances(query) { name, todo in
                if most > 0, columns.count == most { return isMore = true }
                table.add(name, todo, to: &columns)
            }
            columns.arrange(order)
            return try search.allSatisfy(\.isWhitespace) ? 0 : reader.noteCount(search: search)
        }
        try context.print(columns, more: isMore)
        if columns.count == 0 { StandardError.write(Self.nothing(query)) }
        if notes > 0 {
            let verb = notes == 1 ? "has" : "have"
            StandardError.write("\(Texts.foundNotes(notes)) \(verb) these words: daybook note list --search …")
        }
    }

    private static func nothing(_ query: TodoQuery) -> String {
        let open = Filter(state: .open)
        if query != TodoQuery(filter: open, order: query.order, planned: query.planned, limit: query.limit) {
            return "No to-do matches. `daybook list --all` shows all."
        }
        return query.planned == nil
            ? "Nothing is open. Add a to-do: daybook add \"Pay rent tomorrow 9am #home\""
            : "Nothing is planned for today."
    }
}

// ArgumentParser would find these values at run time, which takes a noticeable part of a short command.
extension Order: ExpressibleByArgument {
    /// The words of all orders.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    /// Empty: the words need no description.
    public static var allValueDescriptions: [String: String] { [:] }
    /// The word of the order.
    public var defaultValueDescription: String { rawValue }
}
