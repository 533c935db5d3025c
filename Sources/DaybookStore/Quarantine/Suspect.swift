/// A row that was found unreadable, identified by its place.
struct Suspect: Hashable, Sendable {
    /// The tables whose rows hold text that a program has to parse.
    enum Table: String, Sendable, CaseIterable {
        case records
        case history
    }

    let table: Table
    let row: Int64
}

/// The fault of a row. It goes to the log and never includes the row's content.
enum RowDamage: String, Error {
    case fields = "its fields are not JSON"
    case field = "a field is not a value with a stamp"
    case deleted = "its delete is not a stamp"
    case stamp = "its stamp is not one"
    case value = "its value is not JSON"
}
