/// Why a session ends.
public enum SessionEnd: Hashable, Sendable {
    /// The person logged out of it.
    case signedOut(Occasion)
    /// The person ended it from another session.
    case ended(Occasion)
    /// The session expired. The activity has no entry for it.
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
