import ArgumentParser

/// `daybook completions`
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Write a script that completes commands and options in a shell.",
        discussion: """
            bash: daybook completions bash > ~/.local/share/bash-completion/completions/daybook

            zsh: daybook completions zsh > ~/.zfunc/_daybook, with ~/.zfunc in fpath before compinit

            fish: daybook completions fish > ~/.config/fish/completions/daybook.fish
            """
    )

    /// The shells that can complete.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish

        fileprivate var script: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "The shell.")
    var shell: Shell

    func run() throws {
        try StandardOutput.write([Daybook.completionScript(for: shell.script)])
    }
}
