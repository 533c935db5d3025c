/// The tags in use, each with the number of things that have it. Names that differ only in case or accents are one tag.
struct TagUses: Sendable {
    /// In the order of the folded names.
    private var uses: [Use] = []

    private struct Use {
        var folded: [UInt8]
        var spellings: [Spelling] = []
        var count = 0

        /// The spelling used most; of several, the last in the order of their bytes, which has small letters and accents.
        /// So it depends on the present uses alone, and not on the order in which they came.
        @inline(never)
        var name: String {
            var best = spellings[0]
            for other in spellings.dropFirst() {
                let isTied = other.count == best.count
                if other.count > best.count || isTied && best.name.precedes(other.name) { best = other }
            }
            return best.name
        }

        @inline(never)
        mutating func count(_ name: String, by step: Int) {
            count += step
            let place = spellings.firstIndex { $0.name.isSame(as: name) } ?? spellings.count
            if place == spellings.count { spellings.append(Spelling(name: name)) }
            spellings[place].count += step
            if spellings[place].count <= 0 { spellings.remove(at: place) }
        }
    }

    private struct Spelling {
        var name: String
        var count = 0
    }

    /// The tags that begin with a text, the most used first, without those of `used`; at most `limit`.
    func names(beginning: String, besides used: [String], limit: Int) -> [String] {
        let start = Fold.bytes(Text.trimmed(beginning))
        let used = used.map { Fold.bytes($0) }
        let offered = uses.filter { $0.folded.starts(with: start) && !used.contains($0.folded) }
        return IndexSort.order(offered.count) { offered[$0].count > offered[$1].count }.prefix(limit)
            .map { offered[Int($0)].name }
    }

    /// The tags of both in alphabetical order, each once, as it is spelled here if it is here.
    func names(with others: TagUses) -> [String] {
        var names: [String] = []
        var place = 0
        func passOthers(upTo folded: [UInt8]?) {
            while place < others.uses.count {
                let order = folded.map { Fold.compare(others.uses[place].folded, $0) } ?? -1
                if order > 0 { return }
                if order < 0 { names.append(others.uses[place].name) }
                place += 1
            }
        }
        for use in uses {
            passOthers(upTo: use.folded)
            names.append(use.name)
        }
        passOthers(upTo: nil)
        return names
    }

    /// Counts the tags of a thing that is there from now on, or was until now.
    mutating func count(_ tags: [String], by step: Int) {
        for tag in tags {
            let folded = Fold.bytes(tag)
            var low = 0
            var high = uses.count
            while low < high {
                let middle = (low + high) / 2
                if Fold.compare(uses[middle].folded, folded) < 0 { low = middle + 1 } else { high = middle }
            }
            if low == uses.count || uses[low].folded != folded {
                uses.insert(Use(folded: folded), at: low)
            }
            uses[low].count(tag, by: step)
            if uses[low].spellings.isEmpty { uses.remove(at: low) }
        }
    }
}
