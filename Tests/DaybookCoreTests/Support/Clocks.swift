@testable import DaybookCore

extension Instant {
    /// The correction of a device's clock that shows this time, so that it equals the server's clock.
    func milliseconds(until server: Instant) -> Int64 { server.milliseconds &- milliseconds }
}
