import Foundation

/// Another program that a command runs, in the same terminal.
struct ChildProcess {
    private let id: pid_t
    /// Whether it leads a process group, which the programs that it starts belong to.
    private let isGroup: Bool

    /// Open files in place of the terminal. What the program writes about errors is lost.
    struct Files {
        var input: Int32
        var output: Int32
    }

    /// Starts a program by its path and arguments, with some more variables in its environment.
    ///
    /// A program in a group of its own is ended with all that it has started, and hears nothing of Ctrl-C at the terminal.
    init(
        _ words: [String],
        variables: [String: String] = [:],
        files: Files? = nil,
        inOwnGroup isGroup: Bool = false
    ) throws {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let all = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        // A value ends at its first zero.
        var environment: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        // Signals that are ignored here would be ignored there too.
        let pipe = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, pipe) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let files {
            posix_spawn_file_actions_adddup2(&actions, files.input, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, files.output, STDOUT_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // New attributes have the group 0, which stands for a group of the program's own.
        if isGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
        var id = pid_t()
        guard posix_spawn(&id, words[0], &actions, &attributes, &arguments, &environment) == 0 else {
            throw Failure("\(words[0]) cannot be started.")
        }
        self.id = id
        self.isGroup = isGroup
    }

    /// Waits until it has ended. Returns its status, which is 0 when all went well.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1 {
            if errno != EINTR { return -1 }
        }
        return status
    }

    /// Waits for at most this many seconds, and as long as `isWanted`, and then ends the program. Returns its status; nil
    /// when it had to be ended.
    func wait(seconds: Int, while isWanted: () -> Bool = { true }) -> Int32? {
        let end = ContinuousClock.now + .seconds(seconds)
        var status: Int32 = 0
        while ContinuousClock.now < end, isWanted() {
            let ended = waitpid(id, &status, WNOHANG)
            if ended == id { return status }
            if ended == -1, errno != EINTR { return -1 }
            usleep(20_000)
        }
        kill(isGroup ? -id : id, SIGKILL)
        _ = wait()
        return nil
    }
}
