import DaybookCore

/// The operator's limits (A15): the standard choice, whether it is fixed, and changes to its numbers.
enum LimitsSetting {
    /// The limits that can be changed, by their names in `GET /api/v1/rules`.
    private static let counts: [String: (WritableKeyPath<Limits, Int> & Sendable, ClosedRange<Int>)] = [
        "title": (\.titleMaximum, 1...2_000), "detail": (\.detailMaximum, 1...100_000),
        "tags": (\.tagsMaximum, 1...100), "tag": (\.tagMaximum, 1...100),
    ]
    private static let ranges: [String: (WritableKeyPath<Limits, Rules.Range> & Sendable, ClosedRange<Int>)] = [
        "name": (\.name, 1...200), "noteTitle": (\.noteTitle, 1...2_000),
        "noteDescription": (\.noteDescription, 0...100_000),
    ]

    /// The fault in a list of limits.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The offer with `changes` to the limits of the standard choice, such as `title=64,noteTitle=1-200`. The roomy
    /// limits grow with the classic ones, so that an account that chooses them loses nothing.
    static func offer(_ standard: Limits.Choice, isFixed: Bool, changes: String) throws -> Limits.Offer {
        var offer = Limits.Offer()
        (offer.standard, offer.isFixed) = (standard, isFixed)
        switch standard {
        case .classic: try change(&offer.classic, by: changes)
        case .roomy: try change(&offer.roomy, by: changes)
        }
        if standard == .roomy, !isFixed, offer.roomy.union(offer.classic) != offer.roomy {
            throw Fault(
                description: "roomy limits must allow what classic ones allow, unless they are fixed with --rules-fixed"
            )
        }
        if standard == .classic { offer.roomy = offer.roomy.union(offer.classic) }
        return offer
    }

    private static func change(_ limits: inout Limits, by changes: String) throws {
        for part in changes.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.filter { $0 != " " } }
            guard pair.count == 2 else {
                throw Fault(description: "\"\(part)\" is not of the form name=number or name=least-most")
            }
            if let (path, allowed) = counts[pair[0]] {
                guard let number = Int(pair[1]), allowed.contains(number) else {
                    throw Fault(description: "\(pair[0]) must be a whole number \(text(allowed)), not \(pair[1])")
                }
                limits[keyPath: path] = number
            } else if let (path, allowed) = ranges[pair[0]] {
                let ends = pair[1].split(separator: "-").map { Int($0) }
                guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high, allowed.contains(low),
                    allowed.contains(high)
                else {
                    throw Fault(description: "\(pair[0]) must be least-most, each \(text(allowed)), not \(pair[1])")
                }
                limits[keyPath: path] = Rules.Range(low, high)
            } else {
                let names = (Array(counts.keys) + Array(ranges.keys)).sorted().joined(separator: ", ")
                throw Fault(description: "there is no limit \"\(pair[0])\". There are \(names)")
            }
        }
    }

    private static func text(_ range: ClosedRange<Int>) -> String { "from \(range.lowerBound) to \(range.upperBound)" }
}
