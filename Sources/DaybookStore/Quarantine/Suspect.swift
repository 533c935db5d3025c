/// A row that was found unreadable, by the place it stands in.
struct Suspect: Hashable, Sendable {
    /// The tables whose rows hold what a program has to read.
    enum Table: String, Sendable, CaseIterable {
        case records
        case history
    }

    let table: Table
    let row: Int64
}

/// The damage of a row. It goes to the log and never holds the row's content.
enum RowDamage: String, Error {
    case fields = "its fields are not JSON"
    case field = "a field is not a value with a stamp"
    case deleted = "its delete is not a stamp"
    case stamp = "its stamp is not one"
    case value = "its value is not JSON"
}
