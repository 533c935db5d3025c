import DaybookCore

/// Why a notebook did not sync. What was not sent stays in the notebook.
public enum SyncFailure: Error, Equatable, Sendable {
    /// The notebook has no session with a server.
    case signedOut
    /// The server has ended the session.
    case sessionEnded
    /// The notebook belongs to another account: its email.
    case otherAccount(String)
    /// No answer came from this server, for this reason.
    case unreachable(server: String, reason: String)
    /// The server cannot serve now: the text of its answer, and the seconds to wait, if the answer has them.
    case busy(String?, retryAfter: Int?)
    /// Another answer than Daybook's came, with this status.
    case notDaybook(status: Int)
    /// Further calls bring the sync no further.
    case stuck
}

extension SyncFailure {
    /// The failure that an unexpected answer stands for.
    init(_ answer: Answer) {
        let isBusy = answer.status == 429 || answer.status >= 500
        self = isBusy ? .busy(answer.problemText, retryAfter: answer.retryAfter) : .notDaybook(status: answer.status)
    }

    /// Whether the same may work later.
    public var isTemporary: Bool {
        switch self {
        case .unreachable, .busy, .notDaybook, .stuck: true
        case .signedOut, .sessionEnded, .otherAccount: false
        }
    }
}

extension SyncFailure {
    /// What happened, where it needs nobody to do anything.
    public var problem: String {
        switch self {
        case .unreachable(let server, let reason): "\(server) cannot be reached: \(reason)."
        case .busy(let text, retryAfter: _): text ?? "the server cannot answer now."
        case .signedOut, .sessionEnded, .otherAccount, .notDaybook, .stuck: description
        }
    }
}

extension SyncFailure: CustomStringConvertible {
    /// What happened, and what to do.
    public var description: String {
        switch self {
        case .signedOut: "this notebook is not signed in to a server. Sign in with `daybook login`."
        case .sessionEnded: "the session has ended. Sign in again with `daybook login`. Nothing is lost meanwhile."
        case .otherAccount(let email):
            """
            this notebook belongs to \(email.isEmpty ? "another account" : "the account \(email)"), and only to that. Choose another folder for another account \
            with --notebook.
            """
        case .unreachable: "\(problem) Changes wait in the notebook. Try again later."
        case .busy(_, let retryAfter):
            problem + " Try again "
                + (retryAfter.map { "in \($0) second\($0 == 1 ? "" : "s")." } ?? "later.")
        case .notDaybook(let status):
            "the answer is not Daybook's (HTTP status \(status)). Look at the address of the server."
        case .stuck: "the server's answers make no progress. Nothing is lost. Tell the operator of the server."
        }
    }
}
