import DaybookCore
import DaybookPhone
import PhotosUI
import SwiftUI

/// One note, read or written.
struct NoteView: View {
    var phone: PhoneApp
    var home: Home
    var note: OpenNote
    @State private var chosen: [PhotosPickerItem] = []
    @State private var photographs = false

    var body: some View {
        Form {
            if let writing = note.writing { fields(writing) } else { texts }
            if let shown { tags(shown) }
            todos
            photos
            Section {
                if let shown {
                    Button(shown.isPinned ? "Unpin" : "Pin", systemImage: shown.isPinned ? "pin.slash" : "pin") {
                        send(.pinTapped)
                    }
                }
                if shown?.todoLines.isEmpty == false {
                    Button("Make to-dos of the lines that begin with a dash", systemImage: "checklist") {
                        send(.toTodosTapped)
                    }
                }
                Button("History", systemImage: "clock.arrow.circlepath") { send(.historyTapped) }
                Button("Delete", systemImage: "trash", role: .destructive) { send(.deleteTapped) }
            } footer: {
                if let shown {
                    Text(verbatim: Texts.age(shown, now: phone.moment.now, zone: phone.moment.zone))
                }
            }
        }
        .navigationTitle(note.writing?.beganNew == true ? "New note" : "Note")
        .navigationBarTitleDisplayMode(.inline)
        .fullScreenCover(isPresented: $photographs) {
            CameraView { phone.addPhoto($0, to: note.id) }.ignoresSafeArea()
        }
        .fullScreenCover(isPresented: phone.shows { $0.openNote?.gallery != nil }) {
            Held(value: note.gallery) { photo in
                GalleryView(phone: phone, photos: shown?.photos ?? [], shown: photo)
            }
        }
        .onChange(of: chosen) { _, items in
            chosen = []
            for item in items { take(item) }
        }
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button("Close") { send(.closed) }
            }
            ToolbarItem(placement: .confirmationAction) {
                if note.writing == nil {
                    Button("Write") { send(.writeTapped) }
                } else {
                    Button("Done") { send(.doneTapped) }
                        .keyboardShortcut("s", modifiers: .command)
                }
            }
        }
    }

    /// The note as it is kept; nil while nothing of it is kept.
    private var shown: Note? { home.notebook.notes[note.id] }

    // MARK: - Texts

    private var texts: some View {
        Section {
            Text(verbatim: shown?.title ?? Texts.untitledNote).font(.headline)
            Text(PhoneTexts.linked(shown?.description ?? "")).textSelection(.enabled)
        }
    }

    private func fields(_ writing: OpenNote.Writing) -> some View {
        Section {
            TextField("Title", text: phone.field({ $0.openNote?.writing?.draft.title }) { .note(.titleChanged($0)) })
            TextField(
                "Text",
                text: phone.field({ $0.openNote?.writing?.draft.description }) { .note(.descriptionChanged($0)) },
                axis: .vertical
            )
            .lineLimit(5...30)
            if let other = writing.otherTitle {
                Button("Take the other title: \(other)") { send(.otherTitleTapped) }
            }
            if let other = writing.otherDescription {
                Button("Take the other text: \(other)") { send(.otherDescriptionTapped) }
            }
        } footer: {
            VStack(alignment: .leading) { missing(writing) }
        }
    }

    /// The parts that a note needs before it goes to other devices.
    @ViewBuilder private func missing(_ writing: OpenNote.Writing) -> some View {
        let found = home.notebook.draftViolations(writing.draft, of: note.id)
        if writing.draft != NoteDraft() || shown != nil, !found.isEmpty {
            Text("Draft, on this device only.")
            ForEach(found.indices, id: \.self) { place in
                Text(verbatim: found[place].message)
            }
            if phone.app.rules.canBeLifted {
                Button("Allow short notes and longer texts") {
                    phone.send(.limitsChosen(.roomy, at: .noteDescription))
                }
            }
        }
    }

    private func tags(_ shown: Note) -> some View {
        TagSection(
            tags: shown.tags,
            offered: home.notebook.tags(beginning: note.tagText, besides: shown.tags, limit: 6),
            text: phone.field({ $0.openNote?.tagText }) { .note(.tagTextChanged($0)) },
            violation: note.tagViolation,
            add: { send(.tagSubmitted) },
            suggest: { send(.tagSuggested($0)) },
            remove: { send(.tagRemoved($0)) }
        )
    }

    /// The to-dos that belong to the note.
    @ViewBuilder private var todos: some View {
        let todos = phone.todos(of: note.id)
        if !todos.isEmpty {
            Section("To-dos of this note") {
                ForEach(todos, id: \.id) { todo in
                    HStack {
                        CheckButton(phone: phone, todo: todo)
                        Button {
                            phone.send(.list(.rowTapped(todo.id)))
                        } label: {
                            Text(verbatim: todo.title).strikethrough(todo.isDone)
                        }
                        .buttonStyle(.plain)
                    }
                }
            }
        }
    }

    // MARK: - Photos

    private var photos: some View {
        Section("Photos") {
            let photos = shown?.photos ?? []
            ForEach(photos, id: \.id) { photo in
                Button {
                    send(.galleryOpened(photo.id))
                } label: {
                    VStack(alignment: .leading) {
                        PhotoView(phone: phone, photo: photo, isThumbnail: false)
                        state(photo)
                    }
                }
                .buttonStyle(.plain)
                .swipeActions(edge: .trailing, allowsFullSwipe: true) {
                    Button("Remove", systemImage: "trash", role: .destructive) { send(.photoRemoved(photo.id)) }
                }
            }
            .onMove { from, to in move(from, to) }
            ForEach(0..<coming, id: \.self) { _ in ProgressView() }
            if photos.count + coming < phone.app.rules.photosMaximum {
                PhotosPicker(
                    "Add photos",
                    selection: $chosen,
                    maxSelectionCount: phone.app.rules.photosMaximum - photos.count - coming,
                    matching: .images
                )
                if CameraView.isAvailable {
                    Button("Take a photo", systemImage: "camera") { photographs = true }
                }
            }
        }
    }

    /// The photos that are being made.
    private var coming: Int { home.notebook.photos.incoming.count { $0.note == note.id } }

    /// The state of a photo on its way to the server, if there is one.
    @ViewBuilder private func state(_ photo: Photo) -> some View {
        let upload = home.notebook.photos.uploads.first { $0.sha256 == photo.sha256 }
        if let upload, !phone.isOnThisDeviceAlone {
            Text(verbatim: upload.refusal ?? Texts.waitsForUpload)
                .font(.footnote)
                .foregroundStyle(upload.refusal == nil ? Color.secondary : Color.red)
        }
    }

    private func send(_ action: OpenNote.Action) { phone.send(.note(action)) }

    private func take(_ item: PhotosPickerItem) {
        let id = note.id
        Task {
            let data = try? await item.loadTransferable(type: Data.self)
            phone.addPhoto(data.map { Array($0) } ?? [], to: id)
        }
    }

    /// SwiftUI counts the place before the photo is taken out of its own.
    private func move(_ from: IndexSet, _ to: Int) {
        guard let place = from.first, let photos = shown?.photos, photos.indices.contains(place) else { return }
        send(.photoMoved(photos[place].id, by: (to > place ? to - 1 : to) - place))
    }
}
