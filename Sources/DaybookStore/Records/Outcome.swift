/// The result for one record of an update.
public enum Outcome<Refusal: Sendable>: Sendable {
    /// The record changed. `previous` is the number of its change before; nil when the record is new.
    case changed(StoredRecord, previous: Int64?)
    /// The record did not change; nil when there is no such record.
    case unchanged(StoredRecord?)
    /// The record did not change, because the decision refused the change.
    case refused(Refusal)
    /// The record did not change, because the record or the account would exceed this budget.
    case overBudget(Budget)
}

extension Outcome where Refusal: Error {
    /// The record after the update; nil when there is no such record. Throws the refusal of the change.
    ///
    /// For results of ``Storage/update(_:of:at:decide:)``, which throws when a budget is exceeded.
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
