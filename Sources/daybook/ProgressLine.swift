import DaybookStore
import Foundation

/// A line at a terminal that shows the progress of a command and disappears at its end. Without a terminal it shows
/// nothing.
final class ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let start = ContinuousClock.now
    private var shown = ""

    /// Columns of a bar.
    private static let columns = 24

    /// Runs a command that reports its progress.
    func during<Value>(_ work: (@escaping (BackupProgress) -> Void) throws -> Value) rethrows -> Value {
        defer { end() }
        return try work { [self] progress in
            let percent = progress.total > 0 ? progress.done * 100 / progress.total : 100
            let text = "\(progress.part.rawValue): \(percent) %"
            if isTerminal, text != shown { write(text) }
        }
    }

    /// Shows how much of something is done, as a bar, when the command has taken half a second.
    func show(_ what: String, _ done: Int, of total: Int) {
        let part = total > 0 ? min(max(done, 0), total) : 1
        let full = part * ProgressLine.columns / max(total, 1)
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: ProgressLine.columns - full)
        show("\(what): \(bar) \(total > 0 ? part * 100 / total : 100) %")
    }

    /// Shows work of unknown length, from the same moment on.
    func show(_ text: String) {
        guard isTerminal, text != shown, !shown.isEmpty || ContinuousClock.now - start > .milliseconds(500) else {
            return
        }
        write(text)
    }

    /// Takes the line away.
    func end() {
        if !shown.isEmpty { write("") }
    }

    private func write(_ text: String) {
        shown = text
        // The line is rewritten from its start, and its old text is cleared.
        StandardError.write("\r\u{1B}[K\(text)", terminator: "")
    }
}
