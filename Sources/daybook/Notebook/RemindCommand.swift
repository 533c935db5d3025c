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

            Reminders that were set on other devices ring once they are here: `daybook sync --watch` brings them at once.
            """
    )

    @Option(help: ArgumentHelp("The command that notifies, in place of notify-send.", valueName: "command"))
    var exec: String?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    /// The most notifications at once, when many reminders were missed. All of them are printed.
    private static let burst = 10
    /// Seconds for a notification.
    private static let timeout = 30

    func work(_ context: NotebookContext) throws {
        Interruption.awaitSignals()
        let watch = try ReminderWatch(try context.file(), now: context.now)
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
        try StandardOutput.write(reminders.map { context.isJSON ? NotebookJSON.reminder($0) : line($0, context, now) })
        if reminders.count > Self.burst {
            StandardError.write("The last \(Self.burst) of these \(reminders.count) notify.")
        }
        for reminder in reminders.suffix(Self.burst) where !Interruption.isHere { notify(reminder) }
    }

    private func line(_ reminder: DueReminder, _ context: NotebookContext, _ now: Instant) -> String {
        let when = Texts.moment(reminder.due, now: now, zone: context.zone) + (reminder.isMissed ? ", missed" : "")
        return "\(when)  \(DisplayWidth.harmless(reminder.todo.todo.title))  \(reminder.todo.name)"
    }

    // MARK: - Notifying

    /// Shows a notification, and reports when that fails. The reminder was printed in any case.
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
            "DAYBOOK_TITLE": todo.title, "DAYBOOK_DETAIL": todo.detail ?? "", "DAYBOOK_ID": reminder.todo.name,
            "DAYBOOK_DUE": reminder.due.rfc3339, "DAYBOOK_MISSED": reminder.isMissed ? "1" : "0",
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
        DisplayWidth.harmlessLines(todo.detail.map { todo.title + "\n" + $0 } ?? todo.title)
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
