import DaybookStore
import Foundation

/// Divides the process's file descriptors between the server itself, push services, files and connections.
///
/// The budgets ``Budget/connections`` and ``Budget/openFiles`` are the operator's wish. Where the system allows fewer
/// descriptors, the plan lowers both, so that the process never reaches the system's limit.
struct DescriptorPlan: Equatable, Sendable {
    /// Connections of clients.
    let connections: Int
    /// Files that calls hold open.
    let openFiles: Int
    /// Messages on their way to push services, each on its own connection.
    let pushes: Int
    /// The warning for the operator when the system allows fewer descriptors than the budgets need; nil when they fit.
    let warning: String?

    /// Descriptors of the server itself: the standard streams, locks, the database's connections, the web app's larger files,
    /// and the folders and files that are open for a moment. Each core adds three for an event loop and two for a reading connection.
    static func own(cores: Int) -> Int { 128 + 5 * cores }

    /// The fewest files and pushes in a plan. The fewest connections are the least that the budget allows.
    private static let least = 16
    /// How an operator raises the limit.
    static let advice = "`ulimit -n`, or `LimitNOFILE=` of systemd"

    /// Divides `limit` descriptors. Throws ``DescriptorShortage`` when even the smallest plan does not fit.
    init(
        limit: Int,
        budgets: Budgets,
        cores: Int = ProcessInfo.processInfo.activeProcessorCount
    ) throws(DescriptorShortage) {
        let own = Self.own(cores: cores)
        let leastConnections = Budget.connections.entry.range.lowerBound
        let needed = own + leastConnections + 2 * Self.least
        guard limit >= needed else { throw DescriptorShortage(limit: limit, needed: needed) }
        let wanted = (connections: budgets[.connections], files: budgets[.openFiles])
        let all = own + wanted.connections + wanted.files + ReminderScheduler.width
        guard limit < all else {
            (connections, openFiles, pushes) = (wanted.connections, wanted.files, ReminderScheduler.width)
            warning = nil
            return
        }
        let free = limit - own
        pushes = min(ReminderScheduler.width, max(Self.least, free / 8))
        openFiles = min(wanted.files, max(Self.least, free / 4))
        connections = min(wanted.connections, free - pushes - openFiles)
        warning = """
            The system allows this process \(limit) open files, and the budgets need \(all). Daybook takes at most \
            \(connections) connections and \(openFiles) open files of calls. Raise the limit (\(Self.advice)), or lower \
            the budgets connections and openFiles.
            """
    }
}
