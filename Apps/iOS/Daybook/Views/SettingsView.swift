import DaybookCore
import DaybookPhone
import SwiftUI

/// The person's choices for this device, and links to the account's choices.
struct SettingsView: View {
    var phone: PhoneApp
    var home: Home

    private var settings: Settings { home.notebook.settings }

    var body: some View {
        Form {
            Section {
                link("Account", "person.crop.circle", .accountOpened)
                link("Reminders", "bell", .remindersOpened)
                link("Trash", "trash", .trashOpened)
            } header: {
                Text(verbatim: home.notebook.account.displayName)
            }
            Section {
                Picker("Appearance", selection: look) {
                    Text("System").tag(Settings.Look?.none)
                    Text("Light").tag(Settings.Look?.some(.light))
                    Text("Dark").tag(Settings.Look?.some(.dark))
                }
                Picker("Week starts on", selection: weekStart) {
                    Text("System").tag(Int?.none)
                    ForEach(Settings.weekStarts, id: \.self) { day in
                        Text(verbatim: Texts.weekday(day)).tag(Int?.some(day))
                    }
                }
                Picker("Clock", selection: clock) {
                    Text("System").tag(Habits.Clock?.none)
                    Text("24 hours").tag(Habits.Clock?.some(.hours24))
                    Text("12 hours").tag(Habits.Clock?.some(.hours12))
                }
                Picker("Open on", selection: opening) {
                    Text("Last list").tag(Settings.Opening?.none)
                    Text("Today").tag(Settings.Opening?.some(.today))
                    Text("Upcoming").tag(Settings.Opening?.some(.upcoming))
                    Text("All to-dos").tag(Settings.Opening?.some(.all))
                    Text("Notes").tag(Settings.Opening?.some(.notes))
                }
                Toggle("Ask for Face ID or the passcode", isOn: asks)
            } header: {
                Text("This device")
            } footer: {
                Text("These settings are for this device only.")
            }
            if !home.notebook.rules.offer.isFixed { limits }
            DataSections(phone: phone, home: home)
            Section {
                Button("Log out", role: .destructive) { phone.send(.logOutTapped) }
            }
        }
        .navigationTitle("Settings")
    }

    private func link(_ label: LocalizedStringKey, _ symbol: String, _ action: UpperScreen.Action) -> some View {
        Button(label, systemImage: symbol) { phone.send(.upper(action)) }
    }

    private var look: Binding<Settings.Look?> { phone.choice(settings.look) { .settingChosen(.look($0)) } }

    private var weekStart: Binding<Int?> { phone.choice(settings.weekStart) { .settingChosen(.weekStart($0)) } }

    private var clock: Binding<Habits.Clock?> { phone.choice(settings.clock) { .settingChosen(.clock($0)) } }

    private var opening: Binding<Settings.Opening?> { phone.choice(settings.opening) { .settingChosen(.opening($0)) } }

    private var asks: Binding<Bool> {
        // Read here, so that the screen follows it.
        let isOn = Lock.shared.isOn
        return Binding(get: { isOn }, set: { Lock.shared.isOn = $0 })
    }

    /// The choice of limits (A15), if the operator leaves it to the person.
    private var limits: some View {
        Section {
            Picker("Limits", selection: phone.choice(home.notebook.rules.choice) { .limitsChosen($0) }) {
                Text("Classic").tag(Limits.Choice.classic)
                Text("Roomy").tag(Limits.Choice.roomy)
            }
            .pickerStyle(.segmented)
        } header: {
            Text("Limits")
        } footer: {
            Text(verbatim: Texts.explained(home.notebook.rules.limits))
        }
    }
}
