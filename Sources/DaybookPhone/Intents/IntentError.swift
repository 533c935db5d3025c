import DaybookCore

/// The reason why the app did not do what Siri, a shortcut or another part of the system asked for.
public enum IntentError: Error, Equatable, Sendable {
    /// The notebook cannot be opened or written, and why.
    case trouble(String)
    /// Nobody is signed in.
    case signedOut
    /// The person hides the notebook behind Face ID or the passcode.
    case hidden
    /// A rule refuses it.
    case refused(Violation)
    /// The to-do does not exist.
    case missing

    /// What happened, and what the person can do.
    public var text: String {
        switch self {
        case .trouble(let text): text
        case .signedOut: "Nobody is signed in. Open Daybook and sign in."
        case .hidden: "Daybook is locked. Open it to see your to-dos."
        case .refused(let violation): violation.message
        case .missing: "This to-do is not in your notebook any more."
        }
    }
}
