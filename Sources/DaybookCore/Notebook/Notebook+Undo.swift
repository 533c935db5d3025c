// Undo and redo of every verb. Steps are recorded where all verbs make their changes, so no verb needs an inverse.

/// The result of an undo or a redo.
public struct Undone: Equatable, Sendable {
    /// The number of the new step, for the opposite direction; nil when nothing changed.
    public let number: Int?
    /// The message for the person: the action, and the values that stay.
    public let text: String
    /// The records that changed.
    public let changed: [Record.Key]
    /// The effects that a face carries out.
    public let effects: [Notebook.Effect]
}

extension Notebook {
    /// Undoes the step with a number, or the last step. Nil when there is no such step.
    public mutating func undo(_ now: Instant, step number: Int? = nil) -> Undone? { take(.back, number, now) }

    /// Redoes the step with a number, or the last step. Nil when there is no such step.
    public mutating func redo(_ now: Instant, step number: Int? = nil) -> Undone? { take(.forward, number, now) }

    /// The number of the last step, unless the rules refuse a date that its undo would bring back.
    func wholeUndo(_ now: Instant) -> Int? {
        guard let step = steps.done.last else { return nil }
        let stamp = Stamp(wall: now, counter: 0, device: replica.clock.device)
        let leaves = step.changes.contains { $0.reversal(of: replica.records[$0.key], at: stamp, rules).leavesPassed }
        return leaves ? nil : step.number
    }

    private mutating func take(_ direction: Steps.Direction, _ number: Int?, _ now: Instant) -> Undone? {
        guard var step = steps.take(direction, number) else { return nil }
        let stamp = replica.stamp(now: now)
        var (changes, leavesOthers, leavesPassed): ([Record], Bool, Bool) = ([], false, false)
        var effects: [Effect] = []
        for (place, change) in step.changes.enumerated() {
            let marked = place > 0 ? step.marked(before: place) : nil
            // The next occurrence stays as it is when the to-do whose mark made it was deleted: that stays done.
            if let marked, replica.records[marked]?.isAlive != true {
                leavesOthers = true
                continue
            }
            let current = replica.records[change.key]
            let reversal = change.reversal(of: current, at: stamp, rules, isNext: marked != nil)
            leavesOthers = leavesOthers || reversal.leavesOthers
            leavesPassed = leavesPassed || reversal.leavesPassed
            guard let reversed = reversal.change else { continue }
            // Deleting the note would delete the photos that another device put into it.
            if reversed.deleted != nil, holdsOtherPhotos(change, step) {
                leavesOthers = true
                continue
            }
            if reversed.deleted != nil { effects += withdraw(change.key) }
            changes.append(reversed)
        }
        let wasNothing = changes.isEmpty && (leavesOthers || leavesPassed)
        let made = makeStep(of: changes)
        step.changes = made.changes
        steps.put(step, direction)
        effects += made.effects + (changes.contains { $0.kind != .todo } ? startUploads() : [])
        return Undone(
            number: changes.isEmpty ? nil : step.number,
            text: wasNothing
                ? Texts.notUndone(step.verb, direction, isPassed: !leavesOthers)
                : Texts.undone(step.verb, direction, leavesOthers: leavesOthers, leavesPassed: leavesPassed),
            changed: changes.map { $0.key },
            effects: effects
        )
    }

    /// Whether a note holds photos that another device put into it after the step.
    private func holdsOtherPhotos(_ change: Step.Change, _ step: Step) -> Bool {
        guard change.key.kind == .note, let end = change.after.latest else { return false }
        return notes.photos[Note.ID(change.key.id)].contains { photo in
            let key = Record.Key(kind: .photo, id: photo.id.uuid)
            guard let latest = replica.records[key]?.latest else { return false }
            return latest > end && latest.device != replica.clock.device && !step.changes.contains { $0.key == key }
        }
    }

    /// Makes changes that belong together as one step, which can be undone.
    mutating func make(_ changes: [Record], as verb: Step.Verb) -> [Effect] {
        if changes.isEmpty { return [] }
        let made = makeStep(of: changes)
        steps.add(verb, made.changes)
        return made.effects
    }

    /// Makes changes, and returns each record before and after.
    private mutating func makeStep(of changes: [Record]) -> (effects: [Effect], changes: [Step.Change]) {
        let before = changes.map { replica.records[$0.key] }
        let effects = make(changes)
        var steps: [Step.Change] = []
        for (place, change) in changes.enumerated() {
            guard let after = replica.records[change.key] else { continue }
            steps.append(Step.Change(before: before[place], after: after))
        }
        return (effects, steps)
    }
}
