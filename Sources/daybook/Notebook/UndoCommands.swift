import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook undo`
struct UndoCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo what was done last: one step, or several.",
        discussion: """
            The last 100 steps can be undone. A step is what one command did with one to-do, note or photo; the to-dos that \
            add - or note todos made are one step.
            """
    )

    @OptionGroup
    var steps: StepArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        try context.take(.back, steps.count, nothing: "nothing can be undone.")
    }
}

/// `daybook redo`
struct RedoCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Do again what was undone last: one step, or several."
    )

    @OptionGroup
    var steps: StepArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        try context.take(.forward, steps.count, nothing: "nothing was undone that can be done again.")
    }
}

/// The number of steps to undo or redo.
struct StepArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("How many steps.", valueName: "steps"))
    var count = 1

    func validate() throws {
        if count < 1 { throw ValidationError("The number of steps begins at 1.") }
    }
}

extension NotebookContext {
    /// Undoes or redoes up to this many steps. It is an error if there is no step at all.
    fileprivate func take(_ direction: Steps.Direction, _ count: Int, nothing: String) throws {
        try write { writer in
            var texts: [String] = []
            while texts.count < count, let taken = try writer.takeStep(direction, now) { texts.append(taken.text) }
            if texts.isEmpty { throw Refusal(nothing) }
            return texts
        } print: {
            try print(messages: $0)
        }
    }
}
