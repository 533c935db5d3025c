import DaybookCore
import DaybookStore

/// Finds the device that made a change by the change's stamp.
struct DeviceNames {
    /// The tabs of one browser are one device to a person and differ in these bits of their stamps.
    private static let tabs: UInt64 = 0xF

    private let devices: [UInt64: StoredDevice]

    /// The names of an account's devices. Of two devices with the same bits the first counts.
    init(_ devices: [StoredDevice]) {
        let pairs = devices.map { ($0.id.low & ~Self.tabs, $0) }
        self.devices = Dictionary(pairs) { first, _ in first }
    }

    /// `{"id","name"}`, or null for a device that has not synced with this account, for example when the change came by
    /// REST.
    func json(_ stamp: Stamp) -> JSON {
        guard let device = devices[stamp.device & ~Self.tabs] else { return .null }
        return .object([
            .init("id", .string(device.id.description)), .init("name", .optional(device.name)),
        ])
    }
}
