/// What the page shows of a region or a row, and what the elements in it do.
struct DrawnPart {
    /// The drawing that the page shows: each that was sent has a number of its own. 0 before the first.
    fileprivate(set) var number: Int64 = 0
    private(set) var html: [UInt8] = []
    /// What the elements do, by their places in the drawing.
    fileprivate(set) var intents: [Intent] = []

    fileprivate mutating func become(_ html: [UInt8], _ number: Int64) {
        self.html = html
        self.number = number
    }
}

extension HTML {
    /// Ends a part: what was written since the last end is what it shows. True when the page shows it so already.
    ///
    /// A part that looks as before keeps its number. One that does not gets the next, so a press on what has gone finds
    /// nothing, and never what stands at its place now.
    mutating func end(_ part: inout DrawnPart) -> Bool {
        defer { clear() }
        swap(&part.intents, &intents)
        if part.number > 0, part.html == bytes { return true }
        drawings += 1
        part.become(bytes, drawings)
        return false
    }
}
