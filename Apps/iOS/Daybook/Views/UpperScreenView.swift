import DaybookCore
import DaybookPhone
import SwiftUI

/// A screen above the list: the account, the trash, a history or the reminders.
struct UpperScreenView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        NavigationStack {
            Group {
                switch home.upper {
                case .account(let screen): AccountScreenView(phone: phone, home: home, screen: screen)
                case .trash: TrashView(phone: phone, home: home)
                case .history(let history): HistoryView(phone: phone, history: history)
                case .reminders: RemindersView(phone: phone)
                // An iPhone's own settings decide about these.
                case .settings, nil: ProgressView()
                }
            }
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Close") { phone.goBack() }
                }
            }
        }
        .questions(phone, home, isAbove: true)
    }
}

/// What was deleted in the last 30 days (S12).
private struct TrashView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        let trash = home.notebook.trash(now: phone.moment.now)
        List {
            ForEach(trash, id: \.key.id.description) { trashed in
                HStack {
                    VStack(alignment: .leading) {
                        Text(verbatim: trashed.photo == nil ? trashed.title : Texts.photoOf(trashed.title))
                        Text(verbatim: Texts.deletedAt(trashed.deleted, now: phone.moment.now, zone: phone.moment.zone))
                            .font(.caption)
                            .foregroundStyle(.secondary)
                    }
                    Spacer()
                    Button("Restore") { phone.send(.upper(.restoreTapped(trashed.key))) }
                        .accessibilityLabel(Text(verbatim: Texts.restore(trashed)))
                }
            }
        }
        .overlay {
            if trash.isEmpty {
                ContentUnavailableView(
                    "The trash is empty",
                    systemImage: "trash",
                    description: Text("What you delete stays here for 30 days.")
                )
            }
        }
        .navigationTitle("Trash")
    }
}

/// The values that others have replaced (S12).
private struct HistoryView: View {
    var phone: PhoneApp
    var history: RecordHistory

    var body: some View {
        List {
            switch history.entries {
            case .loading: ProgressView()
            case .failed(let message): Text(verbatim: message)
            case .here(let entries):
                ForEach(entries, id: \.number) { entry in
                    Button {
                        phone.send(.upper(.entryTapped(entry.number)))
                    } label: {
                        VStack(alignment: .leading) {
                            Text(verbatim: Texts.fieldName(entry.field)).font(.caption)
                            Text(verbatim: Texts.value(entry, now: phone.moment.now, zone: phone.moment.zone))
                            Text(verbatim: Texts.setAt(entry, now: phone.moment.now, zone: phone.moment.zone))
                                .font(.caption)
                                .foregroundStyle(.secondary)
                        }
                    }
                }
                if entries.isEmpty { Text("No other device has changed this in the last 30 days.") }
            }
        }
        .navigationTitle("History")
    }
}

/// Whether this device may notify.
private struct RemindersView: View {
    var phone: PhoneApp

    var body: some View {
        Form {
            switch phone.app.world.notifying.permission {
            case .granted: Text("Reminders show on this device, also while Daybook is closed.")
            case .unasked: Button("Allow notifications") { phone.send(.reminder(.allowTapped)) }
            case .denied, .unsupported:
                Text("Notifications are off on this device. Turn them on in Settings.")
            }
        }
        .navigationTitle("Reminders")
    }
}

/// The account (A14).
private struct AccountScreenView: View {
    var phone: PhoneApp
    var home: Home
    var screen: AccountScreen

    var body: some View {
        Form {
            if let note = screen.note { Section { Text(verbatim: note) } }
            if let form = screen.form {
                AccountFormFields(phone: phone, form: form) { phone.home(.upper(.account(.form($0)))) }
                Section {
                    Button(form.kind == .deletion ? "Delete the account" : "Save") { send(.form(.submitted)) }
                        .disabled(form.status.isBusy)
                    Button("Cancel", role: .cancel) { send(.formClosed) }
                }
            } else {
                Section {
                    LabeledContent("Name", value: home.notebook.account.name)
                    LabeledContent("Mobile number", value: home.notebook.account.mobile)
                    LabeledContent("Email", value: home.notebook.account.email)
                    Button("Change details") { send(.formOpened(.details)) }
                    Button("Change password") { send(.formOpened(.password)) }
                }
                Section {
                    Toggle("Ask for Face ID or the passcode", isOn: asks)
                }
                if !home.notebook.rules.offer.isFixed { limits }
                RemindersImport(phone: phone)
                if !phone.isOnThisDeviceAlone { sessions }
                Section {
                    Button("Delete the account", role: .destructive) { send(.formOpened(.deletion)) }
                }
            }
        }
        .navigationTitle("Account")
    }

    /// The choice of limits (A15).
    private var limits: some View {
        Section {
            Toggle("Longer titles, notes and tags", isOn: isRoomy)
        } footer: {
            Text(verbatim: Texts.explained(home.notebook.rules.limits))
        }
    }

    private var isRoomy: Binding<Bool> {
        Binding(
            get: { home.notebook.rules.choice == .roomy },
            set: { phone.send(.limitsChosen($0 ? .roomy : .classic)) }
        )
    }

    @ViewBuilder private var sessions: some View {
        Section("Devices") {
            switch screen.sessions {
            case .loading: ProgressView()
            case .failed(let message): Text(verbatim: message)
            case .here(let sessions):
                ForEach(sessions, id: \.id.description) { session in
                    HStack {
                        VStack(alignment: .leading) {
                            Text(verbatim: session.device)
                            Text(
                                verbatim: Texts.lastUsed(
                                    session.lastUsed,
                                    now: phone.moment.now,
                                    zone: phone.moment.zone
                                )
                            )
                            .font(.caption)
                            .foregroundStyle(.secondary)
                        }
                        Spacer()
                        Button("Rename") { send(.renameTapped(session.id)) }
                            .accessibilityLabel(Text(verbatim: Texts.renameDevice(session.device)))
                        if !session.isCurrent {
                            Button("Log out") { send(.sessionEnded(session.id)) }
                                .accessibilityLabel(Text(verbatim: Texts.endSession(session.device)))
                        }
                    }
                }
                if sessions.count > 1 { Button("Log out all others") { send(.othersEnded) } }
            }
        }
    }

    private var asks: Binding<Bool> {
        Binding(get: { Lock.shared.isOn }, set: { Lock.shared.isOn = $0 })
    }

    private func send(_ action: AccountScreen.Action) { phone.send(.upper(.account(action))) }
}

/// Imports Apple’s Reminders, which stay as they are.
private struct RemindersImport: View {
    var phone: PhoneApp
    @State private var isBusy = false
    @State private var result: String?

    var body: some View {
        Section {
            Button("Import Apple’s Reminders", systemImage: "square.and.arrow.down") { importAll() }
                .disabled(isBusy)
            if let result { Text(verbatim: result) }
        } footer: {
            Text("Each reminder becomes a to-do. Importing them again makes nothing twice.")
        }
    }

    private func importAll() {
        isBusy = true
        Task {
            result = await words()
            isBusy = false
        }
    }

    private func words() async -> String {
        do {
            return try await phone.importReminders(try await SystemReminders.all()).text
        } catch SystemReminders.Problem.denied {
            return String(localized: "Daybook may not read Reminders. Allow it in Settings, then try again.")
        } catch let error as IntentError {
            return error.text
        } catch {
            return String(localized: "Reminders could not be read. Try again later.")
        }
    }
}
