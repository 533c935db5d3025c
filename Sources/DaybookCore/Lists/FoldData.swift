/// What ``Fold`` knows of Unicode, where it can be looked up.
///
/// The standard library knows it too. It finds a letter by a perfect hash, which does not compress: its tables were a twelfth of
/// what a browser downloads before its first list. With its own table Daybook folds a text to the same bytes on every system,
/// whichever version of Unicode that has.
struct FoldData: Sendable {
    static let shared = FoldData()

    /// Letters from `first` to `last`, each `step`-th of them, with lowercase forms that are as far from each other.
    private struct Run {
        var first, last, step, target: UInt32
    }

    private var runs: [Run] = []
    private var runStarts: [UInt32] = []
    /// What is left of each letter of a block without its marks: a scalar, or a place in `parts` and a count above it.
    private var letters: [UInt32] = []
    private var blockStarts: [UInt32] = []
    /// Where the letters of each block begin, and, last, where all end.
    private var blocks: [Int] = []
    private var parts: [UInt32] = []
    private var marks: [(last: UInt32, combiningClass: UInt8)] = []
    private var markStarts: [UInt32] = []

    private init() {
        readLowercase()
        readLetters()
        readClasses()
    }

    // MARK: - Looking up

    /// The lowercase form of a scalar: one scalar, but for U+0130, which stays.
    func lowercase(of scalar: UInt32) -> UInt32 {
        guard let index = runStarts.lastIndex(notAfter: scalar), scalar <= runs[index].last else { return scalar }
        let (run, distance) = (runs[index], scalar - runStarts[index])
        return distance % run.step == 0 ? run.target + distance : scalar
    }

    /// Calls `body` with what is left of a lowercase letter without its marks; with the scalar itself where nothing changes.
    func forEachPart(of scalar: UInt32, _ body: (UInt32) -> Void) {
        if Self.syllables.contains(scalar) { return Self.forEachPart(ofSyllable: scalar, body) }
        guard let block = blockStarts.lastIndex(notAfter: scalar) else { return body(scalar) }
        let place = blocks[block] + Int(scalar - blockStarts[block])
        guard place < blocks[block + 1] else { return body(scalar) }
        let (letter, count) = (letters[place] & 0x1F_FFFF, letters[place] >> 21)
        if count == 0 { return body(letter) }
        for part in parts[Int(letter)..<Int(letter + count)] { body(part) }
    }

    /// The canonical combining class of a mark that folding keeps; 0 of all else.
    func combiningClass(of scalar: UInt32) -> UInt8 {
        guard let index = markStarts.lastIndex(notAfter: scalar), scalar <= marks[index].last else { return 0 }
        return marks[index].combiningClass
    }

    /// Hangul's syllables, which are taken apart by arithmetic (The Unicode Standard, 3.12).
    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    private static func forEachPart(ofSyllable scalar: UInt32, _ body: (UInt32) -> Void) {
        let (pair, trail) = (scalar - 0xAC00).quotientAndRemainder(dividingBy: 28)
        body(0x1100 + pair / 21)
        body(0x1161 + pair % 21)
        if trail > 0 { body(0x11A7 + trail) }
    }

    // MARK: - Reading the table

    private mutating func readLowercase() {
        var scalars = FoldTable.lowercase.values.makeIterator()
        while let first = scalars.next(), var target = scalars.next() {
            var run = Run(first: first, last: first, step: 1, target: 0)
            if let step = Self.digit(target), let last = scalars.next(), let next = scalars.next() {
                (run.step, run.last, target) = (step, last, next)
            }
            run.target = target
            runs.append(run)
            runStarts.append(first)
        }
    }

    private mutating func readLetters() {
        var scalars = FoldTable.letters.values.makeIterator()
        var next: UInt32 = 0
        while let scalar = scalars.next() {
            switch Self.digit(scalar) {
            case 1:
                next = scalars.next() ?? 0
                blockStarts.append(next)
                blocks.append(letters.count)
                continue
            case 0: letters.append(next)
            case let count?:
                letters.append(count << 21 | UInt32(parts.count))
                for _ in 0..<count { parts.append(scalars.next() ?? 0) }
            case nil: letters.append(scalar)
            }
            next += 1
        }
        blocks.append(letters.count)
    }

    private mutating func readClasses() {
        var found: [(first: UInt32, last: UInt32, combiningClass: UInt8)] = []
        var (combiningClass, isRange): (UInt8, Bool) = (0, false)
        for scalar in FoldTable.classes.values {
            if scalar == 0x2D {
                isRange = true
            } else if scalar < 0x100 {
                combiningClass = UInt8(scalar)
            } else if isRange {
                found[found.count - 1].last = scalar
                isRange = false
            } else {
                found.append((scalar, scalar, combiningClass))
            }
        }
        for place in IndexSort.order(found.count, by: { found[$0].first < found[$1].first }) {
            markStarts.append(found[Int(place)].first)
            marks.append((found[Int(place)].last, found[Int(place)].combiningClass))
        }
    }

    private static func digit(_ scalar: UInt32) -> UInt32? { (0x30...0x33).contains(scalar) ? scalar - 0x30 : nil }
}

extension StaticString {
    /// The numbers of its scalars.
    fileprivate var values: [UInt32] {
        withUTF8Buffer { bytes in String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.value } }
    }
}

extension [UInt32] {
    /// The place of the last number that is not above `number`, among numbers that rise.
    fileprivate func lastIndex(notAfter number: UInt32) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
