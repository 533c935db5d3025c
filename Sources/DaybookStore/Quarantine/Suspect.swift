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

/// What is wrong with a row. Never what stands in it: this goes to the log.
enum RowDamage: String, Error {
    case fields = "its fields are not JSON"
    case field = "a field is not a value with a stamp"
    case deleted = "its delete is not a stamp"
    case stamp = "its stamp is not one"
    case value = "its value is not JSON"
}
