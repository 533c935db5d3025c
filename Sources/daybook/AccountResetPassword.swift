import ArgumentParser
import DaybookServer

/// `daybook account reset-password`
struct AccountResetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Give somebody a temporary password and sign them out everywhere.",
        discussion: """
            The password is printed once and kept nowhere. It works for 24 hours, and only to choose a new one. What a \
            device has sealed under the forgotten password opens again with that password alone.
            """
    )

    @Argument(help: "The email or mobile that the person signs in with.")
    var login: String

    @OptionGroup(title: "Settings")
    var options: AccountOptions

    func run() async throws {
        try await AccountOffice.open(options) { office in
            let account = try await office.existingAccount(login)
            guard let password = try await office.resetPassword(of: account) else {
                throw Failure("the account of \(account.email) has just been deleted.")
            }
            StandardError.write("The temporary password of \(account.email):")
            do {
                try StandardOutput.writeAll([password])
            } catch {
                throw Failure("the password was changed, but the new one cannot be written. Run this once more.")
            }
            StandardError.write("It must be changed within 24 hours. All sessions of the account have ended.")
        }
    }
}
