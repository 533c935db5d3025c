import DaybookClient
import DaybookCore

/// The JSON of a list of to-dos or notes, which is written while the records are read. A long list is never in memory as a
/// whole.
///
/// If the records cannot be read to their end, the JSON lacks its last brackets. No reader of JSON takes that for a whole list.
struct RecordStream {
    /// The number of records so far.
    private(set) var count = 0
    private var piece: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    /// A piece is written once it has this many bytes.
    static let pieceMinimum = 64 << 10

    /// A list without records. `name`: the member of the object that has them, `todos` or `notes`. `write`: takes the pieces.
    init(_ name: String, to write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        piece.append(ascii: "{")
        JSON.write(name, to: &piece)
        piece.append(ascii: ":[")
    }

    /// Adds a record.
    mutating func add(_ record: ListedRecord) throws {
        if count > 0 { piece.append(UInt8(ascii: ",")) }
        count += 1
        NotebookJSON.write(record, to: &piece)
        if piece.count < Self.pieceMinimum { return }
        try write(piece)
        piece.removeAll(keepingCapacity: true)
    }

    /// Ends the list with a member that tells whether there are more records than it has.
    mutating func end(more: Bool) throws {
        piece.append(ascii: more ? "],\"more\":true}\n" : "],\"more\":false}\n")
        try write(piece)
        piece = []
    }
}
