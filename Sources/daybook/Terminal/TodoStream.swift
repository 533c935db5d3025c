import DaybookClient
import DaybookCore

/// The JSON of a list of to-dos, which is written while they are read. A list of all may be long, and of its bytes only a piece
/// is kept.
struct TodoStream {
    /// The to-dos so far.
    private(set) var count = 0
    private var piece: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    /// A piece is written once it has this many bytes.
    static let pieceMinimum = 64 << 10

    /// A list without to-dos. `write`: takes the pieces.
    init(to write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        piece.append(ascii: "{\"todos\":[")
    }

    /// Adds a to-do.
    mutating func add(_ todo: ListedTodo) throws {
        if count > 0 { piece.append(UInt8(ascii: ",")) }
        count += 1
        NotebookJSON.write(.todo(todo), to: &piece)
        if piece.count < Self.pieceMinimum { return }
        try write(piece)
        piece.removeAll(keepingCapacity: true)
    }

    /// Ends the list, and says whether there are more to-dos than it has.
    mutating func end(more: Bool) throws {
        piece.append(ascii: more ? "],\"more\":true}\n" : "],\"more\":false}\n")
        try write(piece)
        piece = []
    }
}
