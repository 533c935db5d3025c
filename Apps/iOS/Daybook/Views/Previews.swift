#if DEBUG
import DaybookClient
import DaybookCore
import DaybookPhone
import DaybookWidget
import Foundation
import SwiftUI

// Each screen in Xcode's canvas: the whole app in a folder of its own, with secrets in memory, no server and no
// notifications. Actions that a person would tap lead to the screen.

struct SignInView_Previews: PreviewProvider {
    static var previews: some View { PreviewedApp(isSignedIn: false) }
}

struct SignUpView_Previews: PreviewProvider {
    static var previews: some View { PreviewedApp(isSignedIn: false) { $0.send(.signIn(.signUpTapped)) } }
}

struct TodoListView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp()
        PreviewedApp { $0.send(.settingChosen(.look(.dark))) }
        PreviewedApp { $0.send(.list(.choosing(.began($0.app.home?.notebook.todos.todos.first?.id)))) }
        PreviewedApp().environment(\.dynamicTypeSize, .accessibility5)
    }
}

struct EditorView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp { $0.send(.list(.newTapped)) }
        PreviewedApp { phone in
            if let todo = phone.app.home?.notebook.todos.todos.first { phone.send(.list(.rowTapped(todo.id))) }
            phone.send(.editor(.whenTapped(.deadline)))
        }
    }
}

struct WhenView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp { phone in
            if let todo = phone.app.home?.notebook.todos.todos.first { phone.send(.list(.whenTapped(todo.id))) }
        }
    }
}

struct TagNameView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp {
            $0.send(.list(.tagMenuOpened("home", at: nil)))
            $0.send(.overlay(.renameTapped))
        }
    }
}

struct NoteView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp { PreviewDevice.write(in: $0) }
        PreviewedApp {
            PreviewDevice.write(in: $0)
            $0.send(.note(.doneTapped))
            $0.send(.note(.toTodosTapped))
        }
    }
}

struct NoteListView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp {
            PreviewDevice.write(in: $0)
            $0.send(.note(.closed))
        }
    }
}

struct UpperScreenView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp { $0.send(.upper(.settingsOpened)) }
        PreviewedApp { $0.send(.upper(.accountOpened)) }
        PreviewedApp { $0.send(.upper(.remindersOpened)) }
        PreviewedApp { $0.send(.upper(.trashOpened)) }
        PreviewedApp { phone in
            if let todo = phone.app.home?.notebook.todos.todos.first { phone.send(.list(.rowTapped(todo.id))) }
            phone.send(.editor(.historyTapped))
        }
    }
}

struct LockView_Previews: PreviewProvider {
    static var previews: some View { LockView(lock: .shared) }
}

/// The app, with a person who has some to-dos, and at the screen that the steps lead to.
private struct PreviewedApp: View {
    var isSignedIn = true
    var steps: @MainActor (PhoneApp) -> Void = { _ in }
    @State private var phone = PhoneApp(PreviewDevice.device)

    private static let lines = [
        "Pay rent by tomorrow #home", "Call Asha in 30 minutes", "Water the plants every day #home", "Buy milk",
    ]

    var body: some View {
        RootView(phone: phone)
            .task {
                await phone.start()
                if isSignedIn, phone.app.home == nil { await signUp() }
                steps(phone)
            }
    }

    private func signUp() async {
        phone.send(.signIn(.signUpTapped))
        phone.send(.signUp(.changed(.name, "Asha Rao")))
        phone.send(.signUp(.changed(.mobile, "9876543210")))
        phone.send(.signUp(.changed(.email, "asha@example.org")))
        phone.send(.signUp(.changed(.password, PreviewDevice.password)))
        phone.send(.signUp(.changed(.passwordAgain, PreviewDevice.password)))
        phone.send(.signUp(.submitted))
        await phone.settle()
        for line in Self.lines { _ = try? await phone.add(line) }
    }
}

/// The device of a preview.
@MainActor private enum PreviewDevice {
    static let password = "xYQ7#wZ9k"

    /// Opens a new note, and writes it.
    static func write(in phone: PhoneApp) {
        phone.send(.list(.newNoteTapped))
        phone.send(.note(.titleChanged("Holidays")))
        let text = "A week by the sea, booked at https://example.org for all of us, with the dog.\n- Pack\n- Book"
        phone.send(.note(.descriptionChanged(text)))
    }

    static var device: PhoneDevice {
        PhoneDevice(
            folder: FileManager.default.temporaryDirectory.appendingPathComponent(Foundation.UUID().uuidString).path,
            keys: Keys(),
            clock: SystemClock(),
            notifications: Silence(),
            services: Silence(),
            photos: ImagePhotoMaker(),
            widget: Silence(),
            transport: { URLSessionTransport($0) }
        )
    }

    private final class Keys: KeyStore, @unchecked Sendable {
        private let lock = NSLock()
        private var secrets: [Secret: Data] = [:]

        func read(_ secret: Secret) throws -> Data? { lock.withLock { secrets[secret] } }
        func write(_ data: Data, as secret: Secret) throws { lock.withLock { secrets[secret] = data } }
        func remove(_ secret: Secret) throws { _ = lock.withLock { secrets.removeValue(forKey: secret) } }
    }

    private final class Silence: PhoneNotifications, PhoneServices, PhoneWidget {
        let folder: WidgetFolder? = nil
        let isHidden = false

        func notifying() async -> NotificationStatus { NotificationStatus(.denied) }
        func ask() async -> NotificationStatus { NotificationStatus(.denied) }
        func pending() async -> [Todo.ID] { [] }
        func plan(_ reminder: PlannedReminder) async {}
        func cancel(_ todos: [Todo.ID]) {}
        func show(_ reminder: PlannedReminder) async {}
        func close(_ todo: Todo.ID) {}
        func closeAll() {}
        func badge(_ count: Int) {}
        func announce(_ text: String) {}
        func reload() {}
    }
}
#endif
