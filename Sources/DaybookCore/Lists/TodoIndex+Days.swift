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

    /// The planned to-dos among these slots for a list by dates, the soonest first, with the parts of the list. To-dos
    /// planned for the same moment keep their order. Done to-dos show only if they are in `keeping`.
    func arrange(_ slots: [Slot], _ due: Filter.Due, _ today: Today, keeping: [Kept]) -> Selection {
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
            if selection.parts.last?.name != part {
                selection.parts.append(Selection.Part(name: part, start: selection.slots.count, count: 0))
            }
            selection.parts[selection.parts.count - 1].count += 1
            selection.slots.append(slot)
        }
        return selection
    }

    /// The open to-dos among these slots, and after them the completed to-dos as a part of their own. To-dos in
    /// `keeping` were marked a moment ago, and keep their place.
    func divide(_ slots: [Slot], keeping: [Kept], isFolded: Bool) -> Selection {
        var selection = Selection()
        selection.slots.reserveCapacity(slots.count)
        var completed: [Slot] = []
        var traits = list.traits
        for kept in keeping {
            guard let slot = list.slot(of: kept.id) else { continue }
            if kept.wasDone { traits[Int(slot)].insert(.isDone) } else { traits[Int(slot)].remove(.isDone) }
        }
        for slot in slots {
            if traits[Int(slot)].contains(.isDone) { completed.append(slot) } else { selection.slots.append(slot) }
        }
        if completed.isEmpty { return selection }
        let part = Selection.Part(name: .completed, start: selection.slots.count, count: completed.count)
        selection.parts.append(part)
        if !isFolded { selection.slots += completed }
        return selection
    }

    private func planned(_ slot: Slot, _ today: Today, keeping: [Kept] = []) -> Instant? {
        // Most to-dos have no date.
        guard list.has(.hasDate, slot) else { return nil }
        if list.has(.isDone, slot) {
            if keeping.isEmpty { return nil }
            let isKept = list.read(slot) { todo in keeping.contains { $0.id == todo.id } }
            guard isKept == true else { return nil }
        }
        // A list of thousands is counted after each change, and reading a to-do copies it.
        let times = list.times[Int(slot)]
        return today.planned(deadline: Instant(sortKey: times.first), reminder: Instant(sortKey: times.reminder))
    }
}
