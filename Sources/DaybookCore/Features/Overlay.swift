/// A menu or a question above the screen. One at a time.
public indirect enum Overlay: Equatable, Sendable {
    /// A row's menu, at the point or the button that was pressed.
    case rowMenu(Todo.ID, at: Point?)
    case orderMenu
    case accountMenu
    /// The actions with a tag on all to-dos and notes, at the point or the button that was pressed.
    case tagMenu(String, at: Point?)
    /// The new name of a tag, as typed, with the rule that it breaks.
    case renameTag(String, to: String, Violation? = nil)
    /// When a to-do, or all that are chosen, is to be done: words, and a calendar.
    case when(Planned, MonthGrid, TypedTime)
    /// The tag to add to the chosen to-dos, as typed, with the rule that it breaks.
    case tagChosen(String, Violation? = nil)
    case shortcuts
    case palette(Palette)
    /// T9: asks before a tap on a bin deletes.
    case confirmDelete(Todo.ID)
    /// T10: a to-do that came with Daybook was tapped, which cannot be edited.
    case imported(Todo.ID)
    /// A10.
    case confirmLogOut
    /// An address leads to a to-do or a note that does not exist.
    case missing(Route)
    /// Another app shared this many photos (D3).
    case sharedPhotos(Int, SharedText)
    /// I3: the samples could not be fetched.
    case samplesFailed
    /// T11: the draft has text but no title, or a rule refuses the typed tag. Holds the place to open when the person
    /// discards the draft.
    case confirmDiscard(then: Destination)

    /// A place in the window, in pixels from its top left.
    public struct Point: Equatable, Sendable {
        /// Pixels from the left.
        public var x: Int
        /// Pixels from the top.
        public var y: Int

        /// A point by its distances.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The actions of a person in a menu or a question.
    public enum Action: Equatable, Sendable {
        /// The answer is yes.
        case confirmed
        /// Another name for the tag was typed.
        case nameChanged(String)
        /// The highlighted entry of the palette moves by this many. From the words for when, down leads to the calendar.
        case steered(Int)
        /// The keyboard goes to another day of the calendar.
        case walked(MonthGrid.Step)
        /// The calendar shows another month.
        case turned(MonthGrid.Step)
        case renameTapped
        case removeTapped
        /// The person answered no, which is remembered for the questions about samples and shared photos.
        case declined
        /// It was closed without a choice.
        case dismissed
    }
}

extension Overlay {
    func reduce(_ action: Action, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        switch (action, self) {
        case (.nameChanged(let name), .renameTag(let tag, _, _)): return [.ask(.renameTag(tag, to: Text.oneLine(name)))]
        case (.nameChanged(let name), .tagChosen): return [.ask(.tagChosen(Text.oneLine(name)))]
        case (.confirmed, .tagChosen(let name, _)): return [.tagChosen(name)]
        case (.renameTapped, .tagMenu(let tag, at: _)): return [.ask(.renameTag(tag, to: tag))]
        case (.removeTapped, .tagMenu(let tag, at: _)): return [.dismiss, .retag(tag, to: nil)]
        case (.confirmed, .renameTag(let tag, let name, _)):
            let name = Text.trimmed(name)
            if let broken = notebook.rules.tagViolation(name) { return [.ask(.renameTag(tag, to: name, broken))] }
            return [.dismiss] + (name.isSame(as: tag) ? [] : [.retag(tag, to: name)])
        default: break
        }
        switch action {
        case .nameChanged, .renameTapped, .removeTapped, .steered, .walked, .turned: return []
        case .confirmed: return [.dismiss] + confirm(&notebook, now)
        case .declined:
            switch self {
            case .samplesFailed: return [.dismiss] + [Outcome](notebook.declineSamples(now))
            case .sharedPhotos: return [.dismiss, .effect(.shared(.drop))]
            default: return [.dismiss]
            }
        case .dismissed: return [.dismiss]
        }
    }

    private func confirm(_ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        switch self {
        case .confirmDelete(let id): [.delete(id.key)]
        case .imported(let id): [.go(.copy(id))]
        case .confirmLogOut: [.signOut(.loggedOut)]
        case .missing(.todo(let id)): [Outcome](notebook.restore(id, now)) + [.go(.todo(id))]
        case .missing(.note(let id)): [Outcome](notebook.restore(id, now)) + [.go(.note(id))]
        case .sharedPhotos(_, let shared): [.takeShared(shared)]
        case .samplesFailed: [Outcome](notebook.retrySamples())
        case .confirmDiscard(let destination): [.discard(then: destination)]
        case .rowMenu, .orderMenu, .accountMenu, .tagMenu, .renameTag, .when, .tagChosen, .shortcuts, .palette,
            .missing:
            []
        }
    }
}
