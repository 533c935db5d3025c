/// What can be undone in a notebook, and what was undone and can be done again.
public struct Steps: Equatable, Sendable {
    /// The steps that can be undone, oldest first.
    public private(set) var done: [Step] = []
    /// The steps that were undone, the last one at the end. They go with the next thing that is done.
    public private(set) var undone: [Step] = []
    /// The number of the last step that was made.
    public private(set) var last = 0
    /// The note that the last step wrote, while what is written next belongs to the same step.
    private var writing: Record.Key?

    /// Steps that can be undone.
    public static var maximum: Int { 100 }
    /// Records that the steps may hold together. The last step stays in any case.
    public static var recordsMaximum: Int { 10_000 }

    /// No steps yet.
    public init() {}

    /// Steps that a disk has kept. `last` is the greatest number that a step has had.
    public init(done: [Step], undone: [Step], last: Int) {
        self.done = done
        self.undone = undone
        self.last = last
    }

    /// The number of the step that Undo takes back; nil when there is none.
    public var latest: Int? { done.last?.number }

    /// Notes what was done. What is written in one note without a pause is one step.
    mutating func add(_ deed: Step.Deed, _ changes: [Step.Change]) {
        undone = []
        let isContinued = deed.isWriting && writing != nil && writing == changes.first?.key
        writing = deed.isWriting ? changes.first?.key : nil
        last += 1
        done.append(Step(number: last, deed: deed, changes: changes))
        if isContinued { join(2, as: deed) }
        if done.count > Steps.maximum { done.removeFirst() }
        var records = done.reduce(0) { $0 + $1.changes.count }
        while records > Steps.recordsMaximum, done.count > 1 { records -= done.removeFirst().changes.count }
    }

    /// What is written from now on is another step.
    mutating func pause() { writing = nil }

    /// The last steps, all that were made after the step of a number, are one step.
    mutating func join(after number: Int?, as deed: Step.Deed) {
        join(done.count { $0.number > number ?? 0 }, as: deed)
    }

    private mutating func join(_ count: Int, as deed: Step.Deed) {
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
        joined.deed = deed
        joined.changes.removeAll { !$0.isVisible }
        if joined.changes.isEmpty { writing = nil } else { done.append(joined) }
    }

    /// Takes out the step of a number, or the last one.
    mutating func take(_ direction: Direction, _ number: Int?) -> Step? {
        writing = nil
        let steps = direction == .back ? done : undone
        let place = number.map { number in steps.firstIndex { $0.number == number } } ?? steps.indices.last
        guard let place else { return nil }
        return direction == .back ? done.remove(at: place) : undone.remove(at: place)
    }

    /// Puts in a step that was taken in a direction, with what takes it the other way.
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

extension Step.Deed {
    fileprivate var isWriting: Bool {
        if case .wrote = self { true } else { false }
    }
}
