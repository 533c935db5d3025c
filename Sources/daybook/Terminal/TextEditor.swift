import Foundation

/// Lets a person edit a text in the editor of their choice.
enum TextEditor {
    /// Opens a text in `$VISUAL`, else `$EDITOR`, else vi, and returns the path of the file with what was saved. The
    /// caller removes the file once the text is safe.
    static func edit(_ text: String, _ environment: [String: String]) throws -> (text: String, path: String) {
        let choices = [environment["VISUAL"], environment["EDITOR"], "vi"].compactMap { $0 }
        let editor = choices.first { !$0.isEmpty } ?? "vi"
        let folder = environment["TMPDIR"] ?? "/tmp"
        let path = "\(folder)/daybook-\(getpid()).txt"
        // New, and for its owner alone: the folder is everybody's.
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw Failure("\(path) cannot be written: \(String(cString: strerror(errno))).") }
        try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
        let status = try run(editor, path)
        guard status == 0 else {
            unlink(path)
            throw Refusal("the editor “\(editor)” ended with an error. Nothing was changed.")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Refusal("the editor removed \(path). Nothing was changed.")
        }
        return (String(decoding: data, as: UTF8.self), path)
    }

    /// Runs the editor in the same terminal, as the shell would. Ctrl-C there belongs to the editor.
    private static func run(_ editor: String, _ path: String) throws -> Int32 {
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        // The shell reads an editor with options, such as "code --wait". The path is a word of its own.
        let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ) == 0 else {
            throw Failure("the shell /bin/sh cannot be started.")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 {
            if errno != EINTR { return -1 }
        }
        return status
    }
}
