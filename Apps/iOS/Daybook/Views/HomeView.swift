import DaybookCore
import DaybookPhone
import SwiftUI

/// The lists, and the screens above them.
struct HomeView: View {
    var phone: PhoneApp
    var home: Home
    /// The row of the sidebar. On a narrow screen no row is chosen while the sidebar shows.
    @State private var place: ListPlace?
    @State private var undo = SystemUndo()
    @Environment(\.undoManager) private var undoManager

    var body: some View {
        NavigationSplitView {
            SidebarView(phone: phone, home: home, place: $place)
        } detail: {
            // The stack gives the list a bar of its own.
            NavigationStack {
                if home.list.section == .notes {
                    NoteListView(phone: phone, home: home)
                } else {
                    TodoListView(phone: phone, home: home)
                }
            }
        }
        .onChange(of: home.place, initial: true) { _, shown in place = shown }
        .onChange(of: place) { _, chosen in
            if let chosen { phone.show(chosen) }
        }
        .safeAreaInset(edge: .bottom) { MessagesView(phone: phone, home: home) }
        .questions(phone, isAbove: home.sheet == nil && home.upper == nil)
        .sheet(isPresented: phone.shows { $0.sheet != nil }) {
            SheetView(phone: phone, home: home)
        }
        .sheet(isPresented: phone.showsUpper(aboveSheet: false)) {
            UpperScreenView(phone: phone, home: home)
        }
        .sheet(isPresented: phone.shows { $0.sheet == nil && $0.upper == nil && $0.words != nil }) {
            Held(value: home.words == nil ? nil : home.overlay) { overlay in
                if case .when(let planned, _, let typed) = overlay {
                    WhenView(phone: phone, home: home, planned: planned, typed: typed)
                } else {
                    TagNameView(phone: phone, overlay: overlay)
                }
            }
        }
        .onChange(of: home.notebook.steps.latest, initial: true) { _, latest in
            undo.follow(phone, canUndo: latest != nil, in: undoManager)
        }
    }
}

/// The screens above the list: the editor or a note, and an upper screen.
private struct SheetView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        NavigationStack {
            Held(value: home.sheet) { sheet in
                switch sheet {
                case .editor(let editor): EditorView(phone: phone, home: home, editor: editor)
                case .note(let note): NoteView(phone: phone, home: home, note: note)
                }
            }
        }
        .safeAreaInset(edge: .bottom) { MessagesView(phone: phone, home: home) }
        .presentationDetents([.medium, .large])
        .interactiveDismissDisabled(home.asksOnClosing)
        .questions(phone, isAbove: home.upper == nil)
        .sheet(isPresented: phone.showsUpper(aboveSheet: true)) {
            UpperScreenView(phone: phone, home: home)
        }
    }
}
