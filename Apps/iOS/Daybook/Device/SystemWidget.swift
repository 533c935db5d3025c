import DaybookPhone
import DaybookWidget
import Foundation
import WidgetKit

/// The widget on the home screen and the lock screen.
@MainActor final class SystemWidget: PhoneWidget {
    static let shared = SystemWidget()

    /// Nil when the app was signed without its group.
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: WidgetFolder.group)
        .map { WidgetFolder(path: $0.appending(path: "Widget").path) }

    var isHidden: Bool { Lock.shared.isOn }

    func reload() {
        WidgetCenter.shared.reloadTimelines(ofKind: WidgetFolder.kind)
    }
}
