import DaybookCore

/// The title of the document, which a browser shows on its tab and keeps in its history.
///
/// It names places, filters and searches, which are in the address too. It names no to-do and no note: those are sealed
/// on this device (A13), and a browser's history is not.
public enum TabTitle {
    /// The title for a state.
    public static func text(_ app: App) -> String {
        switch app.screen {
        case .launching: return Labels.daybook
        case .signIn, .earlierPassword: return titled([Labels.signIn])
        case .signUp: return titled([Labels.signUp])
        case .newPassword: return titled([Labels.chooseOwnPassword])
        case .home(let home): return titled(names(home))
        }
    }

    private static func titled(_ names: [String]) -> String {
        var title = ""
        for name in names { title += name + " · " }
        return title + Labels.daybook
    }

    private static func names(_ home: Home) -> [String] {
        switch home.upper {
        case .settings: return [Labels.settings]
        case .account: return [Labels.accountAndDevices]
        case .trash: return [Labels.trash]
        case .history: return [Labels.history]
        case .reminders: return [Labels.reminders]
        case nil: break
        }
        switch home.sheet {
        case .editor(let editor): return [editor.subject == .new ? Labels.newTodo : Labels.todo]
        case .note(let note): return [note.writing?.beganNew == true ? Labels.newNote : Labels.note]
        case nil: break
        }
        let named = home.list.named
        var names: [String] = []
        var search = named.search.bytes
        while search.last == UInt8(ascii: " ") { search.removeLast() }
        if !search.isEmpty { names.append("“" + String(utf8: search) + "”") }
        if let tag = named.tag { names.append("#" + tag) }
        if named.state != .all { names.append(HomeView.label(named.state)) }
        return names + [HomeView.title(home.list)]
    }
}
