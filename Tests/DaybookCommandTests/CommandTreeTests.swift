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
}
