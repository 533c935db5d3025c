import DaybookCore
import DaybookPhone
import SwiftUI

/// The notes.
struct NoteListView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        let selection = home.visibleNotes
        List {
            if selection.isSearchEmpty {
                Text(verbatim: Texts.nothingFound(home.list.filter.search)).foregroundStyle(.secondary)
            }
            Section {
                notes(selection)
            } header: {
                Text(verbatim: phone.countWords(of: home))
            }
            found
        }
        .overlay {
            if selection.slots.isEmpty {
                EmptyListView(phone: phone, home: home, icon: "note.text")
            }
        }
        .navigationTitle("Notes")
        .searchable(text: phone.field({ $0.list.filter.search }) { .list(.searchChanged($0)) }, prompt: "Search")
        .refreshable { await phone.refresh() }
        .toolbar {
            ToolbarItem(placement: .secondaryAction) {
                Picker("Order", systemImage: "arrow.up.arrow.down", selection: order) {
                    Text("Changed last").tag(NoteOrder.modified)
                    Text("Newest first").tag(NoteOrder.created)
                    Text("Title A to Z").tag(NoteOrder.title)
                    Text("Title Z to A").tag(NoteOrder.titleDescending)
                }
                .pickerStyle(.menu)
            }
            ToolbarItem(placement: .primaryAction) {
                Button("New note", systemImage: "plus") { phone.send(.list(.newNoteTapped)) }
                    .keyboardShortcut("n", modifiers: .command)
            }
        }
    }

    private func notes(_ selection: Selection) -> some View {
        ForEach(selection.slots.map { home.notebook.notes[$0] }, id: \.id) { note in
            Button {
                phone.send(.list(.noteTapped(note.id)))
            } label: {
                row(note)
            }
            .buttonStyle(.plain)
            .swipeActions(edge: .leading, allowsFullSwipe: true) { pin(note) }
            .swipeActions(edge: .trailing, allowsFullSwipe: true) { delete(note) }
            .contextMenu {
                pin(note)
                delete(note)
            }
        }
    }

    private var order: Binding<NoteOrder> { phone.choice(home.notebook.notes.order) { .list(.noteOrderChosen($0)) } }

    /// The to-dos that the search finds too.
    @ViewBuilder private var found: some View {
        if !home.foundTodos.isEmpty {
            Section("Also found") {
                ForEach(home.foundTodos, id: \.id) { todo in
                    Button(todo.title, systemImage: todo.isDone ? "checkmark.circle.fill" : "circle") {
                        phone.send(.list(.rowTapped(todo.id)))
                    }
                }
            }
        }
    }

    private func pin(_ note: Note) -> some View {
        Button(note.isPinned ? "Unpin" : "Pin", systemImage: note.isPinned ? "pin.slash" : "pin") {
            phone.send(.list(.noteSwipedRight(note.id)))
        }
    }

    private func delete(_ note: Note) -> some View {
        Button("Delete", systemImage: "trash", role: .destructive) { phone.send(.list(.noteSwipedLeft(note.id))) }
    }

    private func row(_ note: Note) -> some View {
        HStack {
            if let photo = note.photos.first {
                PhotoView(phone: phone, photo: photo, isThumbnail: true).frame(width: 56, height: 56)
            }
            VStack(alignment: .leading) {
                Text(verbatim: note.title.isEmpty ? Texts.untitledNote : note.title)
                Text(verbatim: note.description)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
                    .lineLimit(2)
                HStack {
                    if note.isPinned {
                        Image(systemName: "pin.fill").accessibilityLabel(Text("Pinned"))
                    }
                    ForEach(note.tags, id: \.self) { tag in
                        Text(verbatim: "#\(tag)")
                    }
                    Text(verbatim: Texts.age(note, now: phone.moment.now, zone: phone.moment.zone))
                }
                .font(.caption)
                .foregroundStyle(.secondary)
            }
        }
    }
}
