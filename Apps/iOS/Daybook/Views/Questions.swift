import DaybookCore
import DaybookPhone
import SwiftUI

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
        content.alert(title, isPresented: phone.shows { isAbove && Self.asks($0.overlay) }) {
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

    /// Whether an overlay is a question, not a menu or a field.
    private static func asks(_ overlay: Overlay?) -> Bool {
        switch overlay {
        case .confirmDelete, .imported, .confirmLogOut, .missing, .samplesFailed, .confirmDiscard: true
        case .rowMenu, .orderMenu, .accountMenu, .tagMenu, .renameTag, .when, .tagChosen, .shortcuts, .palette,
            nil:
            false
        }
    }

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
