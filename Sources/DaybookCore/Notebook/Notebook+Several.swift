// The verbs that change several to-dos in one step.

extension Notebook {
    /// Marks to-dos done or open (T8). The next occurrence of each one that repeats is added or deleted with it.
    public mutating func mark(_ slots: [Slot], done: Bool, _ now: Instant, in zone: TimeZone) -> [Effect] {
        let marking = Marking(done: done, at: replica.stamp(now: now), now: now, in: zone)
        let keys = slots.map { todos[$0].id.key }
        let all = Set(keys)
        var changes: [Record] = []
        var count = 0
        for (slot, key) in zip(slots, keys) {
            guard todos[slot].isDone != done, let record = replica.records[key] else { continue }
            count += 1
            changes.append(marking.change(of: record))
            // An occurrence that is itself among the marked to-dos is changed once.
            let next = record.following
            if !all.contains(next), let change = marking.change(following: record, next: replica.records[next]) {
                changes.append(change)
            }
        }
        return makeSeveral(changes, done ? .markedDone : .markedOpen, count)
    }

    /// A change of several to-dos.
    public enum Planning: Equatable, Sendable {
        /// For a day in the person's time zone, or by words.
        case plan(Plan, in: TimeZone)
        /// A tag that passed the rules, besides those that they have.
        case tag(String)

        /// The operation that an undo names. Words without a time only add tags.
        var operation: Step.Operation {
            switch self {
            case .tag: .tagged
            case .plan(.words(let words), in: _) where words.reminder == nil && words.deadline == nil: .tagged
            case .plan: .planned
            }
        }
    }

    /// Changes to-dos. Returns the to-dos that a rule protects, with the first such rule.
    public mutating func plan(
        _ slots: [Slot],
        _ planning: Planning,
        _ now: Instant
    ) -> (refused: [Slot], broken: Violation?, count: Int, effects: [Effect]) {
        let stamp = replica.stamp(now: now)
        var changes: [Record] = []
        var refused: [Slot] = []
        var broken: Violation?
        for slot in slots {
            let todo = todos[slot]
            var (draft, usual): (TodoDraft, Instant?) = (TodoDraft(todo), nil)
            switch planning {
            case .plan(let plan, let zone): (draft, usual) = planned(todo, plan, now, in: zone)
            case .tag(let tag): draft.add(tag: tag)
            }
            let fields = todo.changes(to: draft, keeping: usual, at: stamp)
            if fields.isEmpty { continue }
            if let violation = rules.violations(of: draft, changing: todo, now: now).first {
                refused.append(slot)
                broken = broken ?? violation
            } else {
                changes.append(Record(kind: .todo, id: todo.id.uuid, fields: fields))
            }
        }
        return (refused, broken, changes.count, makeSeveral(changes, planning.operation, changes.count))
    }

    /// Deletes to-dos (T8).
    public mutating func delete(_ slots: [Slot], _ now: Instant) -> [Effect] {
        let stamp = replica.stamp(now: now)
        let changes = slots.map { Record(kind: .todo, id: todos[$0].id.uuid, deleted: stamp) }
        return makeSeveral(changes, .deleted, changes.count)
    }

    private mutating func makeSeveral(_ changes: [Record], _ operation: Step.Operation, _ count: Int) -> [Effect] {
        if changes.isEmpty { return [] }
        return make(changes, as: .several(operation, count)) + [.changed(changes.map { $0.key })]
    }
}
