extension Texts {
    static var nothingToUndo: String { "Nothing to undo." }
    static var nothingToRedo: String { "Nothing to redo." }

    /// The message after an undo or a redo, with the values that stay.
    static func undone(
        _ verb: Step.Verb,
        _ direction: Steps.Direction,
        leavesOthers: Bool,
        leavesPassed: Bool
    ) -> String {
        var text = phrase(direction == .back ? "Undid: \(did(verb))." : "Redid: \(did(verb)).")
        if leavesOthers { text += " Later changes from other devices stay." }
        if leavesPassed { text += " A time that has passed does not come back." }
        return text
    }

    /// The reason why nothing could be undone or redone.
    static func notUndone(_ verb: Step.Verb, _ direction: Steps.Direction, isPassed: Bool) -> String {
        let text = phrase(direction == .back ? "Not undone: \(did(verb))." : "Not redone: \(did(verb)).")
        return text + (isPassed ? " The time has passed." : " It was changed elsewhere since.")
    }

    private static func did(_ verb: Step.Verb) -> String {
        switch verb {
        case .added(let title): phrase("added “\(brief(title))”")
        case .addedTodos(let count): count == 1 ? "added 1 to-do" : phrase("added \(count) to-dos")
        case .edited(let title): phrase("edited “\(brief(title))”")
        case .markedDone(let title): phrase("marked “\(brief(title))” done")
        case .markedOpen(let title): phrase("marked “\(brief(title))” open")
        case .deleted(let title): phrase("deleted “\(brief(title))”")
        case .removedSamples(let count): count == 1 ? "removed 1 sample" : phrase("removed \(count) samples")
        case .restored(let title): phrase("restored “\(brief(title))”")
        case .wrote(let title): phrase("wrote “\(brief(title))”")
        case .addedPhoto: "added a photo"
        case .removedPhoto: "removed a photo"
        case .movedPhoto: "moved a photo"
        case .moved(let title): phrase("moved “\(brief(title))”")
        case .renamedTag(let tag): phrase("renamed the tag “\(brief(tag))”")
        case .removedTag(let tag): phrase("removed the tag “\(brief(tag))”")
        case .several(let operation, let count): did(operation, count)
        }
    }

    private static func did(_ operation: Step.Operation, _ count: Int) -> String {
        let what = count == 1 ? "1 to-do" : phrase("\(count) to-dos")
        return switch operation {
        case .markedDone: phrase("marked \(what) done")
        case .markedOpen: phrase("marked \(what) open")
        case .planned: phrase("planned \(what)")
        case .tagged: phrase("tagged \(what)")
        case .deleted: phrase("deleted \(what)")
        }
    }

    /// The message after an operation on the chosen to-dos. `left` is the rule that protected some of them.
    static func several(_ operation: Step.Operation, _ count: Int, left: Violation?) -> String {
        guard let left else { return phrase("\(sentence(did(operation, count))).") }
        if count == 0 { return left.message }
        return phrase("\(sentence(did(operation, count))). The others stay as they are. \(left.message)")
    }

    /// A text that begins with a small Latin letter, with a capital one.
    private static func sentence(_ text: String) -> String {
        var bytes = [UInt8](text.utf8)
        if let first = bytes.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") { bytes[0] = first - 32 }
        return String(utf8: bytes)
    }

    /// The checkbox of a row while rows are being chosen.
    package static func select(_ title: String) -> String { phrase("Select “\(brief(title))”") }

    /// The number of rows that are chosen.
    package static func chosen(_ count: Int) -> String { phrase("\(count) selected") }
}
