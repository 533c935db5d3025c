import Foundation

/// How alike functions are: the cosine of the angle between them, where each sequence of two or four instructions is a direction and the
/// rarer ones count more (tf–idf; Manning, Raghavan, Schütze: Introduction to Information Retrieval, 6.2 and 6.3).
struct Likeness {
    private let count: Int
    /// For each function and each other one, from 0 to 1.
    private var cosines: [Float]

    /// The lengths of the sequences.
    private static let lengths = [2, 4]
    /// The most times that one sequence counts in a function.
    private static let mostTimes = 3
    /// Sequences that more than this share of the functions have tell nothing.
    private static let commonShare = 0.3
    /// What is left, after each further function, of how much one counts for what follows it.
    private static let memory: Float = 0.7

    init(_ bodies: [Body]) {
        count = bodies.count
        cosines = [Float](repeating: 0, count: bodies.count * bodies.count)
        let sequences = Self.sequences(bodies)
        var lengths = [Float](repeating: 0, count: count)
        for sequence in sequences {
            for (function, weight) in sequence { lengths[function] += weight * weight }
        }
        for sequence in sequences {
            for (function, weight) in sequence {
                for (other, weightOfOther) in sequence {
                    cosines[function * count + other] +=
                        weight * weightOfOther / (lengths[function] * lengths[other]).squareRoot()
                }
            }
        }
    }

    /// The places of the functions, each followed by that which is most like those before it.
    var order: [Int] {
        var order: [Int] = []
        var isLeft = [Bool](repeating: true, count: count)
        var likeLast = [Float](repeating: 0, count: count)
        while order.count < count {
            var next: Int?
            for place in 0..<count where isLeft[place] && next.map({ likeLast[place] > likeLast[$0] }) ?? true {
                next = place
            }
            guard let next else { break }
            order.append(next)
            isLeft[next] = false
            for place in 0..<count { likeLast[place] = likeLast[place] * Self.memory + cosines[next * count + place] }
        }
        return order
    }

    /// The sequences that more than one function has: which ones, and how much it counts for each.
    private static func sequences(_ bodies: [Body]) -> [[(function: Int, weight: Float)]] {
        var all: [(hash: UInt64, function: Int)] = []
        for (function, body) in bodies.enumerated() {
            for length in lengths where body.instructions.count >= length {
                for start in 0...body.instructions.count - length {
                    let ends = (body.instructions[start], body.instructions[start + length - 1])
                    all.append((FNV.wideHash(body.bytes[ends.0.range.lowerBound..<ends.1.range.upperBound]), function))
                }
            }
        }
        all.sort { ($0.hash, $0.function) < ($1.hash, $1.function) }
        var sequences: [[(Int, Float)]] = []
        for sequence in all[...].chunked(by: { $0.hash == $1.hash }) {
            let functions = sequence.chunked { $0.function == $1.function }
            guard functions.count > 1, Double(functions.count) <= commonShare * Double(bodies.count) else { continue }
            let rarity = Float(log(Double(bodies.count) / Double(functions.count)))
            sequences.append(functions.map { ($0[$0.startIndex].function, Float(min($0.count, mostTimes)) * rarity) })
        }
        return sequences
    }
}

extension ArraySlice {
    /// Its parts in which all neighbours belong together.
    func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var (parts, start): ([ArraySlice<Element>], Int) = ([], startIndex)
        for place in indices.dropFirst() where !belongTogether(self[place - 1], self[place]) {
            parts.append(self[start..<place])
            start = place
        }
        return isEmpty ? [] : parts + [self[start...]]
    }
}
