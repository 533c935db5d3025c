import DaybookCore
import DaybookPhone
import SwiftUI

/// The lists, and what is open above them.
struct HomeView: View {
    var phone: PhoneApp
    var home: Home
    @State private var services = SystemServices.shared
    @State private var undo = SystemUndo()
    @Environment(\.undoManager) private var undoManager

    var body: some View {
        NavigationSplitView {
            SidebarView(phone: phone, home: home)
        } detail: {
            if home.list.section == .notes {
                NoteListView(phone: phone, home: home)
            } else {
                TodoListView(phone: phone, home: home)
            }
        }
        .safeAreaInset(edge: .bottom) { MessagesView(phone: phone, home: home) }
        .questions(phone, home, isAbove: home.sheet == nil && home.upper == nil)
        .sheet(isPresented: phone.shows(home.sheet != nil)) {
            SheetView(phone: phone, home: home)
        }
        .sheet(isPresented: phone.shows(home.upper != nil && home.sheet == nil)) {
            UpperScreenView(phone: phone, home: home)
        }
        .sheet(isPresented: phone.shows(TagNameView.isShown(home.overlay) && home.sheet == nil && home.upper == nil)) {
            TagNameView(phone: phone, overlay: home.overlay)
        }
        .onChange(of: home.notebook.steps.latest, initial: true) { _, latest in
            undo.follow(phone, canUndo: latest != nil, in: undoManager)
        }
        .sheet(isPresented: Binding(get: { services.shared != nil }, set: { if !$0 { services.shared = nil } })) {
            if let file = services.shared {
                ShareLink(item: file) { Label("Save the file", systemImage: "square.and.arrow.up") }
                    .presentationDetents([.medium])
            }
        }
    }
}

/// What lies above the list: the editor or a note, and a screen above it.
private struct SheetView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        NavigationStack {
            switch home.sheet {
            case .editor(let editor): EditorView(phone: phone, home: home, editor: editor)
            case .note(let note): NoteView(phone: phone, home: home, note: note)
            case nil: ProgressView()
            }
        }
        .presentationDetents([.medium, .large])
        .questions(phone, home, isAbove: home.upper == nil)
        .sheet(isPresented: phone.shows(home.upper != nil)) {
            UpperScreenView(phone: phone, home: home)
        }
    }
}

/// The lists there are, the tags, and the account.
private struct SidebarView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        List {
            Section {
                row("Today", "star", .today)
                row("Upcoming", "calendar", .upcoming)
                row("All to-dos", "tray", .any)
                NavigationLink {
                    NoteListView(phone: phone, home: home)
                        .onAppear { phone.send(.list(.sectionChosen(.notes))) }
                } label: {
                    Label("Notes", systemImage: "note.text")
                }
            }
            if !home.offeredTags.isEmpty {
                Section("Tags") {
                    ForEach(home.offeredTags, id: \.self) { tag in
                        Button {
                            phone.send(.list(.tagTapped(home.list.filter.tag == tag ? nil : tag)))
                        } label: {
                            Label(tag, systemImage: home.list.filter.tag == tag ? "tag.fill" : "tag")
                        }
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
                Button("Reminders", systemImage: "bell") { phone.send(.upper(.remindersOpened)) }
                Button("Trash", systemImage: "trash") { phone.send(.upper(.trashOpened)) }
                Button("Account", systemImage: "person.crop.circle") { phone.send(.upper(.accountOpened)) }
                Button("Log out", systemImage: "rectangle.portrait.and.arrow.right") { phone.send(.logOutTapped) }
            }
        }
        .navigationTitle("Daybook")
    }

    /// Renames the tag or removes it (T3), by Core's own menu.
    private func change(_ tag: String, _ action: Overlay.Action) {
        phone.send(.list(.tagMenuOpened(tag, at: nil)))
        phone.send(.overlay(action))
    }

    private func row(_ label: LocalizedStringKey, _ symbol: String, _ due: Filter.Due) -> some View {
        NavigationLink {
            TodoListView(phone: phone, home: home)
                .onAppear {
                    phone.send(.list(.sectionChosen(.todos)))
                    phone.send(.list(.dueTapped(due)))
                }
        } label: {
            Label(label, systemImage: symbol)
        }
    }
}

