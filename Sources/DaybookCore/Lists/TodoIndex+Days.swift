extension TodoIndex {
    /// The numbers of open to-dos in the two lists by dates.
    public struct DayCounts: Equatable, Sendable {
        /// Overdue and planned for today.
        public var today = 0
        /// Planned for later days.
        public var upcoming = 0

        /// The number for a choice of dates; nil for the choice of all.
        public subscript(due: Filter.Due) -> Int? {
            switch due {
            case .any: nil
            case .today: today
            case .upcoming: upcoming
            }
        }
    }

    /// Counts the open to-dos with dates, in one pass over all.
    public func dayCounts(_ today: Today) -> DayCounts {
        var counts = DayCounts()
        for slot in list.arrangement {
            guard let planned = planned(slot, today) else { continue }
            if planned < today.end { counts.today += 1 } else { counts.upcoming += 1 }
        }
        return counts
    }

    /// Of these slots the planned to-dos of a list by dates, the soonest first, with the parts of the list. To-dos planned
    /// for the same moment stay in their order. Done ones show only if they are in `keeping`.
    func arrange(_ slots: [Slot], _ due: Filter.Due, _ today: Today, keeping: [Todo.ID]) -> Selection {
        var found: [(slot: Slot, planned: Instant)] = []
        for slot in slots {
            guard let planned = planned(slot, today, keeping: keeping) else { continue }
            if (planned < today.end) == (due == .today) { found.append((slot, planned)) }
        }
        var selection = Selection()
        selection.slots.reserveCapacity(found.count)
        for place in IndexSort.order(found.count, by: { found[$0].planned < found[$1].planned }) {
            let (slot, planned) = found[Int(place)]
            let part = today.part(of: planned)
            if selection.parts.last?.days != part {
                selection.parts.append(Selection.Part(days: part, start: selection.slots.count))
            }
            selection.slots.append(slot)
        }
        return selection
    }

    private func planned(_ slot: Slot, _ today: Today, keeping: [Todo.ID] = []) -> Instant? {
        list.read(slot) { todo in
            // Most to-dos have no date.
            if todo.deadline == nil, todo.reminder == nil { return nil }
            return todo.isDone && !keeping.contains(todo.id) ? nil : todo.planned(today)
        } ?? nil
    }
}
