import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook tags`
struct TagsCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "List the tags in use, with the number of open to-dos, of all to-dos and of notes."
    )

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        let tags = try context.read([]) { try $0.tags() }
        if context.isJSON { return try StandardOutput.write([NotebookJSON.tags(tags)]) }
        guard !tags.isEmpty else { return StandardError.write("No to-do and no note has a tag.") }
        let names = tags.map { "#" + DisplayWidth.harmless($0.name) }
        let width = names.reduce(0) { max($0, DisplayWidth.of($1)) }
        try StandardOutput.write(
            zip(tags, names).map { tag, name in
                "\(DisplayWidth.padded(name, to: width))  \(Self.uses(tag))"
            }
        )
    }

    private static func uses(_ tag: TagUse) -> String {
        let todos = "\(tag.openCount) open of \(tag.count)"
        if tag.noteCount == 0 { return todos }
        return tag.count == 0 ? Texts.foundNotes(tag.noteCount) : "\(todos), \(Texts.foundNotes(tag.noteCount))"
    }
}
