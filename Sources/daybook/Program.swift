import ArgumentParser
import Dispatch

/// The program's beginning.
@main
enum Program {
    static func main() { run() }

    /// Runs the command of the command line, and ends the process with its exit code.
    ///
    /// A command about the notebook runs at once, on the thread that the process begins with: in an asynchronous `main`
    /// four more threads would be started first, which takes as long as the command.
    private static func run() {
        do {
            let words = Array(CommandLine.arguments.dropFirst())
            if var command = Daybook.frequentCommand(words) { return try command.run() }
            if let text = CommandNames.refusal(words) {
                StandardError.write("Error: \(text)")
                throw ExitCode.validationFailure
            }
            var command = try Daybook.parseAsRoot()
            guard let found = command as? any AsyncParsableCommand else { return try command.run() }
            if found is Serve { MemoryArenas.enlargeThreadCaches() }
            // No other task uses it.
            nonisolated(unsafe) let connected = found
            Task { await run(connected) }
        } catch {
            Daybook.exit(withError: error)
        }
        dispatchMain()
    }

    private static func run(_ command: any AsyncParsableCommand) async {
        var command = command
        do { try await command.run() } catch { Daybook.exit(withError: error) }
        Daybook.exit()
    }
}
