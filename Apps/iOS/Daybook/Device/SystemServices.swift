import DaybookPhone
import UIKit

/// VoiceOver's voice.
@MainActor final class SystemServices: PhoneServices {
    static let shared = SystemServices()

    func announce(_ text: String) {
        UIAccessibility.post(notification: .announcement, argument: text)
    }
}
