import DaybookCore
import DaybookPhone
import SwiftUI

/// The reminders that ring, the message at the bottom, and the banner.
struct MessagesView: View {
    var phone: PhoneApp
    var home: Home

    /// More reminders would cover the screen; the others follow as these are dealt with.
    private static let shown = 3

    var body: some View {
        if !isEmpty {
            messages
                .padding()
                .background(.bar)
        }
    }

    private var isEmpty: Bool {
        home.notebook.reminders.ringing.isEmpty && home.toast == nil && banner == nil
    }

    private var banner: String? { home.banner(isOnline: phone.app.world.isOnline) }

    private var messages: some View {
        VStack {
            let ringing = home.notebook.reminders.ringing
            ForEach(ringing.suffix(Self.shown), id: \.todo) { ringing in
                if let todo = home.notebook.todos[ringing.todo] { row(ringing, todo) }
            }
            if ringing.count > Self.shown {
                Text(verbatim: Texts.moreReminders(ringing.count - Self.shown)).font(.footnote)
            }
            if let toast = home.toast { row(toast) }
            if let banner {
                Label(banner, systemImage: "wifi.slash")
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
        }
    }

    private func row(_ ringing: Reminders.Ringing, _ todo: Todo) -> some View {
        HStack {
            Button {
                phone.send(.reminder(.openTapped(todo.id)))
            } label: {
                VStack(alignment: .leading) {
                    Label(todo.title, systemImage: "bell")
                    Text(
                        verbatim: Texts.reminderTime(ringing.due, now: phone.moment.now, zone: phone.moment.zone)
                    )
                    .font(.caption)
                    .foregroundStyle(.secondary)
                }
            }
            .buttonStyle(.plain)
            Spacer()
            Button("Done") { phone.send(.reminder(.replyTapped(todo.id, .done))) }
            Menu("Later") {
                ForEach(Snooze.allCases, id: \.self) { snooze in
                    Button(Texts.label(snooze)) { phone.send(.reminder(.snoozeTapped(todo.id, snooze))) }
                }
            }
        }
    }

    private func row(_ toast: Toast) -> some View {
        HStack {
            Text(verbatim: toast.text)
            Spacer()
            if toast.undo != nil { Button("Undo") { phone.send(.toast(.undoTapped)) } }
            if toast.redo != nil { Button("Redo") { phone.send(.toast(.redoTapped)) } }
            if toast.show != nil { Button("Show") { phone.send(.toast(.showTapped)) } }
            if toast.opens != nil { Button("More") { phone.send(.toast(.opensTapped)) } }
            Button {
                phone.send(.toast(.dismissed))
            } label: {
                Image(systemName: "xmark")
            }
            .accessibilityLabel(Text("Close"))
        }
        .sensoryFeedback(.success, trigger: toast.text)
    }
}
