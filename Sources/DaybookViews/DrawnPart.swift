/// The drawing of a region or a row, and the actions of its elements.
struct DrawnPart {
    /// The number of the drawing that the document shows. Each sent drawing has its own number. 0 before the first.
    fileprivate(set) var number: Int64 = 0
    private(set) var html: [UInt8] = []
    /// The texts of its figures, each after a separator.
    fileprivate(set) var figures: [UInt8] = []
    /// The actions of the elements, by their places in the drawing.
    fileprivate(set) var intents: [Intent] = []

    /// What an ended part differs in from the one that the document shows.
    enum Difference {
        case none, figures, html
    }

    fileprivate mutating func become(_ html: [UInt8], _ number: Int64) {
        self.html = html
        self.number = number
    }
}

extension HTML {
    /// Ends a part, which is the HTML since the end of the last part.
    ///
    /// A part with the same HTML keeps its number. A changed part gets the next number, so a press on a removed element finds
    /// nothing, and never the element that stands at its place now.
    mutating func end(_ part: inout DrawnPart) -> DrawnPart.Difference {
        defer { clear() }
        swap(&part.intents, &intents)
        let hasOtherFigures = part.figures != figures
        if hasOtherFigures { part.figures = figures }
        if part.number > 0, part.html == bytes { return hasOtherFigures ? .figures : .none }
        drawings += 1
        part.become(bytes, drawings)
        return .html
    }
}
