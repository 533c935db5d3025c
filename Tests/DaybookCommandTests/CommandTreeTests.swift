import ArgumentParser
import Testing

@testable import daybook

@Suite("The commands")
struct CommandTreeTests {
    @Test("Each has its name written down: a name that is made of a type's takes longer than the command's work")
    func names() {
        func check(_ command: any ParsableCommand.Type) {
            #expect(command.configuration.commandName != nil, "\(command)")
            for next in command.configuration.subcommands { check(next) }
        }
        check(Daybook.self)
    }

    @Test(
        "A frequent command is read without the rest of the program, and means the same",
        arguments: [
            [], ["list"], ["list", "--limit", "5", "--json"], ["list", "--sort", "-title"],
            ["add", "Pay rent", "--plain"],
            ["add", "Milk", "tomorrow", "--tag", "home"], ["add", "--", "--help"], ["done", "a1", "b2"],
            ["show", "a1"],
        ]
    )
    func frequent(words: [String]) throws {
        let whole = try Daybook.parseAsRoot(words)
        let alone = try #require(Daybook.frequentCommand(words))
        #expect("\(alone)" == "\(whole)")
    }

    @Test(
        "What a frequent command does not understand is left to the whole program, which explains it",
        arguments: [
            ["--limit", "5"], ["--help"], ["--version"], ["help"], ["ad"], ["note", "list"], ["serve"], ["add"],
            ["add", "--help"],
            ["add", "--version"], ["add", "x", "--nothing"], ["list", "--limit", "-1"], ["list", "x"], ["done"],
            ["show"],
            ["--generate-completion-script", "bash"], ["---completion", "list"],
        ]
    )
    func others(words: [String]) {
        #expect(Daybook.frequentCommand(words) == nil)
    }

    @Test("[C6] A word that is no command is refused, with the command that may be meant")
    func mistyped() {
        #expect(
            CommandNames.refusal(["lsit", "--done"])
                == "there is no command “lsit”. Did you mean `daybook list`? `daybook --help` lists the commands."
        )
        #expect(
            CommandNames.refusal(["Pay rent"]) == "there is no command “Pay rent”. `daybook --help` lists the commands."
        )
        #expect(
            CommandNames.refusal(["re"])?.contains("`daybook redo` or `daybook remind` or `daybook recover`") == true
        )
        #expect(CommandNames.refusal([String(repeating: "a", count: 100_000)])?.contains("Did you") == false)
        for words in [[], ["--limit", "5"], ["list"], ["note", "lst"], ["help"], ["-h"], ["---completion"]] {
            #expect(CommandNames.refusal(words) == nil, "\(words)")
        }
    }

    @Test("A message about a frequent command names the program", arguments: Daybook.frequent)
    func usage(command: any ParsableCommand.Type) {
        let name = command.configuration.commandName ?? ""
        #expect(Daybook.helpMessage(for: command).contains("USAGE: daybook \(name)"))
        #expect(command.configuration._superCommandName == Daybook.name)
    }
}
