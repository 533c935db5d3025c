import DaybookCore

/// A decision about a record, made inside the transaction that reads it.
public enum Decision<Refusal: Sendable>: Sendable {
    /// Merge this change into the record. Its kind and id must be those of the record.
    case merge(Record)
    /// Leave the record as it is, without an error.
    case keep
    /// Refuse the change for this reason; the record stays as it is.
    case refuse(Refusal)
}
