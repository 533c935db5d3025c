import DaybookStore
import HTTPTypes
import Hummingbird
import Logging

extension Problem {
    /// The one place where errors of every layer become a client's problem; the details go to the log.
    init(_ error: any Error, logger: Logger) {
        switch error {
        case let problem as Problem: self = problem
        case let error as StorageError: self.init(storage: error, logger: logger)
        case let error as HTTPError where error.status == .notFound: self = .notFound
        case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase)
        case is CancellationError: self.init(.serviceUnavailable, "Daybook is shutting down. Try again soon.")
        default:
            logger.error("request failed", metadata: ["error": "\(error)"])
            self = .unexpected
        }
    }

    private init(storage error: StorageError, logger: Logger) {
        switch error {
        case .accountGone, .interrupted(_, .accountGone), .passwordChanged: self = .noSession
        case .taken(let fields): self = .taken(fields)
        case .full:
            logger.error("the disk is full: nothing can be written")
            self.init(
                .insufficientStorage,
                "The server's disk is full. Nothing was changed. You can still read everything."
            )
        case .overBudget(let budget, _): self = .overBudget(budget)
        case .crowded(.accountWaitingBytes):
            self = .tooMany(
                "Too many changes of this account are waiting to be saved. Nothing was changed. Try again soon.",
                retryAfter: 2
            )
        case .crowded: self = .crowded
        case .cancelled: self.init(.serviceUnavailable, "The request was given up. Nothing was changed.")
        case .interrupted(let written, let reason):
            logger.warning("a write was interrupted", metadata: ["written": "\(written)", "error": "\(reason)"])
            self = Problem(reason, logger: logger).afterPart
        case .busy, .closed:
            logger.warning("storage not available", metadata: ["error": "\(error)"])
            self = .cannotWrite
        default:
            logger.error("storage failed", metadata: ["error": "\(error)"])
            self = .unexpected
        }
    }

    /// The same problem after a part of the request was done.
    private var afterPart: Problem {
        var problem = self
        let reason =
            switch status {
            case .insufficientStorage: "The server has no space left."
            case .serviceUnavailable, .tooManyRequests: "Daybook cannot save more at the moment."
            default: "Something went wrong on the server."
            }
        problem.detail = "\(reason) A part of this may be saved. Send the same again: nothing is saved twice."
        return problem
    }
}

extension HTTPResponse.Status {
    /// 507 (RFC 4918, section 11.5).
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}
