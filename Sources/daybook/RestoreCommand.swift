import ArgumentParser
import DaybookStore
import Foundation

/// `daybook restore`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a data folder of a backup.",
        discussion: """
            The data folder must be empty or not there. All files are copied and compared with the manifest. The server \
            then tells each device to read everything again, and the devices bring what the backup lacks.
            """
    )

    @Argument(help: "A backup, or a folder that holds only one.")
    var path: String

    @Flag(help: "Leave out photos that are damaged in the backup. Devices that have them bring them again.")
    var skipDamagedPhotos = false

    @OptionGroup(title: "Settings")
    var options: FolderOptions

    func run() async throws {
        do {
            let data = try await options.folder()
            umask(0o077)
            let restoration = Restoration(backup: path, data: data, skipsDamagedPhotos: skipDamagedPhotos)
            let progress = ProgressLine()
            let report = try progress.during { try restoration.restore(progress: $0) }
            for photo in report.skipped { StandardError.write("\(photo) is damaged and was left out.") }
            try StandardOutput.writeAll([
                """
                \(data): restored \(ByteCount.text(report.manifest.bytes)) of \(report.manifest.takenAt.rfc3339) from \
                \(report.backup)
                """
            ])
        } catch {
            throw Failure(error)
        }
    }
}
