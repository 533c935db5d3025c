import DaybookClient
import DaybookCore
import Foundation

/// The time of a device, its timers and its fresh ids.
@MainActor public protocol PhoneClock: AnyObject {
    /// The wall clock.
    var now: Instant { get }
    /// The person's time zone.
    var zone: DaybookCore.TimeZone { get }
    /// How the system reads the calendar and the clock.
    var habits: Habits { get }
    /// An unused id.
    func newID() -> DaybookCore.UUID
    /// Calls `fire` once after these milliseconds, unless the returned function is called before.
    func start(milliseconds: Int, _ fire: @escaping @MainActor () -> Void) -> @MainActor () -> Void
}

/// The clock of the machine.
@MainActor public final class SystemClock: PhoneClock {
    /// The machine's clock.
    public init() {}

    /// The wall clock.
    public var now: Instant { Device.now }

    /// The time zone, as it is now.
    public var zone: DaybookCore.TimeZone { Device.zone(now: now) }

    /// The habits of the system's settings, as they are now.
    public var habits: Habits { Habits(.autoupdatingCurrent, .autoupdatingCurrent) }

    /// An unused id.
    public func newID() -> DaybookCore.UUID { Device.newID(now: now) }

    /// A timer may not run while the app is suspended: it fires when the app runs again.
    public func start(milliseconds: Int, _ fire: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        let task = Task {
            try? await Task.sleep(for: .milliseconds(max(0, milliseconds)))
            if !Task.isCancelled { fire() }
        }
        return { task.cancel() }
    }
}
