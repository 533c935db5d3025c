import ArgumentParser
import DaybookCore
import DaybookServer

/// `daybook account delete`
struct AccountDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account and everything in it, at once and for good."
    )

    @Argument(help: "The email or mobile that the person signs in with.")
    var login: String

    @Flag(help: "Do not ask; for scripts.")
    var yes = false

    @OptionGroup(title: "Settings")
    var options: AccountOptions

    func run() async throws {
        try await AccountOffice.open(options) { office in
            let account = try await office.existingAccount(login)
            if !yes { try confirm(account.email) }
            guard try await office.delete(account) else {
                throw Failure("the account of \(account.email) has been deleted already.")
            }
            StandardError.write("The account of \(account.email) and everything in it are deleted.")
        }
    }

    private func confirm(_ email: String) throws {
        StandardError.write("This deletes the account of \(email) and everything in it. This cannot be undone.")
        StandardError.write("Type the email to go on: ", terminator: "")
        let typed = readLine() ?? ""
        guard Rules.normalizedLogin(typed) == email else {
            throw Failure("nothing was deleted: that was not \(email). Scripts pass --yes.")
        }
    }
}
