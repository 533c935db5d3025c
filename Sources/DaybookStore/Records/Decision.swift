import DaybookCore

/// A decision about a record, made while its present state is held.
public enum Decision<Refusal: Sendable>: Sendable {
    /// Merge this change into it. Its kind and id must be those asked about.
    case merge(Record)
    /// Leave it as it is; that is fine.
    case keep
    /// Leave it as it is, for this reason.
    case refuse(Refusal)
}
