import Foundation
import LocalAuthentication
import Observation
import UIKit

/// Face ID, Touch ID or the passcode before the notebook shows, if the person wants that.
@MainActor @Observable final class Lock {
    static let shared = Lock()

    private static let key = "lock"

    /// Whether the notebook is hidden until the person has authenticated.
    private(set) var isLocked: Bool
    /// Whether the person is to be asked without a tap: once, at the launch and each time that the app comes back.
    private var asks = true
    /// Whether the person wants to be asked.
    var isOn: Bool {
        didSet {
            UserDefaults.standard.set(isOn, forKey: Self.key)
            Phone.shared.showInWidget()
        }
    }

    private init() {
        let isOn = UserDefaults.standard.bool(forKey: Self.key)
        self.isOn = isOn
        isLocked = isOn
    }

    /// The app has left the screen.
    func close() {
        if isOn { isLocked = true }
        asks = true
    }

    /// The app is at the front: asks the person. The system's own question puts the app aside for a moment, so a person who
    /// cancels it is not asked again, but can tap the button.
    func arrive() async {
        guard asks else { return }
        asks = false
        await open()
    }

    /// Asks the person.
    func open() async {
        guard isLocked else { return }
        let context = LAContext()
        // A device without a passcode cannot ask.
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else {
            isLocked = false
            return
        }
        let reason = String(localized: "Open your notebook")
        let isOwner = try? await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
        if isOwner == true { isLocked = false }
    }
}
