import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// Lets a person write a text in the editor of their choice, as often as it takes. Typed text is never discarded: a
/// text that cannot be saved is kept in the notebook's folder, which outlives a restart of the machine.
struct TextEditor {
    let folder: NotebookFolder
    let environment: [String: String]
    let now: Instant

    /// Opens a text in `$VISUAL`, else `$EDITOR`, else vi, and saves the edited text.
    ///
    /// When `save` throws, a person at a terminal is asked whether to edit the text again.
    func edit<Value>(_ text: String, _ save: (String) throws -> Value) throws -> Value {
        let draft = try Draft(text, in: environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
        // Of the last time that the text could not be saved.
        var kept: String?
        while true {
            do {
                try run(on: draft)
                let value = try save(try draft.text())
                draft.remove()
                if let kept { unlink(kept) }
                return value
            } catch {
                guard draft.isChanged else {
                    draft.remove()
                    guard let refusal = error as? Refusal else { throw error }
                    throw Refusal("\(refusal.description) Nothing was changed.")
                }
                let before = kept
                kept = keep(draft)
                if let before, kept != nil { unlink(before) }
                guard Prompt.canAgree else {
                    defer { if kept != nil { draft.removeIfAlone() } }
                    throw withPath(error, kept ?? draft.path)
                }
                print(error)
                guard Prompt.agrees("The text is kept in \(kept ?? draft.path). Edit it again?") else {
                    if kept != nil { draft.removeIfAlone() }
                    throw error is NotebookFileError ? ExitCode.failure : Refusal.exitCode
                }
            }
        }
    }

    /// The error with the place of the text, for a message that ends the command.
    private func withPath(_ error: any Error, _ path: String) -> any Error {
        switch error {
        case let refusal as Refusal:
            return Refusal("\(refusal.description) Nothing was changed; the text is kept in \(path).")
        case let error as NotebookFileError: return Failure("\(error) The text is kept in \(path).")
        default:
            StandardError.write("The text is kept in \(path).")
            return error
        }
    }

    /// Prints the error before the question.
    private func print(_ error: any Error) {
        if let failure = NotebookExit.of(error) as? Failure { StandardError.write("Error: \(failure.description)") }
    }

    /// Puts the text where it stays; nil when that does not work.
    private func keep(_ draft: Draft) -> String? {
        guard let bytes = try? draft.bytes(), let path = try? folder.keep(bytes, now: now) else { return nil }
        return path
    }

    private func run(on draft: Draft) throws {
        let choices = [environment["VISUAL"], environment["EDITOR"], "vi"].compactMap { $0 }
        let editor = choices.first { !$0.isEmpty } ?? "vi"
        guard try run(editor, draft.path) == 0 else {
            throw Refusal("the editor “\(DisplayWidth.harmless(editor))” ended with an error.")
        }
    }

    /// Runs the editor in the same terminal, as the shell would. Ctrl-C there belongs to the editor. Closing the
    /// terminal ends the editor, but not the command, which keeps the saved text.
    private func run(_ editor: String, _ path: String) throws -> Int32 {
        // The started program has the default action for signals with handlers, unlike for ignored signals.
        let signals = [SIGINT, SIGQUIT, SIGHUP]
        let before = signals.map { signal($0) { _ in } }
        defer {
            TextEditor.deliver(signals)
            for (number, handler) in zip(signals, before) { signal(number, handler) }
        }
        // The shell reads an editor with options, such as "code --wait", and waits for it in the same way. The path is
        // a word of its own.
        let editing = try ChildProcess(["/bin/sh", "-c", "trap : INT QUIT HUP; \(editor) \"$1\"", "sh", path])
        return editing.wait()
    }

    /// Has pending signals handled now. This thread may block them, and the thread that handles them may not have run
    /// since they came. They would then meet the next handler. The call that unblocks a pending signal delivers it
    /// before it returns.
    private static func deliver(_ signals: [Int32]) {
        var (set, mask) = (sigset_t(), sigset_t())
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, &mask)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}

/// The file that an editor works on, in a folder for its owner alone. No other user can put a file there, and files
/// that an editor leaves beside it are removed with the folder.
private struct Draft {
    let path: String
    private let folder: String
    private let before: Data

    init(_ text: String, in parent: String) throws {
        var template = Array("\(parent)/daybook-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure("\(parent) cannot be written: \(String(cString: strerror(errno))).")
        }
        folder = String(cString: made)
        path = folder + "/daybook.txt"
        before = Data(text.utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw Failure("\(path) cannot be written: \(String(cString: strerror(errno))).") }
        try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: before)
    }

    /// Whether the folder has anything that a person may have typed.
    var isChanged: Bool { !isAlone || (try? bytes()) != before }

    /// Whether the folder holds nothing but the text. An editor that was killed leaves a file there with the unsaved
    /// text.
    private var isAlone: Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) == ["daybook.txt"]
    }

    func text() throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Refusal("the editor removed \(path).") }
        defer { try? file.close() }
        return try StandardInput.text(of: file, named: "the text")
    }

    /// The file's bytes. Throws when there are more than of any text.
    func bytes() throws -> Data {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Refusal("the editor removed \(path).") }
        defer { try? file.close() }
        let bytes = try file.read(upToCount: StandardInput.longest + 1) ?? Data()
        if bytes.count > StandardInput.longest { throw Refusal("the text is too long.") }
        return bytes
    }

    /// Removes the text, which is kept elsewhere.
    func removeIfAlone() {
        if isAlone { remove() }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
