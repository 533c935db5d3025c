import DaybookPhone
import Foundation
import Observation
import UIKit

/// VoiceOver's voice, and files for the person.
@MainActor @Observable final class SystemServices: PhoneServices {
    static let shared = SystemServices()

    /// The file that is being offered.
    var shared: URL?

    func announce(_ text: String) {
        UIAccessibility.post(notification: .announcement, argument: text)
    }

    func share(_ name: String, _ bytes: [UInt8]) {
        let file = URL.temporaryDirectory.appending(path: name)
        guard (try? Data(bytes).write(to: file)) != nil else { return }
        shared = file
    }
}
