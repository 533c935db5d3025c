import ArgumentParser
import Configuration
import DaybookCore
import DaybookServer
import DaybookStore
import Foundation

/// `daybook check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the data folder, report faults, and repair them on request.",
        discussion: """
            Looks at the database's structure, at every record, entry of history and reminder, and at every photo's \
            bytes. It may run beside a server; to mend, it needs the folder for itself.

            The exit code is 0 when all is sound or has been repaired, 1 when something is wrong, 2 when the folder \
            cannot be checked.
            """
    )

    @Flag(help: "Repair what can be repaired. Stop the server first.")
    var repair = false

    @Flag(help: "Do not read the photos' bytes.")
    var fast = false

    @Flag(help: "Write one JSON object a line, for programs.")
    var json = false

    @Option(help: "The config file. (default: \(SettingsFile.defaultPathForHelp), if it is there)")
    var config: String?

    @Option(help: "The folder that holds all data. (default: \(Defaults.dataForHelp))")
    var data: String?

    func run() async throws {
        let summary: CheckSummary
        do {
            summary = try await check()
        } catch {
            StandardError.write("Error: \(Failure(error))")
            throw ExitCode(2)
        }
        if !summary.isSound { throw ExitCode(1) }
    }

    private func check() async throws -> CheckSummary {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        if let data { values[AbsoluteConfigKey(["data"])] = ConfigValue(.string(data), isSecret: false) }
        let settings = try await Settings.load(
            values,
            configPath: config,
            environment: ProcessInfo.processInfo.environment
        )
        umask(0o077)
        guard FileManager.default.fileExists(atPath: settings.data + "/daybook.sqlite") else {
            throw Failure(
                "there is no Daybook in \(settings.data) that this user may open. Choose its folder with --data."
            )
        }
        guard let lock = try FolderLock(folder: settings.data, repair ? .exclusive : .shared) else {
            throw Failure(
                repair
                    ? "a server or another command of Daybook uses \(settings.data). Stop it, then try again."
                    : "\(settings.data) is being repaired by another `daybook check`. Try again when that has ended."
            )
        }
        defer { withExtendedLifetime(lock) {} }
        var options = DataFolderCheck.Options(now: Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
        (options.repairs, options.isFast, options.budgets) = (repair, fast, settings.budgets)
        var check = try DataFolderCheck(folder: settings.data, options) { try print($0) }
        let summary = try check.run()
        try StandardOutput.writeAll([json ? Self.json(summary) : Self.text(summary)])
        return summary
    }

    private func print(_ finding: CheckFinding) throws {
        try StandardOutput.writeAll([json ? Self.json(finding) : Self.text(finding)])
    }

    // MARK: - Lines

    private static func text(_ finding: CheckFinding) -> String {
        let line = "\(finding.kind.rawValue): \(finding.place): \(finding.what)."
        guard let repair = finding.repair else { return line }
        return line + (finding.isRepaired ? " Mended: \(repair)." : " --repair would \(repair).")
    }

    private static func text(_ summary: CheckSummary) -> String {
        let looked = "\(summary.records) records, \(summary.entries) entries of history and \(summary.photos) photos"
        let quarantined = summary.quarantined == 0 ? "" : " \(summary.quarantined) rows are in quarantine."
        if summary.findings == 0 { return "Looked at \(looked): all is sound.\(quarantined)" }
        return "Looked at \(looked): \(summary.findings) findings, \(summary.repaired) repaired.\(quarantined)"
    }

    private static func json(_ finding: CheckFinding) -> String {
        line([
            .init("kind", .string(finding.kind.rawValue)), .init("place", .string(finding.place)),
            .init("what", .string(finding.what)), .init("repair", .optional(finding.repair)),
            .init("repaired", .bool(finding.isRepaired)),
        ])
    }

    private static func json(_ summary: CheckSummary) -> String {
        func count(_ name: String, _ value: Int) -> JSON.Member { .init(name, .integer(Int64(value))) }
        return line([
            count("records", summary.records), count("entries", summary.entries), count("photos", summary.photos),
            count("findings", summary.findings), count("repaired", summary.repaired),
            count("quarantined", summary.quarantined), .init("sound", .bool(summary.isSound)),
        ])
    }

    private static func line(_ members: [JSON.Member]) -> String {
        String(decoding: JSON.object(members).encoded, as: UTF8.self)
    }
}
