import DaybookClient
import DaybookCore
import DaybookPhone
import Foundation

/// This iPhone or iPad: the app's one `PhoneApp`, over Apple's frameworks.
enum Phone {
    /// The app. Views, intents and the background share it.
    @MainActor static let shared = PhoneApp(device, server: chosenServer)

    private static let serverKey = "server"

    @MainActor private static var device: PhoneDevice {
        PhoneDevice(
            folder: folder,
            keys: Keychain(),
            clock: SystemClock(),
            notifications: SystemNotifications.shared,
            services: SystemServices.shared,
            photos: ImagePhotoMaker(),
            widget: SystemWidget.shared,
            transport: { URLSessionTransport($0) }
        )
    }

    /// The app's folder that no other app can read.
    private static var folder: String {
        let found = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (found ?? FileManager.default.temporaryDirectory).appendingPathComponent("Daybook").path
    }

    /// The server that was chosen last; nil for accounts of this device alone.
    private static var chosenServer: ServerAddress? {
        UserDefaults.standard.string(forKey: serverKey).flatMap { try? ServerAddress($0, allowsPlain: false) }
    }

    /// Chooses a server for the next sign-in.
    @MainActor static func choose(_ server: ServerAddress?) {
        UserDefaults.standard.set(server?.text, forKey: serverKey)
        shared.choose(server)
    }
}
