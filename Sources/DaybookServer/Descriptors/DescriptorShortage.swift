/// The system allows the process too few file descriptors to run.
public struct DescriptorShortage: Error, Equatable, CustomStringConvertible {
    /// Descriptors that the system allows.
    let limit: Int
    /// The fewest descriptors that the server needs.
    let needed: Int

    /// The message for the operator.
    public var description: String {
        "The system allows this process \(limit) open files, and Daybook needs at least \(needed). "
            + "Raise the limit (\(DescriptorPlan.advice)), then start Daybook again."
    }
}
