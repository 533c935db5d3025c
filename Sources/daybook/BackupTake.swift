import ArgumentParser
import DaybookCore
import DaybookServer
import DaybookStore
import Foundation

/// `daybook backup TARGET`
struct BackupTake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take",
        abstract: "Take a backup, whether the server runs or not.",
        discussion: """
            The backup is a new folder in the target, named by the moment in UTC, with a manifest of all its files. On \
            the data folder's disk its photos are hard links and take no room; on a disk of its own they are links to \
            those of the backup before. Only a backup that is whole gets a name.
            """
    )

    @Argument(help: "The folder that holds the backups. It may not lie in the data folder.")
    var target: String

    @Option(
        help: """
            Afterwards remove this server's backups but these: 7d,4w keeps the newest of each of seven days and of each \
            of four weeks that have one. Also m and y for months and years, and a plain number for the newest.
            """
    )
    var keep: String?

    @Flag(help: "Write one JSON object, for programs.")
    var json = false

    @OptionGroup(title: "Settings")
    var options: FolderOptions

    func run() async throws {
        do {
            let keeping = try keep.map { try BackupKeeping($0) }
            let data = try await options.folder()
            umask(0o077)
            let backup = Backup(data: data, target: target, daybook: Version.current, at: Self.now)
            let progress = ProgressLine()
            let report = try progress.during { try backup.take(keeping: keeping, progress: $0) }
            for name in report.unreadable {
                StandardError.write("\(target)/\(name) has no manifest that can be read, and was left alone.")
            }
            try StandardOutput.writeAll([json ? Self.json(report) : Self.line(report)])
        } catch {
            throw Failure(error)
        }
    }

    private static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    private static func line(_ report: BackupReport) -> String {
        var line = "\(report.path): \(ByteCount.text(report.bytes)), \(report.photos) photos"
        if report.photos > 0 { line += " (\(report.linked) linked, \(report.copied) copied)" }
        if report.absent > 0 { line += ", \(report.absent) more had no file" }
        if !report.removed.isEmpty { line += "; older ones removed: \(report.removed.count)" }
        return line
    }

    private static func json(_ report: BackupReport) -> String {
        let json = JSON.object([
            .init("path", .string(report.path)), .init("takenAt", .string(report.takenAt.rfc3339)),
            .init("bytes", .integer(report.bytes)), .init("databaseBytes", .integer(report.databaseBytes)),
            .init("photos", .integer(Int64(report.photos))), .init("linked", .integer(Int64(report.linked))),
            .init("copied", .integer(Int64(report.copied))), .init("absent", .integer(Int64(report.absent))),
            .init("removed", .array(report.removed.map { .string($0) })),
            .init("unreadable", .array(report.unreadable.map { .string($0) })),
        ])
        return String(decoding: json.encoded, as: UTF8.self)
    }
}
