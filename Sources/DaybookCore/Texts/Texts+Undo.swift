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
        var text = say(direction == .back ? "Undid: \(did(verb))." : "Redid: \(did(verb)).")
        if leavesOthers { text += " What was changed elsewhere since stays." }
        if leavesPassed { text += " A time that has passed does not come back." }
        return text
    }

    /// Nothing could be undone or redone, and why.
    static func notUndone(_ verb: Step.Verb, _ direction: Steps.Direction, isPassed: Bool) -> String {
        let text = say(direction == .back ? "Not undone: \(did(verb))." : "Not redone: \(did(verb)).")
        return text + (isPassed ? " The time has passed." : " It was changed elsewhere since.")
    }

    private static func did(_ verb: Step.Verb) -> String {
        switch verb {
        case .added(let title): say("added “\(brief(title))”")
        case .addedTodos(let count): count == 1 ? "added 1 to-do" : say("added \(count) to-dos")
        case .edited(let title): say("edited “\(brief(title))”")
        case .markedDone(let title): say("marked “\(brief(title))” done")
        case .markedOpen(let title): say("marked “\(brief(title))” open")
        case .deleted(let title): say("deleted “\(brief(title))”")
        case .removedSamples(let count): count == 1 ? "removed 1 sample" : say("removed \(count) samples")
        case .restored(let title): say("restored “\(brief(title))”")
        case .wrote(let title): say("wrote “\(brief(title))”")
        case .addedPhoto: "added a photo"
        case .removedPhoto: "removed a photo"
        case .movedPhoto: "moved a photo"
        case .moved(let title): say("moved “\(brief(title))”")
        case .renamedTag(let tag): say("renamed the tag “\(brief(tag))”")
        case .removedTag(let tag): say("removed the tag “\(brief(tag))”")
        }
    }
}
