import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation
import Synchronization

/// `daybook remind`
struct RemindCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Ring the reminders of this notebook until Ctrl-C.",
        discussion: """
            Writes a line for each reminder that comes due, and for those that were missed since the last time. Notifies by \
            notify-send if that is there, or by the command of --exec, which the shell runs with DAYBOOK_TITLE, \
            DAYBOOK_DETAIL, DAYBOOK_ID, DAYBOOK_DUE and DAYBOOK_MISSED (1 or 0) in its environment: \
            daybook remind --exec 'say "$DAYBOOK_TITLE"'

            Reminders that were set on other devices ring once they are here: `daybook sync --watch` brings them at once. One \
            watch at a time rings a notebook.
            """
    )

    @Option(help: ArgumentHelp("The command that notifies, in place of notify-send.", valueName: "command"))
    var exec: String?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    /// The most notifications at once, when many reminders were missed. All of them are printed.
    private static let burst = 10
    /// The longest text for a notification, in bytes of UTF-8: more than is shown, and less than the system allows for
    /// an argument or a variable (128 KiB on Linux).
    private static let textMaximum = 4_096
    /// Seconds for a notification.
    private static let timeout = 30

    func work(_ context: NotebookContext) throws {
        Interruption.awaitSignals()
        guard let watch = try ReminderWatch(try context.file(), now: context.now) else {
            throw Refusal("another `daybook remind` rings the reminders of this notebook already. End it first.")
        }
        if isatty(STDERR_FILENO) != 0 { try printNext(watch, context) }
        var (version, next): (Int?, Instant?)
        while !Interruption.isHere {
            let now = Device.now
            let current = try watch.version()
            // The notebook is read again when it has changed, and when a reminder is due.
            if current != version || next.map({ $0 <= now }) == true {
                try ring(try watch.due(now), context, now)
                (version, next) = (current, try watch.next(after: now)?.todo.reminder)
            }
            let wait = next.map { $0.milliseconds - Device.now.milliseconds } ?? 1_000
            usleep(UInt32(min(max(wait, 1), 1_000)) * 1_000)
        }
    }

    private func printNext(_ watch: ReminderWatch, _ context: NotebookContext) throws {
        guard let next = try watch.next(after: context.now), let moment = next.todo.reminder else {
            return StandardError.write("No reminder is set yet. Ctrl-C ends this.")
        }
        let when = Texts.moment(moment, now: context.now, zone: context.zone)
        StandardError.write("The next is \(when): “\(DisplayWidth.harmless(next.todo.title))”. Ctrl-C ends this.")
    }

    private func ring(_ reminders: [DueReminder], _ context: NotebookContext, _ now: Instant) throws {
        if reminders.isEmpty { return }
        let lines = reminders.map { context.isJSON ? NotebookJSON.reminder($0) : line($0, context, now) }
        let written = Result { try StandardOutput.write(lines) }
        if reminders.count > Self.burst {
            StandardError.write("The last \(Self.burst) of these \(reminders.count) notify.")
        }
        // These reminders do not ring again, so they notify also when they cannot be written.
        for reminder in reminders.suffix(Self.burst) where !Interruption.isHere { notify(reminder) }
        try written.get()
    }

    private func line(_ reminder: DueReminder, _ context: NotebookContext, _ now: Instant) -> String {
        let when = Texts.moment(reminder.due, now: now, zone: context.zone) + (reminder.isMissed ? ", missed" : "")
        return "\(when)  \(DisplayWidth.harmless(reminder.todo.todo.title))  \(reminder.todo.name)"
    }

    // MARK: - Notifying

    /// Shows a notification, and reports when that fails.
    private func notify(_ reminder: DueReminder) {
        let todo = reminder.todo.todo
        let words: [String]
        if let exec {
            words = ["/bin/sh", "-c", exec]
        } else if let program = Self.notifySend {
            words = [program, "--app-name=Daybook", "--", Self.title(reminder), Self.escaped(Self.text(todo))]
        } else {
            return
        }
        let variables = [
            "DAYBOOK_TITLE": Self.clipped(todo.title), "DAYBOOK_DETAIL": Self.clipped(todo.detail ?? ""),
            "DAYBOOK_ID": reminder.todo.name, "DAYBOOK_DUE": reminder.due.rfc3339,
            "DAYBOOK_MISSED": reminder.isMissed ? "1" : "0",
        ]
        do {
            let child = try ChildProcess(words, variables: variables, inOwnGroup: true)
            let status = child.wait(seconds: Self.timeout) { !Interruption.isHere }
            if Interruption.isHere { return }
            switch status {
            case 0?: break
            case nil: StandardError.write("The notification took longer than \(Self.timeout) seconds and was ended.")
            default: StandardError.write("The notification ended with an error.")
            }
        } catch {
            StandardError.write("\(error)")
        }
    }

    private static func title(_ reminder: DueReminder) -> String { reminder.isMissed ? "Missed" : "Time is up" }

    private static func text(_ todo: Todo) -> String {
        DisplayWidth.harmlessLines(clipped(todo.detail.map { todo.title + "\n" + $0 } ?? todo.title))
    }

    /// The beginning of a long text, which ends with a whole character.
    private static func clipped(_ text: String) -> String {
        if text.utf8.count <= textMaximum { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: textMaximum - "…".utf8.count)
        while String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }

    /// A text without markup, which notification servers read in it.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Where notify-send is, if it is there.
    private static let notifySend: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let programs = path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/notify-send" }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
}

/// Ctrl-C, and its relatives: a handler notes it, and the command ends by itself, with a closed file. Programs that the
/// command starts have no such handlers.
private enum Interruption {
    private static let hasCome = Atomic(false)

    /// Whether a signal has come.
    static var isHere: Bool { hasCome.load(ordering: .relaxed) }

    /// Has signals noted from now on, instead of ending the process. A wait for time to pass ends when one comes.
    static func awaitSignals() {
        // The handler must find the value made.
        hasCome.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { _ in Interruption.hasCome.store(true, ordering: .relaxed) }
        }
    }
}
