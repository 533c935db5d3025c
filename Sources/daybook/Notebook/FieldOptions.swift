import ArgumentParser
import DaybookCore

/// The fields of a to-do as options.
struct FieldOptions: ParsableArguments {
    @Option(help: "More about it.")
    var detail: String?

    @Option(
        help: ArgumentHelp(
            "When it should be done, such as \"friday\" or \"25 dec 5pm\"; none for no deadline.",
            valueName: "when"
        )
    )
    var due: String?

    @Option(help: ArgumentHelp("When to remind, such as \"tomorrow 9am\"; none for no reminder.", valueName: "when"))
    var remind: String?

    @Option(
        help: ArgumentHelp("How it repeats, such as \"every monday\", or an RRULE; none for once.", valueName: "rule")
    )
    var `repeat`: String?

    @Option(help: "A tag to add, without its sign. May be given several times.")
    var tag: [String] = []

    /// Whether no option was given.
    var isEmpty: Bool { detail == nil && due == nil && remind == nil && self.repeat == nil && tag.isEmpty }

    /// Sets the fields that were given. Throws a ``Refusal`` for a value that is not valid.
    func apply(to draft: inout TodoDraft, _ fields: FieldReader) throws {
        if let detail { draft.detail = detail }
        if let due { draft.deadline = try fields.time(due, for: .deadline) }
        if let remind { draft.reminder = try fields.time(remind, for: .reminder) }
        if let rule = self.repeat {
            let read = try fields.repetition(rule)
            draft.repetition = read?.repetition
            if draft.deadline == nil, draft.reminder == nil, let first = read?.first { draft.reminder = first }
        }
        TagOptions.add(tag, to: &draft.tags)
    }
}
