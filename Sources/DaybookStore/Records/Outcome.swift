/// The result of one record of an update.
public enum Outcome<Refusal: Sendable>: Sendable {
    /// It changed. `previous` is the number of its change before, nil when it is new.
    case changed(StoredRecord, previous: Int64?)
    /// The record is as it was; nil when there is no such record.
    case unchanged(StoredRecord?)
    /// It is as it was, because the decision refused.
    case refused(Refusal)
    /// It is as it was, because the record or the account would have more than this budget allows.
    case overBudget(Budget)
}

extension Outcome where Refusal: Error {
    /// The record after the update; nil when there is no such record. Throws the refusal of the change.
    ///
    /// Of what ``Storage/update(_:of:at:decide:)`` returns: there nothing is over a budget.
    public func get() throws(Refusal) -> StoredRecord? {
        switch self {
        case .changed(let stored, _): stored
        case .unchanged(let stored): stored
        case .refused(let refusal): throw refusal
        case .overBudget: nil
        }
    }
}

extension Outcome: Equatable where Refusal: Equatable {}
