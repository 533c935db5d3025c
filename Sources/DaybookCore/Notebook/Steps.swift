/// The undo history of a notebook: the steps that can be undone, and the undone steps that can be redone.
public struct Steps: Equatable, Sendable {
    /// The steps that can be undone, oldest first.
    public private(set) var done: [Step] = []
    /// The undone steps, the last one at the end. The next new step removes them.
    public private(set) var undone: [Step] = []
    /// The number of the newest step.
    public private(set) var last = 0
    /// The note that the last step wrote, while more text in it belongs to the same step.
    private var writing: Record.Key?

    /// The maximum number of steps that can be undone.
    public static var maximum: Int { 100 }
    /// The maximum number of records in all steps. The last step always stays.
    public static var recordsMaximum: Int { 10_000 }

    /// No steps yet.
    public init() {}

    /// Steps that a disk has kept. `last` is the greatest number that a step has had.
    public init(done: [Step], undone: [Step], last: Int) {
        self.done = done
        self.undone = undone
        self.last = last
    }

    /// The number of the step that the next undo reverses; nil when there is no such step.
    public var latest: Int? { done.last?.number }

    /// Adds a step. Text that is typed in one note without a pause is one step, unless another device changed the note
    /// meanwhile: one step has no place for a change that is not its own.
    mutating func add(_ verb: Step.Verb, _ changes: [Step.Change]) {
        undone = []
        let isContinued =
            verb.isWriting && writing != nil && writing == changes.first?.key
            && done.last?.leaves(changes[0]) == true
        writing = verb.isWriting ? changes.first?.key : nil
        last += 1
        done.append(Step(number: last, verb: verb, changes: changes))
        if isContinued { join(2, as: verb) }
        if done.count > Steps.maximum { done.removeFirst() }
        var records = done.reduce(0) { $0 + $1.changes.count }
        while records > Steps.recordsMaximum, done.count > 1 { records -= done.removeFirst().changes.count }
    }

    /// Ends the step that typing belongs to. The next text is a new step.
    mutating func pause() { writing = nil }

    /// Joins all steps after the step of a number into one step. Redone steps do not stand in the order of their
    /// numbers.
    mutating func join(after number: Int?, as verb: Step.Verb) {
        let place = done.lastIndex { $0.number == number }
        join(done.count - (place.map { $0 + 1 } ?? 0), as: verb)
    }

    private mutating func join(_ count: Int, as verb: Step.Verb) {
        guard count > 0, var joined = done.last else { return }
        let others = done.suffix(count).dropLast()
        done.removeLast(count)
        for step in others.reversed() {
            for change in step.changes {
                if let place = joined.changes.firstIndex(where: { $0.key == change.key }) {
                    joined.changes[place].before = change.before
                } else {
                    joined.changes.append(change)
                }
            }
        }
        joined.verb = verb
        joined.changes.removeAll { !$0.isVisible }
        if joined.changes.isEmpty { writing = nil } else { done.append(joined) }
    }

    /// Removes and returns the step with a number, or the last step.
    mutating func take(_ direction: Direction, _ number: Int?) -> Step? {
        writing = nil
        let steps = direction == .back ? done : undone
        let place = number.map { number in steps.firstIndex { $0.number == number } } ?? steps.indices.last
        guard let place else { return nil }
        return direction == .back ? done.remove(at: place) : undone.remove(at: place)
    }

    /// Adds a step that was undone or redone to the steps of the other direction.
    mutating func put(_ step: Step, _ direction: Direction) {
        if step.changes.isEmpty { return }
        if direction == .back { undone.append(step) } else { done.append(step) }
    }

    /// Undo or redo.
    public enum Direction: Sendable {
        case back
        case forward
    }
}

extension Step.Verb {
    fileprivate var isWriting: Bool {
        if case .wrote = self { true } else { false }
    }
}
