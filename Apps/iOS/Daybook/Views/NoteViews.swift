import DaybookCore
import DaybookPhone
import PhotosUI
import SwiftUI
import UIKit

/// The notes.
struct NoteListView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        let selection = home.visibleNotes
        List {
            ForEach(selection.slots.map { home.notebook.notes[$0] }, id: \.id.uuid.description) { note in
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
        .overlay {
            if selection.slots.isEmpty {
                ContentUnavailableView(
                    "No notes",
                    systemImage: "note.text",
                    description: Text("Write one with the plus.")
                )
            }
        }
        .navigationTitle("Notes")
        .searchable(
            text: phone.text(home.list.filter.search) { phone.home(.list(.searchChanged($0))) },
            prompt: "Search"
        )
        .refreshable { await phone.refresh() }
        .toolbar {
            ToolbarItem(placement: .secondaryAction) {
                Menu("Order", systemImage: "arrow.up.arrow.down") {
                    order("Changed last", .modified)
                    order("Newest first", .created)
                    order("Title A to Z", .title)
                }
            }
            ToolbarItem(placement: .primaryAction) {
                Button("New note", systemImage: "plus") { phone.send(.list(.newNoteTapped)) }
                    .keyboardShortcut("n", modifiers: .command)
            }
        }
    }

    private func order(_ label: LocalizedStringKey, _ order: NoteOrder) -> some View {
        Button {
            phone.send(.list(.noteOrderChosen(order)))
        } label: {
            if home.notebook.notes.order == order {
                Label(label, systemImage: "checkmark")
            } else {
                Text(label)
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

/// One note, read or written.
struct NoteView: View {
    var phone: PhoneApp
    var home: Home
    var note: OpenNote
    @State private var chosen: [PhotosPickerItem] = []
    @State private var photographs = false

    var body: some View {
        Form {
            if let writing = note.writing {
                Section {
                    TextField("Title", text: text(writing.draft.title) { .titleChanged($0) })
                    TextField(
                        "Text",
                        text: text(writing.draft.description) { .descriptionChanged($0) },
                        axis: .vertical
                    )
                    .lineLimit(5...30)
                    if let other = writing.otherTitle {
                        Button("Take the other title: \(other)") { send(.otherTitleTapped) }
                    }
                    if let other = writing.otherDescription {
                        Button("Take the other text: \(other)") { send(.otherDescriptionTapped) }
                    }
                }
            } else {
                Section {
                    Text(verbatim: home.shownNote?.title ?? Texts.untitledNote).font(.headline)
                    Text(verbatim: home.shownNote?.description ?? "")
                    Button("Write", systemImage: "pencil") { send(.writeTapped) }
                }
            }
            if let shown = home.shownNote { tags(shown) }
            Section("Photos") {
                ForEach(home.shownNote?.photos ?? [], id: \.id.uuid.description) { photo in
                    Button {
                        send(.galleryOpened(photo.id))
                    } label: {
                        PhotoView(phone: phone, photo: photo, isThumbnail: false)
                    }
                    .buttonStyle(.plain)
                    .swipeActions(edge: .trailing, allowsFullSwipe: true) {
                        Button("Remove", systemImage: "trash", role: .destructive) { send(.photoRemoved(photo.id)) }
                    }
                }
                .onMove { from, to in move(from, to) }
                PhotosPicker("Add photos", selection: $chosen, maxSelectionCount: 10, matching: .images)
                if CameraView.isAvailable {
                    Button("Take a photo", systemImage: "camera") { photographs = true }
                }
            }
            Section {
                if let shown = home.shownNote {
                    Button(shown.isPinned ? "Unpin" : "Pin", systemImage: shown.isPinned ? "pin.slash" : "pin") {
                        send(.pinTapped)
                    }
                }
                Button("Make to-dos of the lines that begin with a dash", systemImage: "checklist") {
                    send(.toTodosTapped)
                }
                Button("History", systemImage: "clock.arrow.circlepath") { send(.historyTapped) }
                Button("Delete", systemImage: "trash", role: .destructive) { send(.deleteTapped) }
            }
        }
        .navigationTitle("Note")
        .navigationBarTitleDisplayMode(.inline)
        .fullScreenCover(isPresented: $photographs) {
            CameraView { phone.addPhoto($0, to: note.id) }.ignoresSafeArea()
        }
        .fullScreenCover(isPresented: phone.shows(note.gallery != nil)) {
            GalleryView(phone: phone, photos: home.shownNote?.photos ?? [], shown: note.gallery)
        }
        .onChange(of: chosen) { _, items in
            chosen = []
            for item in items { take(item) }
        }
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button("Close") { send(.closed) }
            }
            if note.writing != nil {
                ToolbarItem(placement: .confirmationAction) {
                    Button("Done") { send(.doneTapped) }
                        .keyboardShortcut("s", modifiers: .command)
                }
            }
        }
    }

    private func tags(_ shown: Note) -> some View {
        TagSection(
            tags: shown.tags,
            text: text(note.tagText) { .tagTextChanged($0) },
            violation: note.tagViolation,
            add: { send(.tagSubmitted) },
            remove: { send(.tagRemoved($0)) }
        )
    }

    private func send(_ action: OpenNote.Action) { phone.send(.note(action)) }

    private func text(_ value: String, _ action: @escaping (String) -> OpenNote.Action) -> Binding<String> {
        phone.text(value) { phone.home(.note(action($0))) }
    }

    private func take(_ item: PhotosPickerItem) {
        let id = note.id
        Task {
            let data = try? await item.loadTransferable(type: Data.self)
            phone.addPhoto(data.map { Array($0) } ?? [], to: id)
        }
    }

    /// SwiftUI counts the place before the photo is taken out of its own.
    private func move(_ from: IndexSet, _ to: Int) {
        guard let place = from.first, let photos = home.shownNote?.photos, photos.indices.contains(place) else {
            return
        }
        send(.photoMoved(photos[place].id, by: (to > place ? to - 1 : to) - place))
    }
}

/// The photos of a note, one to a screen (N3).
private struct GalleryView: View {
    var phone: PhoneApp
    var photos: [Photo]
    var shown: Photo.ID?

    var body: some View {
        NavigationStack {
            TabView(selection: place) {
                ForEach(photos.indices, id: \.self) { place in
                    PhotoView(phone: phone, photo: photos[place], isThumbnail: false).tag(place)
                }
            }
            .tabViewStyle(.page)
            .navigationTitle("Photos")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Close") { phone.send(.note(.galleryClosed)) }
                }
            }
        }
    }

    private var place: Binding<Int> {
        Binding(
            get: { photos.firstIndex { $0.id == shown } ?? 0 },
            set: { phone.send(.note(.gallerySwiped(to: $0))) }
        )
    }
}

/// A photo, from this device or from the server.
private struct PhotoView: View {
    var phone: PhoneApp
    var photo: Photo
    var isThumbnail: Bool
    @State private var image: UIImage?

    var body: some View {
        Group {
            if let image {
                Image(uiImage: image).resizable().scaledToFit()
            } else {
                ProgressView()
            }
        }
        .accessibilityLabel(Text("Photo"))
        .task(id: photo.sha256.description) {
            let digest = isThumbnail ? photo.thumbnail ?? photo.sha256 : photo.sha256
            image = await phone.photo(digest).flatMap { UIImage(data: Data($0)) }
        }
    }
}
