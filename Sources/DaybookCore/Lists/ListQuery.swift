/// The order of a list (L1).
public enum Order: String, Sendable, CaseIterable {
    /// Newest first.
    case created
    /// Soonest first; to-dos without a deadline last.
    case deadline
    /// A to Z.
    case title
    /// Z to A.
    case titleDescending = "-title"
    /// The person's own order; new to-dos come first.
    case own
}

/// The order of a list of notes.
public enum NoteOrder: String, Sendable, CaseIterable {
    /// The note changed last comes first.
    case modified
    /// Newest first.
    case created
    /// A to Z.
    case title
    /// Z to A.
    case titleDescending = "-title"
}

/// The query of a list: its order, search and filters (L4, L5).
public struct Filter: Equatable, Sendable {
    /// Open to-dos, done ones, or both.
    public var state: State
    /// Only to-dos with this tag, compared without case or accents.
    public var tag: String?
    /// Only to-dos that contain this text, without case or accents; blank for all.
    public var search: String
    /// Only open to-dos that are planned for these days, in the order of their dates. The REST interface, which knows
    /// no time zone, has no such lists.
    public var due: Due

    /// The lists by dates.
    public enum Due: String, Sendable, CaseIterable {
        /// Dates do not matter.
        case any
        /// Overdue, or planned for today.
        case today
        /// Planned for later days.
        case upcoming
    }

    /// Which to-dos show by whether they are done.
    public enum State: String, Sendable, CaseIterable {
        case all
        case open
        case done
    }

    /// A filter; by default everything shows.
    public init(state: State = .all, tag: String? = nil, search: String = "", due: Due = .any) {
        self.state = state
        self.tag = tag
        self.search = search
        self.due = due
    }
}

/// A to-do that was marked a moment ago and is still in its place.
public struct Kept: Equatable, Sendable {
    /// The to-do.
    public var id: Todo.ID
    /// Whether it was done before.
    public var wasDone: Bool

    /// A to-do and its earlier state.
    public init(_ id: Todo.ID, wasDone: Bool) {
        self.id = id
        self.wasDone = wasDone
    }
}

/// The result of a search or a filter, in the current order.
public struct Selection: Equatable, Sendable {
    /// The slots of the things that show, in their order.
    public var slots: [Slot]
    /// The search matched nothing, so ``slots`` has the matches of the other filters (L4).
    public var isSearchEmpty: Bool
    /// The parts of the list that have a heading, in their order.
    public var parts: [Part] = []

    /// A part of a list. No part is empty.
    public struct Part: Equatable, Sendable {
        /// The kind of the part.
        public var name: ListPart
        /// The place of the part's first thing in ``Selection/slots``, which does not contain the things of a folded
        /// part.
        public var start: Int
        /// How many things it has.
        public var count: Int
    }

    /// A selection; by default of nothing.
    public init(slots: [Slot] = [], isSearchEmpty: Bool = false) {
        self.slots = slots
        self.isSearchEmpty = isSearchEmpty
    }
}
