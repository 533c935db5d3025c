#if DEBUG
import DaybookClient
import DaybookCore
import DaybookPhone
import DaybookWidget
import Foundation
import SwiftUI

// The app in Xcode's canvas: in a folder of its own, with secrets in memory, no server and no notifications.

struct SignInView_Previews: PreviewProvider {
    static var previews: some View { PreviewedApp(lines: nil) }
}

struct HomeView_Previews: PreviewProvider {
    static var previews: some View {
        PreviewedApp(lines: [
            "Pay rent by tomorrow #home", "Call Asha in 30 minutes", "Water the plants every day #home", "Buy milk",
        ])
    }
}

/// The app, with a person who has added these lines; without lines nobody is signed in.
private struct PreviewedApp: View {
    var lines: [String]?
    @State private var phone = PhoneApp(PreviewDevice.device)

    var body: some View {
        RootView(phone: phone)
            .task {
                await phone.start()
                guard let lines, phone.app.home == nil else { return }
                phone.send(.signIn(.signUpTapped))
                phone.send(.signUp(.changed(.name, "Asha Rao")))
                phone.send(.signUp(.changed(.mobile, "9876543210")))
                phone.send(.signUp(.changed(.email, "asha@example.org")))
                phone.send(.signUp(.changed(.password, PreviewDevice.password)))
                phone.send(.signUp(.changed(.passwordAgain, PreviewDevice.password)))
                phone.send(.signUp(.submitted))
                await phone.settle()
                for line in lines { _ = try? await phone.add(line) }
            }
    }
}

/// What a preview gives to the app.
@MainActor private enum PreviewDevice {
    static let password = "xYQ7#wZ9k"

    static var device: PhoneDevice {
        PhoneDevice(
            folder: FileManager.default.temporaryDirectory.appendingPathComponent(Foundation.UUID().uuidString).path,
            keys: Keys(),
            clock: SystemClock(),
            notifications: Silence(),
            services: Silence(),
            photos: ImagePhotoMaker(),
            widget: Silence(),
            transport: { URLSessionTransport($0) },
            cost: KeyCost(log2N: 1) ?? .standard
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
        func plan(_ reminders: [PlannedReminder]) async {}
        func close(_ todo: Todo.ID) {}
        func closeAll() {}
        func badge(_ count: Int) {}
        func announce(_ text: String) {}
        func share(_ name: String, _ bytes: [UInt8]) {}
        func reload() {}
    }
}
#endif
