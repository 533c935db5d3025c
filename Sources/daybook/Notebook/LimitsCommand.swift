import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook limits`
struct LimitsCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Show the limits of titles, notes and tags, or choose others.",
        discussion: """
            Classic limits are short: titles of 32 characters, notes of 100 to 1000, 3 tags of 8. Roomy limits allow titles \
            of 500 characters, notes of any length up to 50000, and 20 tags of 30. The choice goes with the account to all \
            of its devices. Nothing is ever cut: what is longer than the limits stays as it is.
            """
    )

    @Argument(help: "classic or roomy.", completion: .list(Limits.Choice.allCases.map(\.rawValue)))
    var choice: String?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        guard let choice else { return try print(context.rules) }
        guard let limits = Limits.Choice(rawValue: choice) else {
            throw Refusal("“\(DisplayWidth.harmless(choice))” is not a choice. Write classic or roomy.")
        }
        if context.rules.offer.isFixed { throw Refusal(Texts.limitsFixed) }
        let rules = try context.save { writer in
            try writer.change([]) { notebook in
                _ = notebook.choose(limits, context.now)
                return notebook.rules
            }
        }
        try context.printing { try print(rules) }
    }

    private func print(_ rules: Rules) throws {
        try StandardOutput.write(
            options.json ? [NotebookJSON.limits(rules)] : ["\(rules.choice.rawValue): \(Texts.explained(rules.limits))"]
        )
    }
}
