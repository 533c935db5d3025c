/// A bound on something that input can make grow, by name.
///
/// Every budget of the server is a case here and has one row in ``entry``: its default, the range that an operator may
/// choose from, the reason for it, and the answer to a client that reaches it. `SECURITY.md` has the same table with
/// the test of each. `GET /metrics` counts the refusals of each by its name.
public enum Budget: String, CaseIterable, Sendable {
    // Storage.
    case recordBytes
    case recordFields
    case accountRecords
    case accountBytes
    case accountPhotos
    case accountEntries
    case accountSessions

    // The writer.
    case waitingBytes
    case accountWaitingBytes
    case transactionRows
    case transactionBytes
    case transactionMilliseconds

    // Calls and computation.
    case calls
    case accountCalls
    case accountWaitingCalls
    case addressCalls
    case addressWaitingCalls
    case heavyMilliseconds
    case heavyPercent
    case longTasks
    case longTaskMilliseconds
    case listBytes

    // Connections.
    case connections
    case addressConnections
    case readSeconds
    case answerSeconds
    case unsentBytes
    case accountUnsentBytes

    // Files.
    case openFiles
    case spoolBytes
    case accountImports
    case accountExports
}

extension Budget {
    /// The facts of a budget.
    public struct Entry: Equatable, Sendable {
        /// The unit of the number.
        public let unit: String
        /// The default.
        public let standard: Int
        /// The range that an operator may choose from.
        public let range: ClosedRange<Int>
        /// The reason for the budget: what grows without it.
        public let reason: String
        /// The answer to a client that reaches it.
        public let answer: String
    }

