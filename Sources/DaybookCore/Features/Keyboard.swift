/// The place of the keyboard, and the text of the field that it is in.
///
/// A face compares this with the value that it saw last. It moves the keyboard when ``moves`` has grown, and fills the
/// field when ``corrections`` has grown, so that the same place can be requested twice.
public struct Keyboard: Equatable, Sendable {
    /// The last place.
    public private(set) var place: Place?
    /// The number of moves.
    public private(set) var moves = 0
    /// The field whose text differs from the typed text, because a rule cut it or because it was sent.
    public private(set) var field = Field.search
    /// The text that the field shows instead.
    public private(set) var text = ""
    /// The number of corrections.
    public private(set) var corrections = 0

    /// A place for the keyboard.
    public enum Place: Equatable, Sendable {
        case row(Todo.ID)
        case search
        case quickAdd
        case editorTitle
        case editorDetail
        case noteRow(Note.ID)
        case noteTitle
        case noteDescription
        /// The button that begins to write on a note.
        case writeNote
        case photo(Photo.ID)
        case tagInput
        case field(Violation.Field)
        /// The chosen day of a calendar: of the editor's deadline or reminder, or of the "when" question.
        case day(When.Purpose?)
    }

    /// A field whose text a rule may have to cut.
    public enum Field: Equatable, Sendable {
        case quickAdd
        case search
        case title
        case detail
        case tag
    }

    /// A keyboard before its first move.
    public init() {}

    mutating func move(to place: Place) {
        self.place = place
        moves += 1
    }

    mutating func write(_ text: String, in field: Field) {
        self.field = field
        self.text = text
        corrections += 1
    }
}
