import DaybookCore

/// A list that rows are drawn of, as far as their heights go.
protocol RowSource {
    /// Whether the row in a slot is of the sort with the higher rows.
    func isTall(_ slot: Slot) -> Bool
}

extension TodoIndex: RowSource {
    func isTall(_ slot: Slot) -> Bool { hasDetail(slot) }
}

extension NoteIndex: RowSource {
    func isTall(_ slot: Slot) -> Bool { hasPhotos(slot) }
}

/// The rows of a long list that exist in the document (L8): those on the screen and about as many above and below.
///
/// Rows differ in height. Each is measured when it is drawn. Before that, its height is assumed to be the mean of the
/// first rows of its sort that were measured. The mean stays, because each change of it would move all rows below.
struct RowWindow {
    /// The rows that show, in order.
    private(set) var slots: [Slot] = []
    /// The beginning of each row, in pixels from the top of the list, and at the end the end of the list.
    private var offsets: [Int32] = [0]
    /// Measured heights by slot; 0 for a row not measured yet.
    private var measured: [Int16] = []
    private var guess = (plain: Int16(53), detailed: Int16(76), heading: Int16(44))
    /// Whether the guess is from rows that were measured.
    private var isLearned = (plain: false, detailed: false)
    /// How far the list is scrolled, and how much of it shows, in pixels.
    private(set) var top = 0
    private(set) var height: Int

    /// An empty list in a window so many pixels high.
    init(height: Int = 800) {
        self.height = height
    }

    /// The same window with another list in it.
    func emptied() -> RowWindow { RowWindow(height: height) }

    /// No more rows than this are ever in the document.
    static let maximum = 150
    /// A list of at most this many rows is not windowed.
    static let wholeMaximum = 120

    /// The rows to draw, with the space before and after them in pixels.
    struct Range: Equatable {
        var rows: Swift.Range<Int>
        var before: Int
        var after: Int
    }

    /// Takes over the list's present content. A part begins with a heading, which has a slot of its own below 0.
    mutating func set(_ selection: Selection, of index: some RowSource) {
        slots = selection.slots
        for part in selection.parts.reversed() { slots.insert(RowWindow.heading(of: part.name), at: part.start) }
        layOut(index)
    }

    /// The slot of a part's heading.
    static func heading(of part: ListPart) -> Slot { -1 - Slot(part.number) }

    /// The key of a heading's row in the document. No UUID that a device makes begins like this.
    static func headingID(_ slot: Slot) -> UUID { UUID(high: .max, low: UInt64(-slot)) }

    /// The slot of the heading that has a key.
    static func heading(of id: UUID) -> Slot? {
        id.high == .max && (1...UInt64(ListPart.completed.number + 1)).contains(id.low) ? -Slot(id.low) : nil
    }

    private mutating func layOut(_ index: some RowSource) {
        offsets.removeAll(keepingCapacity: true)
        offsets.reserveCapacity(slots.count + 1)
        var end: Int32 = 0
        offsets.append(end)
        for slot in slots {
            end += Int32(height(of: slot, index))
            offsets.append(end)
        }
    }

    private func height(of slot: Slot, _ index: some RowSource) -> Int16 {
        let slot = Int(slot)
        if slot < 0 { return guess.heading }
        if slot < measured.count, measured[slot] > 0 { return measured[slot] }
        return index.isTall(Slot(slot)) ? guess.detailed : guess.plain
    }

    /// The height that the row at a place is taken to have.
    func height(at place: Int) -> Int { Int(offsets[place + 1] - offsets[place]) }

    /// Where the row at a place begins, in pixels from the top of the list.
    func offset(at place: Int) -> Int { Int(offsets[place]) }

    /// Rows were drawn and measured. True when a height differs from the assumed height.
    mutating func measure(_ heights: [(slot: Slot, height: Int)], of index: some RowSource) -> Bool {
        var differs = learn(from: heights, of: index)
        for (slot, height) in heights {
            let height = Int16(clamping: max(height, 1))
            if self.height(of: slot, index) == height { continue }
            differs = true
            if slot < 0 {
                guess.heading = height
                continue
            }
            while measured.count <= Int(slot) { measured.append(0) }
            measured[Int(slot)] = height
        }
        if differs { layOut(index) }
        return differs
    }

    /// Takes the first rows of a sort as the measure for all rows that were not drawn yet. True when the guess changes.
    private mutating func learn(from heights: [(slot: Slot, height: Int)], of index: some RowSource) -> Bool {
        var plain = (sum: 0, count: 0)
        var detailed = plain
        for (slot, height) in heights where slot >= 0 {
            if index.isTall(slot) {
                detailed = (detailed.sum + height, detailed.count + 1)
            } else {
                plain = (plain.sum + height, plain.count + 1)
            }
        }
        let before = guess
        if !isLearned.plain, plain.count > 0 {
            guess.plain = Int16(clamping: max(plain.sum / plain.count, 1))
            isLearned.plain = true
        }
        if !isLearned.detailed, detailed.count > 0 {
            guess.detailed = Int16(clamping: max(detailed.sum / detailed.count, 1))
            isLearned.detailed = true
        }
        return guess != before
    }

    /// The window has another width, so the height of every row may have changed.
    mutating func forgetHeights(of index: some RowSource) {
        measured.removeAll()
        isLearned = (false, false)
        layOut(index)
    }

    /// The person scrolled. True when the rows in `drawn` no longer reach well beyond the screen.
    mutating func scroll(top: Int, height: Int, drawn: Range?) -> Bool {
        self.top = top
        self.height = max(height, 1)
        guard let drawn else { return true }
        let margin = self.height / 3
        let first = Int(offsets[min(drawn.rows.lowerBound, slots.count)])
        let last = Int(offsets[min(drawn.rows.upperBound, slots.count)])
        let reachesUp = drawn.rows.lowerBound == 0 || first <= top - margin
        let reachesDown = drawn.rows.upperBound >= slots.count || last >= top + self.height + margin
        return !(reachesUp && reachesDown)
    }

    /// The rows to draw for a scroll position: one screen more on either side.
    var range: Range {
        // A short list is whole in the document, so that the browser's own search finds all of it.
        if slots.count <= RowWindow.wholeMaximum { return Range(rows: slots.indices, before: 0, after: 0) }
        return range(beyond: height)
    }

    /// The rows that show for a scroll position, and nothing beyond them.
    var screen: Range { range(beyond: 0) }

    private func range(beyond margin: Int) -> Range {
        let first = place(at: top - margin)
        var last = place(at: top + height + margin)
        if last < slots.count { last += 1 }
        return range(of: first..<min(last, first + RowWindow.maximum))
    }

    /// These rows, with the space before and after them.
    func range(of rows: Swift.Range<Int>) -> Range {
        Range(
            rows: rows,
            before: Int(offsets[rows.lowerBound]),
            after: Int(offsets[slots.count] - offsets[rows.upperBound])
        )
    }

    /// The index of the row at this many pixels from the top; the number of rows for a place below the last row.
    func place(at pixel: Int) -> Int {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if Int(offsets[middle + 1]) <= pixel { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
