import DaybookCore
import Foundation

/// Takes a backup of a data folder, whether a server runs on it or not.
///
/// A backup is a folder with the database, the photos that it names, the server's key for push services, and a manifest
/// of all files with their hashes. It holds one state that the server had between the call's beginning and its end. The
/// folder grows under another name and is renamed in one step, so no folder with a backup's name is ever incomplete.
public struct Backup: Sendable {
    private let data: String
    private let target: String
    private let daybook: String
    private let moment: Instant

    /// A backup of the folder `data` to a folder in `target`, taken by the Daybook of a version at a moment.
    public init(data: String, target: String, daybook: String, at moment: Instant) {
        self.data = data
        self.target = target
        self.daybook = daybook
        self.moment = moment
    }

    /// Takes the backup, and then removes the backups of this server that `keeping` does not keep. Waits for the disk.
    ///
    /// On an error the unfinished backup is removed, except with ``BackupError/notRemoved(backup:detail:)``. `progress`
    /// is called often.
    public func take(
        keeping: BackupKeeping? = nil,
        progress: @escaping (BackupProgress) -> Void = { _ in }
    ) throws(BackupError) -> BackupReport {
        do {
            guard case .file? = FileSystem.entry("\(data)/\(BackupFiles.database)") else {
                throw BackupError.noDaybook(path: data)
            }
            let target = try BackupTarget(path: target, outside: data)
            let lock = try target.lock()
            defer { withExtendedLifetime(lock) {} }
            try target.removeLeftovers()
            return try take(target, keeping, progress)
        } catch {
            throw BackupError(error)
        }
    }

    private func take(
        _ target: BackupTarget,
        _ keeping: BackupKeeping?,
        _ progress: @escaping (BackupProgress) -> Void
    ) throws -> BackupReport {
        let (name, folder) = try target.begin(at: moment)
        var report: BackupReport
        let manifest: BackupManifest
        do {
            let work = BackupWork(data: data, folder: folder, target: target, progress: progress)
            manifest = try work.run(daybook: daybook, at: moment)
            try target.finish(name, folder)
            report = work.report(manifest, path: target.folder(name))
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        if let keeping {
            do {
                try remove(target, keeping, but: name, manifest.installation, &report)
            } catch {
                throw BackupError.notRemoved(backup: report.path, detail: "\(error)")
            }
        }
        return report
    }

    /// Removes the backups of this server that no rule keeps. Backups of other servers and unreadable folders stay.
    private func remove(
        _ target: BackupTarget,
        _ keeping: BackupKeeping,
        but latest: BackupName,
        _ installation: String,
        _ report: inout BackupReport
    ) throws {
        var ours: [BackupName] = []
        for name in try target.names() {
            do {
                if try target.manifest(name).installation == installation { ours.append(name) }
            } catch {
                report.unreadable.append("\(name)")
            }
        }
        // The clock may have been set back, so the new backup does not always have the latest name.
        let kept = keeping.kept(of: ours).union([latest])
        for name in ours where !kept.contains(name) {
            try target.remove(name)
            report.removed.append("\(name)")
        }
    }
}

/// The names of files that are the same in a data folder and in a backup.
enum BackupFiles {
    static let database = "daybook.sqlite"
    static let photos = "photos"
    /// The files beside the database that a backup includes. The server makes missing ones again.
    static let others = ["push-key.pem"]
}
