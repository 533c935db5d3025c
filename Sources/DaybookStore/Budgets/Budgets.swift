/// The budgets in force: the defaults, or the operator's choices.
public struct Budgets: Equatable, Sendable {
    private var chosen: [Budget: Int] = [:]

    /// The defaults.
    public init() {}

    /// The number of a budget, in the unit of its entry.
    public subscript(budget: Budget) -> Int {
        get { chosen[budget] ?? budget.entry.standard }
        set { chosen[budget] = newValue }
    }

    /// The fault in a budget that an operator has written.
    public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// It is not of the form `name=number`.
        case form(String)
        /// There is no budget of this name.
        case name(String)
        /// The number is outside the budget's range.
        case range(Budget, String)

        /// The fault, and the values that are allowed.
        public var description: String {
            switch self {
            case .form(let text): "\"\(text)\" is not of the form name=number"
            case .name(let name):
                "there is no budget \"\(name)\". There are \(Budget.allCases.map(\.rawValue).joined(separator: ", "))"
            case .range(let budget, let value):
                "\(budget.rawValue) must be a whole number from \(budget.entry.range.lowerBound) to "
                    + "\(budget.entry.range.upperBound), not \(value)"
            }
        }
    }

    /// Reads `name=number,name=number`. Throws the fault of the first part that cannot be read.
    public init(_ text: String) throws(Failure) {
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.filter { $0 != " " } }
            guard pair.count == 2 else { throw .form(String(part)) }
            guard let budget = Budget(rawValue: pair[0]) else { throw .name(pair[0]) }
            guard let number = Int(pair[1]), budget.entry.range.contains(number) else {
                throw .range(budget, pair[1])
            }
            self[budget] = number
        }
    }
}
