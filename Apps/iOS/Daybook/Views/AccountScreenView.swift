import DaybookCore
import DaybookPhone
import SwiftUI

/// The account: its details, devices, activity, data and end (A14).
struct AccountScreenView: View {
    var phone: PhoneApp
    var home: Home
    var screen: AccountScreen

    var body: some View {
        Form {
            if let note = screen.note { Section { Text(verbatim: note) } }
            if let form = screen.form { fields(form) } else { sections }
        }
        .navigationTitle("Account")
    }

    @ViewBuilder private func fields(_ form: AccountForm) -> some View {
        AccountFormFields(phone: phone, form: form, text: { $0.home?.accountScreen?.form?[$1] }) {
            phone.home(.upper(.account(.form($0))))
        }
        Section {
            Button(form.kind == .deletion ? "Delete the account" : "Save") { send(.form(.submitted)) }
                .disabled(form.status.isBusy)
            Button("Cancel", role: .cancel) { send(.formClosed) }
        } footer: {
            if form.kind == .deletion {
                Text("This deletes your account and everything in it, at once and for good. Export everything first.")
            }
        }
    }

    @ViewBuilder private var sections: some View {
        Section {
            if !home.notebook.account.name.isEmpty { LabeledContent("Name", value: home.notebook.account.name) }
            if !home.notebook.account.mobile.isEmpty {
                LabeledContent("Mobile number", value: home.notebook.account.mobile)
            }
            LabeledContent("Email", value: home.notebook.account.email)
            Button("Change details") { send(.formOpened(.details)) }
            Button("Change password") { send(.formOpened(.password)) }
        }
        if !phone.isOnThisDeviceAlone {
            sessions
            if let usage = screen.usage {
                Section("Room") {
                    Text(verbatim: Texts.used(usage))
                    if usage.isNearlyFull { Text(verbatim: Texts.nearlyFull).foregroundStyle(.red) }
                }
            }
        }
        DataSections(phone: phone, home: home)
        if !phone.isOnThisDeviceAlone { activity }
        Section {
            Button("Log out") { phone.send(.logOutTapped) }
            Button("Delete the account", role: .destructive) { send(.formOpened(.deletion)) }
        }
    }

    private var sessions: some View {
        Section("Devices") {
            FetchedRows(phone: phone, fetched: screen.sessions) { sessions in
                ForEach(sessions, id: \.id) { session in row(session) }
                if sessions.count > 1 { Button("Log out all others") { send(.othersEnded) } }
            }
        }
    }

    private func row(_ session: AccountScreen.PersonSession) -> some View {
        VStack(alignment: .leading) {
            if session.device.isEmpty { Text("Unnamed device") } else { Text(verbatim: session.device) }
            if session.isCurrent {
                Text("This device")
                    .font(.caption)
                    .foregroundStyle(.secondary)
            } else {
                Text(verbatim: Texts.lastUsed(session.lastUsed, now: phone.moment.now, zone: phone.moment.zone))
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            HStack {
                Button("Rename") { send(.renameTapped(session.id)) }
                    .accessibilityLabel(Text(verbatim: Texts.renameDevice(session.device)))
                if !session.isCurrent {
                    Button("Log out") { send(.sessionEnded(session.id)) }
                        .accessibilityLabel(Text(verbatim: Texts.endSession(session.device)))
                }
            }
            .buttonStyle(.bordered)
        }
    }

    private var activity: some View {
        Section("Activity") {
            FetchedRows(phone: phone, fetched: screen.activity) { events in
                ForEach(events.indices, id: \.self) { place in
                    VStack(alignment: .leading) {
                        Text(verbatim: Texts.activity(events[place].kind))
                        Text(verbatim: when(events[place]))
                            .font(.caption)
                            .foregroundStyle(.secondary)
                    }
                }
            }
        }
    }

    private func when(_ event: AccountScreen.Activity) -> String {
        let moment = Texts.moment(event.at, now: phone.moment.now, zone: phone.moment.zone)
        return event.device.isEmpty ? moment : "\(moment), \(event.device)"
    }

    private func send(_ action: AccountScreen.Action) { phone.send(.upper(.account(action))) }
}
