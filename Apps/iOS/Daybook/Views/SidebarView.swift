import DaybookCore
import DaybookPhone
import SwiftUI

/// The lists, the tags, and the way to the rest.
struct SidebarView: View {
    var phone: PhoneApp
    var home: Home
    @Binding var place: ListPlace?

    var body: some View {
        List(selection: $place) {
            Section {
                row("Today", "star", .today)
                row("Upcoming", "calendar", .upcoming)
                row("All to-dos", "tray", .all)
                row("Notes", "note.text", .notes)
            }
            if !home.offeredTags.isEmpty {
                Section("Tags") {
                    ForEach(home.offeredTags, id: \.self) { tag in
                        NavigationLink(value: ListPlace.tag(tag)) { Label(tag, systemImage: "tag") }
                            .contextMenu {
                                Button("Rename on all to-dos and notes", systemImage: "pencil") {
                                    change(tag, .renameTapped)
                                }
                                Button("Remove from all to-dos and notes", systemImage: "trash", role: .destructive) {
                                    change(tag, .removeTapped)
                                }
                            }
                    }
                }
            }
            Section {
                Button("Trash", systemImage: "trash") { phone.send(.upper(.trashOpened)) }
                Button("Settings", systemImage: "gearshape") { phone.send(.upper(.settingsOpened)) }
                    .keyboardShortcut(",", modifiers: .command)
                Button("Log out", systemImage: "rectangle.portrait.and.arrow.right") { phone.send(.logOutTapped) }
            }
        }
        .navigationTitle("Daybook")
    }

    private func row(_ label: LocalizedStringKey, _ symbol: String, _ place: ListPlace) -> some View {
        NavigationLink(value: place) { Label(label, systemImage: symbol) }
    }

    /// Renames the tag or removes it (T3), by Core's own menu.
    private func change(_ tag: String, _ action: Overlay.Action) {
        phone.send(.list(.tagMenuOpened(tag, at: nil)))
        phone.send(.overlay(action))
    }
}
