/// The names and numbers of the export's format. docs/export.md describes it; version 1 is frozen.
enum ExportFormat {
    /// What `format` says in daybook.json.
    static let name = "daybook-export"
    /// What `version` says. It grows when an older reader could no longer understand what it needs.
    static let version: Int64 = 1

    /// The entries of the archive.
    enum File {
        static let data = "daybook.json"
        static let todos = "todos.json"
        static let activity = "activity.json"
        static let readme = "README.txt"
    }

    static let readme = """
        This is everything that Daybook kept for one account. daybook.json is for Daybook: import it into an empty \
        account, on this server or another one, and it gives back the same data. todos.json holds the to-dos for \
        you and your programs, activity.json the account's sessions and what was done to it. No password and no key \
        is in here, but your to-dos are, in plain text: keep this file as you would keep a diary.

        """
}
