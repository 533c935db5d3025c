import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// The options of the commands that sign in.
struct ServerOptions: ParsableArguments {
    @Argument(
        help: """
            The address of the server, such as https://daybook.example.org. (default: that of the present session, if there \
            is one)
            """
    )
    var server: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @Flag(help: "Allow http to other machines, where everybody on the way can read the password and all texts.")
    var allowHTTP = false

    /// The server's address. Throws a ``Refusal`` for a text that is not an address.
    func address(_ context: NotebookContext) throws -> ServerAddress {
        guard let server else {
            if let known = try context.folder.session()?.server { return known }
            throw Refusal("which server? Give its address: daybook login https://daybook.example.org")
        }
        do {
            return try ServerAddress(server, allowsPlain: allowHTTP)
        } catch .plain(let host) {
            throw Refusal(
                """
                http to \(host) is not encrypted: everybody on the way could read the password and all texts. Use https, \
                or --allow-http in a network that you trust.
                """
            )
        } catch {
            throw Refusal(
                "“\(DisplayWidth.harmless(server))” is not the address of a server. Write one such as https://daybook.example.org"
            )
        }
    }

    /// The password: from standard input, or from a person, who types it twice where it is new.
    func password(isNew: Bool = false) throws -> String {
        if passwordStdin { return try Prompt.passwordOfStandardInput() }
        guard Prompt.isPossible else {
            throw Refusal("there is no terminal to ask for the password. Pass it by --password-stdin.")
        }
        let password = try Prompt.password("Password")
        if isNew, try Prompt.password("Password again") != password {
            throw Refusal("the two passwords differ. Type the same one twice.")
        }
        return password
    }
}

/// `daybook login`
struct LoginCommand: ConnectedCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to a server, and sync with it.",
        discussion: """
            Everything in the notebook joins the account. From then on the notebook belongs to that account; another \
            account needs another folder, which --notebook names.

            The session is kept in a file beside the notebook that only its owner can read. The password is not kept.
            """
    )

    @OptionGroup
    var server: ServerOptions

    @Option(help: "The email or the mobile number of the account.")
    var user: String?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) async throws {
        let address = try server.address(context)
        try await context.connected(to: address) { transport in
            let login = try user ?? ServerOptions.ask("Email or mobile", or: "--user")
            let password = try server.password()
            let calls = AccountCalls(address, transport)
            let success = try await calls.signIn(login: login, password: password, device: context.deviceName)
            if success.hasTemporaryPassword {
                _ = try? await calls.signOut(success.session)
                throw Refusal(
                    "this password is a temporary one. Choose your own at \(address.text), then sign in here."
                )
            }
            try await context.enter(success, calls, transport)
        }
    }
}

/// `daybook signup`
struct SignupCommand: ConnectedCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup",
        abstract: "Make an account on a server, and sync with it.",
        discussion: "Asks for what is not given. Everything in the notebook joins the account."
    )

    @OptionGroup
    var server: ServerOptions

    @Option(help: "Your name.")
    var name: String?

    @Option(help: "Your mobile number.")
    var mobile: String?

    @Option(help: "Your email.")
    var email: String?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) async throws {
        let address = try server.address(context)
        if let own = try context.read(nil, { try $0.account() }) { throw SyncFailure.otherAccount(own.email) }
        try await context.connected(to: address) { transport in
            let calls = AccountCalls(address, transport)
            let rules = try await calls.rules()
            let form = rules.normalized(try form(rules))
            let violations = rules.violations(of: form)
            if !violations.isEmpty { throw Refusal(violations.map(text).joined(separator: " ")) }
            try await context.enter(try await calls.signUp(form, rules: rules), calls, transport)
        }
    }

    /// A violation in words. Those about a password are made for a form, where they stand at its field.
    private func text(_ violation: Violation) -> String {
        let isOfStrength = violation.field == .password && [.tooShort, .tooLong, .weak].contains(violation.code)
        return (isOfStrength ? "The password does not fit the server's rules. " : "") + violation.message
    }

    private func form(_ rules: Rules) throws -> SignUpForm {
        var form = SignUpForm()
        if rules.signUp == .full {
            form.name = try name ?? ServerOptions.ask("Name", or: "--name")
            form.mobile = try mobile ?? ServerOptions.ask("Mobile number", or: "--mobile")
        }
        form.email = try email ?? ServerOptions.ask("Email", or: "--email")
        form.password = try server.password(isNew: true)
        form.passwordAgain = form.password
        return form
    }
}

/// `daybook logout`
struct LogoutCommand: ConnectedCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "End the session with the server.",
        discussion: """
            The notebook stays on this machine and can be used as before. What is not synced waits in it until somebody \
            signs in to the same account.
            """
    )

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) async throws {
        guard let session = try context.folder.session() else { return try await endPendingSession(context) }
        var texts = ["Signed out of \(session.server.text)."]
        do {
            try await context.connected(to: session.server) {
                _ = try await AccountCalls(session.server, $0).signOut(session)
            }
        } catch let failure as SyncFailure where failure.isTemporary {
            try context.folder.keepEnded(session, now: context.now)
            texts.append(
                "\(failure.problem) The next command that reaches the server ends the session there."
            )
        }
        try context.folder.forgetSession()
        let waiting = try context.read(0) { try $0.unsentCount() }
        if waiting > 0 { texts.append("\(waiting) change\(waiting == 1 ? " waits" : "s wait") in the notebook.") }
        try context.print(messages: texts)
    }

    /// Ends a session that was ended here while there was no network.
    private func endPendingSession(_ context: NotebookContext) async throws {
        guard let server = context.folder.endedSessionServer else { throw SyncFailure.signedOut }
        try await context.connected(to: server) { _ = try await AccountCalls(server, $0).rules() }
        try context.print(messages: ["The session with \(server.text) has ended there too."])
    }
}

extension ServerOptions {
    /// Asks a person for a line; throws a ``Refusal`` that names the option where there is no person to ask.
    static func ask(_ question: String, or option: String) throws -> String {
        guard Prompt.isPossible else { throw Refusal("there is no terminal to ask at. Give \(option).") }
        return try Prompt.line(question)
    }
}

extension NotebookContext {
    /// The name of this machine in the list of sessions.
    var deviceName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "Terminal" }
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "Terminal on " + String(DisplayWidth.harmless(host).prefix(80))
    }

    /// Gives the notebook to the account that signed in, and syncs. A session that cannot be kept is ended.
    fileprivate func enter(_ success: AccountCalls.Success, _ calls: AccountCalls, _ transport: HTTPTransport)
        async throws
    {
        let before: Session?
        let file: NotebookFile
        let joining: Int
        do {
            before = try folder.session()
            file = try self.file()
            joining = try file.read { try $0.account() == nil ? try $0.unsentCount() : 0 }
            try file.join(success, in: folder)
        } catch {
            _ = try? await calls.signOut(success.session)
            throw error
        }
        // Otherwise the session that this one replaces would last for another year.
        if let before, before.server == success.session.server { _ = try? await calls.signOut(before) }
        if !isJSON {
            let more = joining > 0 ? " What is in this notebook joins the account." : ""
            StandardError.write(DisplayWidth.harmless("Signed in as \(success.account.email).\(more)"))
        }
        try await sync(file, success.session, transport)
    }
}
