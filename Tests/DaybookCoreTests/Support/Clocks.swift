@testable import DaybookCore

extension Instant {
    /// What a device's clock that shows this is to be corrected by, so that it shows what a server's does.
    func milliseconds(until server: Instant) -> Int64 { server.milliseconds &- milliseconds }
}
