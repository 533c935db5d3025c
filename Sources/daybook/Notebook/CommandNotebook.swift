import DaybookClient
import DaybookCore
import Foundation
import Synchronization

/// The facts that a command finds out once, when it first needs them: the notebook's file, its rules, and the time
/// zone.
final class CommandNotebook: Sendable {
    private let folder: NotebookFolder
    private let known = Mutex(Known())

    private struct Known {
        var file: NotebookFile?
        var rules: Rules?
        var zone: DaybookCore.TimeZone?
    }

    init(_ folder: NotebookFolder) {
        self.folder = folder
    }

    /// The file, which is made when it is not there.
    func file() throws -> NotebookFile {
        try known.withLock { known in
            if let file = known.file { return file }
            umask(0o077)
            let file = try NotebookFile.open(folder)
            known.file = file
            return file
        }
    }

    /// The file; nil when it is not there.
    func fileIfThere() throws -> NotebookFile? {
        try known.withLock { known in
            if known.file == nil { known.file = try NotebookFile.openIfThere(folder) }
            return known.file
        }
    }

    /// Closes the file, unless work of this command uses it. SQLite moves the log into the file when the last process
    /// closes it. So the file is closed while the command waits for a person or a server. `sync`, `sync --watch` and
    /// `remind` keep it open until they end.
    func close() { known.withLock { $0.file = nil } }

    /// Closes the file as the process ends.
    func end() {
        known.withLock { known in
            known.file?.end()
            known.file = nil
        }
    }

    /// The rules in force. A file that cannot be read fails the command when it reads or writes more.
    var rules: Rules {
        if let rules = known.withLock({ $0.rules }) { return rules }
        let rules = (try? fileIfThere()?.rules()) ?? .standard
        known.withLock { $0.rules = rules }
        return rules
    }

    /// The person's time zone.
    func zone(now: Instant) -> DaybookCore.TimeZone {
        known.withLock { known in
            let zone = known.zone ?? Device.zone(now: now)
            known.zone = zone
            return zone
        }
    }
}