    /// The facts of this budget.
    public var entry: Entry {
        switch self {
        case .recordBytes:
            Entry(
                unit: "bytes",
                standard: 256 << 10,
                range: 64 << 10...8 << 20,
                reason: "A record is read and written whole in a transaction.",
                answer: "422 or `rejected` with `too_large`; a change that makes it no larger is taken"
            )
        case .recordFields:
            Entry(
                unit: "fields",
                standard: 256,
                range: 64...4_096,
                reason: "Merging takes a step for each field.",
                answer: "422 or `rejected` with `too_many`"
            )
        case .accountRecords:
            Entry(
                unit: "records",
                standard: 250_000,
                range: 1_000...10_000_000,
                reason: "Lists, exports and garbage collection go through all records of an account.",
                answer: "507 or `rejected` with `quota`; deleting is always taken"
            )
        case .accountBytes:
            Entry(
                unit: "bytes of records and history",
                standard: 512 << 20,
                range: 1 << 20...1 << 40,
                reason: "One account must not fill the disk.",
                answer: "507 or `rejected` with `quota`; deleting is always taken"
            )
        case .accountPhotos:
            Entry(
                unit: "photos and previews",
                standard: 100_000,
                range: 100...10_000_000,
                reason: "Each is a file, which takes room on the disk and in its folder however small it is.",
                answer: "507 with `quota`"
            )
        case .accountEntries:
            Entry(
                unit: "latest entries of history",
                standard: 250_000,
                range: 1_000...100_000_000,
                reason: "An entry takes a row of its own, however few bytes its value has.",
                answer:
                    "nothing: an entry is dropped when so many later entries were written, even if some of these are gone"
            )
        case .accountSessions:
            Entry(
                unit: "sessions",
                standard: 1_000,
                range: 10...100_000,
                reason: "Sessions are listed and ended all at once.",
                answer: "nothing: the session that was unused for the longest time ends"
            )
        case .waitingBytes:
            Entry(
                unit: "bytes",
                standard: 64 << 20,
                range: 2 << 20...1 << 34,
                reason: "Bodies wait in memory while the disk is slow.",
                answer: "503 with `Retry-After`"
            )
        case .accountWaitingBytes:
            Entry(
                unit: "bytes",
                standard: 8 << 20,
                range: 2 << 20...1 << 34,
                reason: "One account must not take all the room for waiting writes.",
                answer: "429 with `Retry-After`"
            )
        case .transactionRows:
            Entry(
                unit: "records",
                standard: 200,
                range: 10...100_000,
                reason: "While a transaction runs, every other write waits.",
                answer: "nothing: the rest is written in further transactions"
            )
        case .transactionBytes:
            Entry(
                unit: "bytes read and written",
                standard: 2 << 20,
                range: 64 << 10...1 << 30,
                reason: "While a transaction runs, every other write waits.",
                answer: "nothing: the rest is written in further transactions"
            )
        case .transactionMilliseconds:
            Entry(
                unit: "milliseconds",
                standard: 2,
                range: 1...10_000,
                reason: "A group commit takes no more writes after this time.",
                answer: "nothing: the write joins the next group"
            )
        case .calls:
            Entry(
                unit: "calls under way or waiting",
                standard: 1_024,
                range: 16...1_000_000,
                reason:
                    "Each holds its body and its answer in memory, however many accounts and addresses make them.",
                answer: "503 with `Retry-After`; an account or address without a call is let in all the same"
            )
        case .accountCalls:
            Entry(
                unit: "calls under way",
                standard: 2,
                range: 1...10_000,
                reason: "One account must not take all of the processor.",
                answer: "nothing: further calls wait"
            )
        case .accountWaitingCalls:
            Entry(
                unit: "calls",
                standard: 256,
                range: 0...100_000,
                reason: "Calls that wait hold memory.",
                answer: "429 with `Retry-After`"
            )
        case .addressCalls:
            Entry(
                unit: "calls under way",
                standard: 4,
                range: 1...100_000,
                reason: "Calls without a session belong to their address only.",
                answer: "nothing: further calls wait"
            )
        case .addressWaitingCalls:
            Entry(
                unit: "calls",
                standard: 256,
                range: 0...100_000,
                reason: "Calls that wait hold memory.",
                answer: "429 with `Retry-After`"
            )
        case .heavyMilliseconds:
            Entry(
                unit: "milliseconds of work",
                standard: 50,
                range: 1...60_000,
                reason: "A caller that has used more, less a tenth of a core since then, must not slow others down.",
                answer: "nothing: while others are active, its calls wait (`heavyPercent`)"
            )
        case .heavyPercent:
            Entry(
                unit: "percent of the processors",
                standard: 25,
                range: 1...100,
                reason: "Callers that use much share so much of the server's time while others are active.",
                answer: "nothing: a call waits for up to a second"
            )
        case .longTasks:
            Entry(
                unit: "tasks waiting for a thread",
                standard: 256,
                range: 1...100_000,
                reason: "A search of a large list takes longer than all other work of a request.",
                answer: "429 with `Retry-After`"
            )
        case .longTaskMilliseconds:
            Entry(
                unit: "milliseconds",
                standard: 10_000,
                range: 100...600_000,
                reason: "A computation must end, also when its client has gone.",
                answer: "503 with `Retry-After`"
            )
        case .listBytes:
            Entry(
                unit: "bytes of memory",
                standard: 64 << 20,
                range: 64 << 10...1 << 40,
                reason: "A list of to-dos or notes is read into memory to be sorted and searched.",
                answer: "507; sync reads everything all the same"
            )
        case .connections:
            Entry(
                unit: "connections",
                standard: 4_096,
                range: 16...1_000_000,
                reason: "A connection takes memory and a file descriptor.",
                answer:
                    "the longest idle connection of the address with the most is closed; if none is idle, the new one"
            )
        case .addressConnections:
            Entry(
                unit: "connections",
                standard: 512,
                range: 4...1_000_000,
                reason: "One address must not take all connections.",
                answer: "the address's longest idle connection is closed; if none is idle, the new one"
            )
        case .readSeconds:
            Entry(
                unit: "seconds",
                standard: 20,
                range: 1...3_600,
                reason:
                    "A request that stops, or comes byte by byte, holds its connection and the part that has come.",
                answer: "408, and the connection is closed"
            )
        case .answerSeconds:
            Entry(
                unit: "seconds",
                standard: 30,
                range: 1...3_600,
                reason:
                    "An answer that is not read, or is read byte by byte, holds its connection and its rest in memory.",
                answer: "the connection is closed"
            )
        case .unsentBytes:
            Entry(
                unit: "bytes of answers above 64 KiB",
                standard: 64 << 20,
                range: 2 << 20...1 << 40,
                reason: "An answer stays in memory until its client has taken it.",
                answer: "503 with `Retry-After`; an account or address without such an answer is served all the same"
            )
        case .accountUnsentBytes:
            Entry(
                unit: "bytes of answers above 64 KiB",
                standard: 8 << 20,
                range: 1 << 20...1 << 34,
                reason: "One account must not leave a large answer unread on each of many connections.",
                answer: "429 with `Retry-After`"
            )
        case .openFiles:
            Entry(
                unit: "files",
                standard: 512,
                range: 16...1_000_000,
                reason: "An upload or a download holds its file open, and the process has a limit of open files.",
                answer: "503 with `Retry-After`, or 429 to an account that has as many as are left for all others"
            )
        case .spoolBytes:
            Entry(
                unit: "bytes",
                standard: 16 << 30,
                range: 1 << 20...1 << 44,
                reason: "Imports that are being received, and parts of exports, lie on the disk, in the data folder.",
                answer:
                    "503 with `Retry-After`, or 429 to an account that has a third of it; 507 when the disk itself is full"
            )
        case .accountImports:
            Entry(
                unit: "imports under way",
                standard: 1,
                range: 1...100,
                reason: "An import takes disk and memory.",
                answer: "429 with `Retry-After`"
            )
        case .accountExports:
            Entry(
                unit: "exports under way",
                standard: 2,
                range: 1...100,
                reason: "An export takes disk and memory for as long as it is being read.",
                answer: "429 with `Retry-After`"
            )
        }
    }
}
