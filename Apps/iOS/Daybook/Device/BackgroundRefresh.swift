import BackgroundTasks
import Foundation

/// Syncing while the app is not on the screen, when the system gives it time.
enum BackgroundRefresh {
    /// The task's name, which Info.plist permits.
    static let identifier = "app.daybook.refresh"

    /// Asks for a time in a quarter of an hour or later.
    static func plan() {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        // Without permission for background refresh the app syncs when it is opened.
        try? BGTaskScheduler.shared.submit(request)
    }
}
