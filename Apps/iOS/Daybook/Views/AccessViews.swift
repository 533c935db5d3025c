import DaybookClient
import DaybookCore
import DaybookPhone
import SwiftUI

/// A field of a form with its broken rule.
struct FormField: View {
    var label: LocalizedStringKey
    var text: Binding<String>
    var violation: Violation?
    var isSecret = false

    var body: some View {
        VStack(alignment: .leading) {
            if isSecret { SecureField(label, text: text) } else { TextField(label, text: text) }
            BrokenRule(violation: violation)
        }
    }
}

/// Signing in (A8).
struct SignInView: View {
    var phone: PhoneApp
    var screen: SignIn

    var body: some View {
        NavigationStack {
            Form {
                if let notice = screen.notice { Section { Text(verbatim: notice) } }
                Section {
                    FormField(
                        label: "Email or mobile number",
                        text: phone.text({ $0.signIn?.login }) { .signIn(.loginChanged($0)) },
                        violation: screen.violation(.login)
                    )
                    .textContentType(.username)
                    .keyboardType(.emailAddress)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                    FormField(
                        label: "Password",
                        text: phone.text({ $0.signIn?.password }) { .signIn(.passwordChanged($0)) },
                        violation: screen.violation(.password),
                        isSecret: true
                    )
                    .textContentType(.password)
                    if case .failed(let message) = screen.status { Text(verbatim: message).foregroundStyle(.red) }
                }
                Section {
                    Button("Sign in") { phone.send(.signIn(.submitted)) }
                        .disabled(screen.status.isBusy)
                    Button("Create an account") { phone.send(.signIn(.signUpTapped)) }
                }
                ServerSection(phone: phone)
            }
            .navigationTitle("Daybook")
            .onSubmit { phone.send(.signIn(.submitted)) }
        }
    }
}

/// Signing up (A1 to A7).
struct SignUpView: View {
    var phone: PhoneApp
    var screen: SignUp
    @FocusState private var focus: Int?

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    if phone.app.rules.signUp == .full {
                        field("Name", .name, 0).textContentType(.name)
                        field("Mobile number", .mobile, 1)
                            .textContentType(.telephoneNumber)
                            .keyboardType(.phonePad)
                    }
                    field("Email", .email, 2)
                        .textContentType(.emailAddress)
                        .keyboardType(.emailAddress)
                        .textInputAutocapitalization(.never)
                        .autocorrectionDisabled()
                    field("Password", .password, 3, isSecret: true).textContentType(.newPassword)
                    field("Password again", .passwordAgain, 4, isSecret: true).textContentType(.newPassword)
                    if case .failed(let message) = screen.status { Text(verbatim: message).foregroundStyle(.red) }
                }
                Section {
                    Button("Create account") { phone.send(.signUp(.submitted)) }
                        .disabled(screen.status.isBusy)
                    Button("I have an account") { phone.send(.signUp(.signInTapped)) }
                }
                ServerSection(phone: phone)
            }
            .navigationTitle("Create an account")
            .onChange(of: focus) { left, _ in
                if let left { phone.send(.signUp(.leftField(Self.fields[left]))) }
            }
        }
    }

    private static let fields: [Violation.Field] = [.name, .mobile, .email, .password, .passwordAgain]

    private func field(
        _ label: LocalizedStringKey,
        _ field: Violation.Field,
        _ place: Int,
        isSecret: Bool = false
    ) -> some View {
        FormField(
            label: label,
            text: phone.text({ $0.signUp?.value(field) }) { .signUp(.changed(field, $0)) },
            violation: screen.visibleViolations(phone.app.rules).first(at: field),
            isSecret: isSecret
        )
        .focused($focus, equals: place)
    }
}

/// The server, or this device alone.
private struct ServerSection: View {
    var phone: PhoneApp
    @State private var address = ""
    @State private var isWrong = false

    var body: some View {
        Section {
            if let server = phone.server {
                LabeledContent("Server", value: server.text)
                Button("Use this device alone") { Phone.choose(nil) }
            } else {
                TextField("Server, such as daybook.example.org", text: $address)
                    .keyboardType(.URL)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                Button("Use this server") { choose() }
                    .disabled(address.isEmpty)
                if isWrong { Text("This is not the address of a server. Write a name such as daybook.example.org.") }
            }
        } footer: {
            Text("Without a server, your notebook stays on this device.")
        }
    }

    private func choose() {
        let server = try? ServerAddress(address)
        isWrong = server == nil
        if let server { Phone.choose(server) }
    }
}

/// The screen for the person's own password, in place of the operator's password.
struct NewPasswordView: View {
    var phone: PhoneApp
    var screen: NewPassword

    var body: some View {
        NavigationStack {
            Form {
                Section { Text("Choose a password of your own.") }
                AccountFormFields(phone: phone, form: screen.form, text: { $0.newPassword?.form[$1] }) {
                    .newPassword($0)
                }
                Button("Save") { phone.send(.newPassword(.submitted)) }
                    .disabled(screen.form.status.isBusy)
            }
            .navigationTitle("New password")
        }
    }
}

/// The notebook here is sealed under an earlier password.
struct EarlierPasswordView: View {
    var phone: PhoneApp
    var screen: EarlierPassword

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    Text(
                        "Your password was changed on another device. Changes on this device wait behind the earlier one."
                    )
                    FormField(
                        label: "Earlier password",
                        text: phone.text({ $0.earlierPassword?.earlier }) { .earlierPassword(.changed($0)) },
                        violation: screen.violations.first,
                        isSecret: true
                    )
                    if case .failed(let message) = screen.status { Text(verbatim: message).foregroundStyle(.red) }
                }
                Section {
                    Button("Open") { phone.send(.earlierPassword(.submitted)) }
                        .disabled(screen.status.isBusy)
                    Button("Give up these changes", role: .destructive) { phone.send(.earlierPassword(.dropTapped)) }
                }
            }
            .navigationTitle("Earlier password")
            .alert("Give up these changes?", isPresented: asks) {
                Button("Give them up", role: .destructive) { phone.send(.earlierPassword(.dropConfirmed)) }
                Button("Cancel", role: .cancel) { phone.send(.earlierPassword(.dropDismissed)) }
            } message: {
                Text("They were never synced, and cannot be brought back.")
            }
        }
    }

    private var asks: Binding<Bool> {
        Binding(get: { screen.asksToDrop }, set: { if !$0 { phone.send(.earlierPassword(.dropDismissed)) } })
    }
}

/// The fields of a form of the account.
struct AccountFormFields: View {
    var phone: PhoneApp
    var form: AccountForm
    /// The text in a field, as it is now.
    var text: @MainActor (DaybookCore.App, Violation.Field) -> String?
    var action: @MainActor (AccountForm.Action) -> PhoneApp.Action

    var body: some View {
        Section {
            ForEach(form.values, id: \.field.name) { value in
                FormField(
                    label: Self.label(value.field),
                    text: phone.text({ text($0, value.field) }) { action(.changed(value.field, $0)) },
                    violation: form.visibleViolations(phone.app.rules).first(at: value.field),
                    isSecret: [.password, .current, .new, .newAgain].contains(value.field)
                )
            }
            if case .failed(let message) = form.status { Text(verbatim: message).foregroundStyle(.red) }
        }
    }

    private static func label(_ field: Violation.Field) -> LocalizedStringKey {
        switch field {
        case .name: "Name"
        case .mobile: "Mobile number"
        case .email: "Email"
        case .password, .current: "Your password"
        case .new: "New password"
        case .newAgain: "New password again"
        default: "Name of this device"
        }
    }
}
