import DaybookStore
import Foundation

/// A line that tells at a terminal how far a command is, and goes away at its end. Elsewhere it tells nothing.
final class ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private var shown = ""

    /// Runs a command that tells how far it is.
    func during<Value>(_ work: (@escaping (BackupProgress) -> Void) throws -> Value) rethrows -> Value {
        defer { show("") }
        return try work { [self] progress in
            let percent = progress.total > 0 ? progress.done * 100 / progress.total : 100
            show("\(progress.part.rawValue): \(percent) %")
        }
    }

    private func show(_ text: String) {
        guard isTerminal, text != shown else { return }
        shown = text
        // The line is written from its start, and what stood there is cleared.
        AccountDesk.say("\r\u{1B}[K\(text)", terminator: "")
    }
}