/// The banner, the reminders that ring, and the message at the bottom.
private struct MessagesView: View {
    var phone: PhoneApp
    var home: Home

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
            ForEach(home.notebook.reminders.ringing, id: \.todo.uuid.description) { ringing in
                if let todo = home.notebook.todos[ringing.todo] {
                    HStack {
                        Label(todo.title, systemImage: "bell")
                        Spacer()
                        Button("Done") { phone.send(.reminder(.replyTapped(ringing.todo, .done))) }
                        Menu("Later") {
                            ForEach(Snooze.allCases, id: \.self) { snooze in
                                Button(Texts.label(snooze)) {
                                    phone.send(.reminder(.snoozeTapped(ringing.todo, snooze)))
                                }
                            }
                        }
                    }
                }
            }
            if let toast = home.toast {
                HStack {
                    Text(verbatim: toast.text)
                    Spacer()
                    if toast.undo != nil { Button("Undo") { phone.send(.toast(.undoTapped)) } }
                    if toast.redo != nil { Button("Redo") { phone.send(.toast(.redoTapped)) } }
                    if toast.show != nil { Button("Show") { phone.send(.toast(.showTapped)) } }
                    if toast.opens != nil { Button("More") { phone.send(.toast(.opensTapped)) } }
                }
                .sensoryFeedback(.success, trigger: toast.text)
            }
            if let banner {
                Label(banner, systemImage: "wifi.slash")
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
        }
    }
}

// MARK: - Questions

extension View {
    /// The questions of Core, asked above the screen that is on top.
    func questions(_ phone: PhoneApp, _ home: Home, isAbove: Bool) -> some View {
        modifier(Questions(phone: phone, home: home, isAbove: isAbove))
    }
}

private struct Questions: ViewModifier {
    var phone: PhoneApp
    var home: Home
    var isAbove: Bool

    func body(content: Content) -> some View {
        content.alert(title, isPresented: phone.shows(isAbove && words != nil)) {
            if let words {
                Button(words.confirm, role: words.isDestructive ? .destructive : nil) {
                    phone.send(.overlay(.confirmed))
                }
                Button(words.dismiss, role: .cancel) { phone.send(.overlay(.dismissed)) }
            }
        } message: {
            Text(verbatim: words?.text ?? "")
        }
    }

    private var title: LocalizedStringKey { words?.title ?? "Daybook" }

    private var words: Words? {
        switch home.overlay {
        case .confirmDelete(let id):
            Words("Delete this to-do?", Texts.deleteText(home.notebook.todos[id]?.title ?? ""), "Delete", "Keep")
        case .imported:
            Words("This is a sample", "Samples cannot be edited.", "Edit a copy", "Close", isDestructive: false)
        case .confirmLogOut: Words("Log out of Daybook?", logOutText, "Log out", "Stay")
        case .missing:
            Words("This is not here", "It may be in the trash.", "Put it back", "Close", isDestructive: false)
        case .samplesFailed:
            Words(
                "The samples did not come",
                "The server did not send them.",
                "Try again",
                "Not now",
                isDestructive: false
            )
        case .confirmDiscard: Words("Discard what you wrote?", "It cannot be saved yet.", "Discard", "Keep writing")
        case .rowMenu, .orderMenu, .accountMenu, .tagMenu, .renameTag, .when, .tagChosen, .shortcuts, .palette,
            nil:
            nil
        }
    }

    private var logOutText: String {
        if phone.isOnThisDeviceAlone { return "Your notebook stays on this device, sealed under your password." }
        let waiting = home.notebook.replica.unsentCount
        return Texts.logOutText(waiting: waiting, isSealed: true, isWriting: home.isWritingAnywhere)
    }

    private struct Words {
        var title: LocalizedStringKey
        var text: String
        var confirm: LocalizedStringKey
        var dismiss: LocalizedStringKey
        var isDestructive: Bool

        init(
            _ title: LocalizedStringKey,
            _ text: String,
            _ confirm: LocalizedStringKey,
            _ dismiss: LocalizedStringKey,
            isDestructive: Bool = true
        ) {
            self.title = title
            self.text = text
            self.confirm = confirm
            self.dismiss = dismiss
            self.isDestructive = isDestructive
        }
    }
}
