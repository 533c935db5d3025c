import Foundation
import UIKit

/// Keeps the process running until the last typed text is on the disk.
enum Suspension {
    /// The system gives the process about half a minute; a write takes some milliseconds.
    private static let timeout = DispatchTimeInterval.seconds(20)

    /// Holds the suspension of the app off until the work is done.
    static func hold(until work: @escaping @MainActor @Sendable () async -> Void) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Saving") { isExpiring in
            if isExpiring { return }
            let done = DispatchSemaphore(value: 0)
            Task { @MainActor in
                await work()
                done.signal()
            }
            // The activity lasts as long as this block runs.
            _ = done.wait(timeout: .now() + timeout)
        }
    }
}
