/// Those who wait for a turn, each in the line of whoever they belong to. Who owns many waits no less for the last of
/// them, and nobody else waits for more than one of them at a time.
///
/// Owners take turns: the one whose turn it is gives the oldest of its line, and stands behind all others then. Pure
/// state: it knows neither threads nor time.
struct LongTaskQueue<Owner: Hashable, Waiting> {
    /// What became of one who came.
    enum Refusal: Equatable {
        /// As many wait as may wait at all.
        case full
        /// As many of this owner wait as may of one.
        case share
    }

    private struct Place {
        let number: Int
        let waiting: Waiting
    }

    private let limit: Int
    private let share: Int
    private var lines: [Owner: [Place]] = [:]
    /// The owners of the lines that are not empty, the next one first.
    private var turns: [Owner] = []
    /// How many wait.
    private(set) var count = 0

    /// A queue in which `limit` wait at most, of one owner `share`.
    init(limit: Int, share: Int) {
        self.limit = limit
        self.share = share
    }

    /// Puts one behind the others of its owner. `number` names it for ``remove(_:of:)``. Nil when it has a place.
    mutating func add(_ waiting: Waiting, number: Int, of owner: Owner) -> Refusal? {
        guard count < limit else { return .full }
        guard lines[owner, default: []].count < share else { return .share }
        if lines[owner] == nil { turns.append(owner) }
        lines[owner, default: []].append(Place(number: number, waiting: waiting))
        count += 1
        return nil
    }

    /// The next one; nil when nobody waits.
    mutating func next() -> Waiting? {
        guard let owner = turns.first, let place = lines[owner]?.first else { return nil }
        turns.removeFirst()
        lines[owner]?.removeFirst()
        if lines[owner]?.isEmpty == true { lines[owner] = nil } else { turns.append(owner) }
        count -= 1
        return place.waiting
    }

    /// Takes one out that does not wait any longer; nil when it has had its turn already.
    mutating func remove(_ number: Int, of owner: Owner) -> Waiting? {
        guard let index = lines[owner]?.firstIndex(where: { $0.number == number }) else { return nil }
        let place = lines[owner]?.remove(at: index)
        if lines[owner]?.isEmpty == true {
            lines[owner] = nil
            turns.removeAll { $0 == owner }
        }
        count -= 1
        return place?.waiting
    }
}
