import DaybookCore
import DaybookPhone
import SwiftUI

/// A screen above the list: the settings and the screens that they open, the trash, or a history.
struct UpperScreenView: View {
    var phone: PhoneApp
    var home: Home

    /// A screen that the settings have led to.
    private enum Step: Hashable { case upper }

    var body: some View {
        NavigationStack(path: path) {
            Held(value: home.settingsAreBelow ? .settings : home.upper) { content($0) }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Close") { phone.closeUpper() }
                    }
                }
                .navigationDestination(for: Step.self) { _ in
                    Held(value: home.settingsAreBelow ? home.upper : nil) { content($0) }
                }
        }
        .safeAreaInset(edge: .bottom) { MessagesView(phone: phone, home: home) }
        .questions(phone, isAbove: true)
    }

    /// The screen above the settings. Going back is Core's.
    private var path: Binding<[Step]> {
        Binding(
            get: { phone.app.home?.settingsAreBelow == true ? [.upper] : [] },
            set: { if $0.isEmpty, phone.app.home?.settingsAreBelow == true { phone.goBack() } }
        )
    }

    @ViewBuilder private func content(_ screen: UpperScreen) -> some View {
        Group {
            switch screen {
            case .settings: SettingsView(phone: phone, home: home)
            case .account(let screen): AccountScreenView(phone: phone, home: home, screen: screen)
            case .trash: TrashView(phone: phone, home: home)
            case .history(let history): HistoryView(phone: phone, home: home, history: history)
            case .reminders(let screen): RemindersScreenView(phone: phone, screen: screen)
            }
        }
        .navigationBarTitleDisplayMode(.inline)
    }
}

/// The to-dos, notes and photos that were deleted in the last 30 days (S12).
private struct TrashView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        let trash = home.notebook.trash(now: phone.moment.now)
        List {
            ForEach(trash, id: \.key) { trashed in
                HStack {
                    VStack(alignment: .leading) {
                        Text(verbatim: trashed.photo == nil ? trashed.title : Texts.photoOf(trashed.title))
                        Text(verbatim: when(trashed))
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

    private func when(_ trashed: Trashed) -> String {
        let (now, zone) = phone.moment
        return trashed.photo == nil
            ? Texts.deletedAt(trashed.deleted, now: now, zone: zone)
            : Texts.takenOffAt(trashed.deleted, now: now, zone: zone)
    }
}

/// The values that later edits have replaced (S12).
private struct HistoryView: View {
    var phone: PhoneApp
    var home: Home
    var history: RecordHistory

    var body: some View {
        List {
            if let note = history.note { Text(verbatim: note) }
            FetchedRows(phone: phone, fetched: history.entries) { entries in
                ForEach(entries, id: \.number) { entry in
                    Button {
                        phone.send(.upper(.entryTapped(entry.number)))
                    } label: {
                        VStack(alignment: .leading) {
                            Text(verbatim: Texts.fieldName(entry.field)).font(.caption)
                            Text(verbatim: value(entry))
                            Text(verbatim: Texts.setAt(entry, now: phone.moment.now, zone: phone.moment.zone))
                                .font(.caption)
                                .foregroundStyle(.secondary)
                        }
                    }
                    .accessibilityHint(Text("Restores this value."))
                }
                if entries.isEmpty { Text("No earlier versions in the last 30 days.") }
            }
        }
        .navigationTitle("History")
    }

    private func value(_ entry: RecordHistory.Entry) -> String {
        Texts.value(entry, now: phone.moment.now, zone: phone.moment.zone)
    }
}

/// Whether this device may notify, the other devices, and the last deliveries (R4).
private struct RemindersScreenView: View {
    var phone: PhoneApp
    var screen: RemindersScreen

    var body: some View {
        Form {
            if let note = screen.note { Section { Text(verbatim: note) } }
            Section("This device") {
                switch phone.app.world.notifying.permission {
                case .granted: Text("Reminders show on this device, also while Daybook is closed.")
                case .unasked: Button("Allow notifications") { phone.send(.reminder(.allowTapped)) }
                case .denied, .unsupported:
                    Text("Notifications are off on this device. Turn them on in Settings.")
                }
            }
            if !phone.isOnThisDeviceAlone {
                Section("Devices") {
                    FetchedRows(phone: phone, fetched: screen.devices) { devices in
                        ForEach(devices, id: \.id) { device in row(device) }
                    }
                }
                Section("Reminders sent") {
                    FetchedRows(phone: phone, fetched: screen.deliveries) { deliveries in
                        ForEach(deliveries.indices, id: \.self) { place in row(deliveries[place]) }
                        if deliveries.isEmpty { Text("Nothing sent yet.") }
                    }
                }
            }
        }
        .navigationTitle("Reminders")
    }

    private func row(_ device: RemindersScreen.Device) -> some View {
        VStack(alignment: .leading) {
            Text(verbatim: device.name)
            Text(verbatim: Texts.notifying(device))
                .font(.caption)
                .foregroundStyle(.secondary)
        }
    }

    private func row(_ delivery: RemindersScreen.Delivery) -> some View {
        VStack(alignment: .leading) {
            if let title = delivery.title { Text(verbatim: title) } else { Text("A to-do") }
            Text(verbatim: Texts.delivery(delivery, now: phone.moment.now, zone: phone.moment.zone))
                .font(.caption)
                .foregroundStyle(.secondary)
        }
    }
}
