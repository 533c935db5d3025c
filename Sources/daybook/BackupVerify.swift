import ArgumentParser
import DaybookCore
import DaybookStore
import Foundation

/// `daybook backup verify`
struct BackupVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare backups with their manifests, and look through their databases.",
        discussion: "Prints a line for each finding. The exit code is 0 without findings, 1 otherwise. Writes nothing."
    )

    @Argument(help: "A backup, or a folder that holds backups.")
    var path: String

    @Flag(help: "Write one JSON object, for programs.")
    var json = false

    func run() async throws {
        do {
            let progress = ProgressLine()
            let reports = try progress.during { try BackupVerifier.verify(path: path, progress: $0) }
            try StandardOutput.writeAll(json ? [Self.json(reports)] : reports.flatMap(Self.lines))
            if reports.contains(where: { !$0.findings.isEmpty }) { throw ExitCode(1) }
        } catch let code as ExitCode {
            throw code
        } catch {
            throw Failure(error)
        }
    }

    private static func lines(_ report: BackupVerifier.Report) -> [String] {
        guard report.findings.isEmpty, let manifest = report.manifest else {
            return report.findings.map { "\(report.path): \($0)" }
        }
        let absent = manifest.absent.isEmpty ? "" : "; \(manifest.absent.count) photos had no file when it was taken"
        return ["\(report.path): whole, \(manifest.files.count) files of \(ByteCount.text(manifest.bytes))\(absent)"]
    }

    private static func json(_ reports: [BackupVerifier.Report]) -> String {
        let backups = reports.map { report in
            JSON.object([
                .init("path", .string(report.path)), .init("takenAt", .optional(report.manifest?.takenAt.rfc3339)),
                .init("files", .integer(Int64(report.manifest?.files.count ?? 0))),
                .init("bytes", .integer(report.manifest?.bytes ?? 0)),
                .init("absent", .array((report.manifest?.absent ?? []).map { .string($0) })),
                .init("findings", .array(report.findings.map { .string($0.description) })),
            ])
        }
        return String(decoding: JSON.object([.init("backups", .array(backups))]).encoded, as: UTF8.self)
    }
}
