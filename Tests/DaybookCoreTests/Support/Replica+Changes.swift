@testable import DaybookCore

extension Replica {
    /// A change of this device.
    mutating func apply(_ change: Record) { apply(.changed([change])) }
}
