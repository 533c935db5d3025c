import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStore

/// `daybook account list`
struct AccountList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show all accounts, in the order in which they were made."
    )

    @Flag(help: "Write one JSON object, for programs.")
    var json = false

    @OptionGroup(title: "Settings")
    var options: AccountOptions

    func run() async throws {
        try await AccountOffice.open(options) { office in
            let all = try await office.all()
            if json {
                let accounts = JSON.object([.init("accounts", .array(all.map(Self.json)))])
                try StandardOutput.writeAll([String(decoding: accounts.encoded, as: UTF8.self)])
            } else {
                try StandardOutput.writeAll(Self.table(all))
            }
        }
    }

    private static func json(_ summary: AccountSummary) -> JSON {
        let account = summary.account
        return .object([
            .init("id", .string(account.id.description)), .init("email", .string(account.email)),
            .init("mobile", .optional(account.mobile)), .init("name", .optional(account.name)),
            .init("createdAt", .string(account.createdAt.rfc3339)),
            .init("lastUsedAt", .optional(summary.lastUsedAt?.rfc3339)),
            .init("sessions", .integer(Int64(summary.sessions))),
            .init("todos", .integer(Int64(summary.alive[.todo] ?? 0))),
            .init("notes", .integer(Int64(summary.alive[.note] ?? 0))),
            .init("photos", .integer(Int64(summary.photos.count))),
            .init("photoBytes", .integer(summary.photos.bytes)),
            .init("temporaryPasswordUntil", .optional(account.temporaryUntil?.rfc3339)),
        ])
    }

    private static func table(_ all: [AccountSummary]) -> [String] {
        if all.isEmpty { return ["There are no accounts."] }
        let rows = all.map { summary in
            let account = summary.account
            return [
                account.email, account.mobile ?? "-", account.name ?? "-", day(account.createdAt),
                summary.lastUsedAt.map(day) ?? "-", String(summary.sessions), String(summary.alive[.todo] ?? 0),
                String(summary.alive[.note] ?? 0), megabytes(summary.photos.bytes),
            ]
        }
        return Table.lines(
            header: ["EMAIL", "MOBILE", "NAME", "SIGNED UP", "LAST USED", "SESSIONS", "TO-DOS", "NOTES", "PHOTOS"],
            rows: rows,
            numbers: [5, 6, 7, 8]
        )
    }

    /// Rounded up, so that only zero is shown as 0.
    private static func megabytes(_ bytes: Int64) -> String { "\((bytes + 999_999) / 1_000_000) MB" }

    /// The day in UTC.
    private static func day(_ moment: Instant) -> String { String(moment.rfc3339.prefix(10)) }
}
