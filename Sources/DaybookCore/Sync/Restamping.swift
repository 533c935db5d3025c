/// The replaced stamps and their new stamps: two arrays side by side, searched by halves.
public struct Restamping: Equatable, Sendable {
    /// In order, without duplicates.
    private(set) var old: [Stamp] = []
    /// The new stamp for the old one at the same place.
    private(set) var new: [Stamp] = []

    /// Stamps that are to be replaced, in any order, each as often as it was met.
    init(_ stamps: [Stamp]) {
        for place in IndexSort.order(stamps.count, by: { stamps[$0] < stamps[$1] }) {
            let stamp = stamps[Int(place)]
            if old.last != stamp { old.append(stamp) }
        }
    }

    /// A restamping that was read from a disk; nil when its stamps are out of order, or the two lists differ in length.
    init?(old: [Stamp], new: [Stamp]) {
        guard old.count == new.count, zip(old, old.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
        self.old = old
        self.new = new
    }

    /// Gives each a new stamp, the earliest first.
    mutating func assign(_ next: () -> Stamp) {
        new = old.map { _ in next() }
    }

    /// The place of a stamp; nil when the stamp is not replaced.
    func place(of stamp: Stamp) -> Int? {
        var low = 0
        var high = old.count
        while low < high {
            let middle = (low + high) / 2
            if old[middle] < stamp { low = middle + 1 } else { high = middle }
        }
        return low < old.count && old[low] == stamp ? low : nil
    }

    /// The new stamp for an old one; nil when it is not replaced.
    subscript(stamp: Stamp) -> Stamp? { place(of: stamp).map { new[$0] } }
}
