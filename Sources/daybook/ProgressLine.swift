import DaybookStore
import Foundation

/// A line at a terminal that shows the progress of a command and disappears at its end. Without a terminal it shows
/// nothing.
final class ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private var shown = ""

    /// Runs a command that reports its progress.
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
        // The line is rewritten from its start, and its old text is cleared.
        AccountDesk.say("\r\u{1B}[K\(text)", terminator: "")
    }
}
