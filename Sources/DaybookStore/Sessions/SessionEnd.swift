/// Why a session ends.
public enum SessionEnd: Hashable, Sendable {
    /// The person logged out of it.
    case signedOut(Occasion)
    /// The person ended it from another one.
    case ended(Occasion)
    /// It had lived its time. The activity does not tell of it.
    case expired

    /// The entry of the activity.
    var entry: ActivityEntry? {
        switch self {
        case .signedOut(let occasion): occasion.entry(.signedOut)
        case .ended(let occasion): occasion.entry(.sessionEnded)
        case .expired: nil
        }
    }
}
