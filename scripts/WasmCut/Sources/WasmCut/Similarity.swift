import Foundation

/// The cosine similarity of functions by the sequences of two and of four instructions that they have, weighted by tf–idf (Manning,
/// Raghavan, Schütze: Introduction to Information Retrieval, 6.2 and 6.3).
struct Similarity {
    private let count: Int
    /// A row for each function and a column for each function, from 0 to 1.
    private var cosines: [Float]

    /// The lengths of the sequences, in instructions.
    private static let lengths = [2, 4]
    /// A sequence that a function has more often counts as often as this.
    private static let mostTimes = 3
    /// Sequences that more than this share of the functions have are left out.
    private static let commonShare = 0.3
    /// The order looks back at earlier functions. With each function further back, similarity counts by this factor less.
    private static let decay: Float = 0.7

    init(_ bodies: [Body]) {
        count = bodies.count
        cosines = [Float](repeating: 0, count: bodies.count * bodies.count)
        let sequences = Self.sequences(bodies)
        var squares = [Float](repeating: 0, count: count)
        for sequence in sequences {
            for (function, weight) in sequence { squares[function] += weight * weight }
        }
        for sequence in sequences {
            for (function, weight) in sequence {
                for (other, weightOfOther) in sequence {
                    cosines[function * count + other] +=
                        weight * weightOfOther / (squares[function] * squares[other]).squareRoot()
                }
            }
        }
    }

    /// The places of the functions. Each is followed by the function that is most similar to the ones before it.
    var order: [Int] {
        var (order, left): ([Int], [Int]) = ([], Array(0..<count))
        var toLast = [Float](repeating: 0, count: count)
        while let next = left.max(by: { toLast[$0] < toLast[$1] }) {
            order.append(next)
            left.removeAll { $0 == next }
            for place in left { toLast[place] = toLast[place] * Self.decay + cosines[next * count + place] }
        }
        return order
    }

    /// For each sequence that at least two functions have: these functions, and its weight in each.
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
    /// Its longest parts in which each element belongs together with the one before it.
    func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var (parts, start): ([ArraySlice<Element>], Int) = ([], startIndex)
        for place in indices.dropFirst() where !belongTogether(self[place - 1], self[place]) {
            parts.append(self[start..<place])
            start = place
        }
        return isEmpty ? [] : parts + [self[start...]]
    }
}
