/// Texts in columns, in as many columns as the terminal has.
///
/// The width of a column depends on all rows, so the rows are kept until the last one is known. They are kept in few
/// bytes one after another, since a list may be long.
struct Columns {
    private let style: TerminalStyle
    private let header: [String]
    /// The column that gives way when the terminal is too narrow.
    private let flexible: Int
    /// The cells of the header and of all rows.
    private var cells: [UInt8] = []
    /// Where each row begins in `cells`.
    private var rows: [Int] = []
    /// The order in which the rows are written; nil for that in which they were added.
    private var order: [Int]?
    /// The widest text of each column, without the header.
    private var widths: [Int]
    /// The column that ``add(_:_:)`` fills next.
    private var next = 0
    /// Where the row of that column begins in `cells`.
    private var start = 0

    /// The rows that are complete.
    var count: Int { rows.count }

    /// The flexible column is not made narrower than this.
    private static let flexibleMinimum = 8

    /// Columns without rows.
    init(_ header: [String], flexible: Int, style: TerminalStyle) {
        self.header = header
        self.flexible = flexible
        self.style = style
        widths = Array(repeating: 0, count: header.count)
        for name in header { append(name, .dim) }
        start = cells.count
    }

    /// Adds a text to the row, which is complete when each column has a text.
    mutating func add(_ text: String, _ paint: TerminalStyle.Paint = .plain) {
        if text.isEmpty {
            cells.append(Cell.empty)
        } else {
            widths[next] = max(widths[next], append(text, paint))
        }
        next += 1
        if next < widths.count { return }
        next = 0
        rows.append(start)
        start = cells.count
    }

    /// Arranges the rows. `order`: the places of all rows, which are counted from 0, as they are to follow each other; nil for the
    /// order in which they were added.
    mutating func arrange(_ order: [Int]?) { self.order = order }

    /// Returns how wide the text is.
    @discardableResult
    private mutating func append(_ text: String, _ paint: TerminalStyle.Paint) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            let isPlain = DisplayWidth.isPlain(bytes)
            Cell.append(UnsafeRawBufferPointer(bytes), paint, isPlain: isPlain, to: &cells)
            return isPlain ? bytes.count : DisplayWidth.of(String(decoding: bytes, as: UTF8.self))
        }
    }

    // MARK: - Writing

    /// A piece is written once it has this many bytes.
    static let pieceMinimum = 64 << 10

    /// Writes a line for the header and one for each row, in pieces; nothing without rows. An empty column is left out.
    func write(to write: ([UInt8]) throws -> Void) throws {
        if count == 0 { return }
        var piece: [UInt8] = []
        let fitted = fittedWidths
        try cells.withUnsafeBytes { cells in
            writeRow(cells, 0, fitted, to: &piece)
            for place in 0..<count {
                writeRow(cells, rows[order?[place] ?? place], fitted, to: &piece)
                if piece.count < Columns.pieceMinimum { continue }
                try write(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
        if !piece.isEmpty { try write(piece) }
    }

    /// The lines that are written.
    var lines: [String] {
        var text: [UInt8] = []
        try? write { text += $0 }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The width of each column; nil for a column that is left out.
    private var fittedWidths: [Int?] {
        var widths: [Int?] = zip(self.widths, header).map { $0 == 0 ? nil : max($0, DisplayWidth.of($1)) }
        guard let columns = style.columns, let wanted = widths[flexible] else { return widths }
        let others = widths.indices.reduce(0) { $0 + ($1 == flexible ? 0 : widths[$1].map { $0 + 2 } ?? 0) }
        widths[flexible] = max(min(wanted, columns - others), Columns.flexibleMinimum)
        return widths
    }

    /// Writes the line of the row that begins at a place.
    private func writeRow(_ cells: UnsafeRawBufferPointer, _ start: Int, _ widths: [Int?], to text: inout [UInt8]) {
        var (place, end) = (start, start)
        var last = 0
        for column in widths.indices {
            let cell = Cell(cells, &end)
            if !cell.bytes.isEmpty, widths[column] != nil { last = column }
        }
        var left = style.columns ?? .max
        for column in 0...last {
            let cell = Cell(cells, &place)
            guard let width = widths[column] else { continue }
            let used = write(cell, in: min(width, left), to: &text)
            if column == last { break }
            let room = min(width + 2, left)
            text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(room - used, 0)))
            left -= room
        }
        text.append(UInt8(ascii: "\n"))
    }

    /// Writes a text in at most this many columns. Returns its width.
    private func write(_ cell: Cell, in width: Int, to text: inout [UInt8]) -> Int {
        if cell.isPlain, cell.bytes.count <= width {
            style.paint(cell.bytes, cell.paint, to: &text)
            return cell.bytes.count
        }
        var clipped = DisplayWidth.clipped(String(decoding: cell.bytes, as: UTF8.self), to: width)
        clipped.withUTF8 { style.paint(UnsafeRawBufferPointer($0), cell.paint, to: &text) }
        return DisplayWidth.of(clipped)
    }

    /// A text in a row: a byte for its colour, and for a text that is not empty its length and its bytes.
    private struct Cell {
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        var paint = TerminalStyle.Paint.plain
        /// Whether each byte is a column.
        var isPlain = true

        static let empty: UInt8 = 0xFF
        private static let isWide: UInt8 = 0x80

        static func append(
            _ bytes: UnsafeRawBufferPointer,
            _ paint: TerminalStyle.Paint,
            isPlain: Bool,
            to cells: inout [UInt8]
        ) {
            guard !bytes.isEmpty else { return cells.append(empty) }
            cells.append(paint.rawValue | (isPlain ? 0 : isWide))
            withUnsafeBytes(of: UInt32(bytes.count)) { cells.append(contentsOf: $0) }
            cells.append(contentsOf: bytes)
        }

        /// The cell at a place, which moves behind it.
        init(_ cells: UnsafeRawBufferPointer, _ place: inout Int) {
            let first = cells[place]
            place += 1
            if first == Cell.empty { return }
            let count = Int(cells.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            bytes = UnsafeRawBufferPointer(rebasing: cells[place + 4..<place + 4 + count])
            place += 4 + count
            isPlain = first & Cell.isWide == 0
            paint = TerminalStyle.Paint(rawValue: first & ~Cell.isWide) ?? .plain
        }
    }
}

/// One record in full: its title, a line for each value, and its text.
struct RecordDetails {
    private let style: TerminalStyle
    private(set) var lines: [String]

    init(style: TerminalStyle, title: String) {
        self.style = style
        lines = [style.paint(DisplayWidth.harmless(title), .bold)]
    }

    /// Adds a value, if it is not nil.
    mutating func add(_ name: String, _ value: String?, _ paint: TerminalStyle.Paint = .plain) {
        guard let value, !value.isEmpty else { return }
        let name = style.paint(DisplayWidth.padded(name, to: 10), .dim)
        lines.append("  " + name + style.paint(DisplayWidth.harmless(value), paint))
    }

    /// Adds the text, below an empty line.
    mutating func add(text: String) {
        lines += ["", DisplayWidth.harmlessLines(text)]
    }
}
