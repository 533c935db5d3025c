import DaybookCore

extension MemoryStorage {
    func registerDevice(
        _ device: UUID,
        name: String?,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) {
        try change(device, of: account) { stored in
            stored.name = name ?? stored.name
            stored.lastSeenAt = moment
        }
    }

    func device(_ id: UUID, of account: AccountID) async throws(StorageError) -> StoredDevice? {
        try with { $0.accounts[account]?.devices[id] }
    }

    func devices(of account: AccountID) async throws(StorageError) -> [StoredDevice] {
        try with { state in (state.accounts[account]?.devices.values).map { Self.sorted($0) } ?? [] }
    }

    func raiseFloor(
        of device: UUID,
        to floor: Int64,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) {
        try change(device, of: account) { stored in
            stored.floor = max(stored.floor, floor)
            stored.lastSeenAt = moment
        }
    }

    private func change(
        _ device: UUID,
        of account: AccountID,
        _ change: (inout StoredDevice) -> Void
    ) throws(StorageError) {
        try with { (state) throws(StorageError) in
            guard var devices = state.accounts[account]?.devices else { throw .accountGone }
            change(&devices[device, default: StoredDevice(id: device, name: nil, lastSeenAt: Instant(milliseconds: 0))])
            for old in Self.sorted(devices.values).dropFirst(StoredDevice.kept) { devices[old.id] = nil }
            state.accounts[account]?.devices = devices
        }
    }

    /// The one last seen first.
    private static func sorted(_ devices: some Sequence<StoredDevice>) -> [StoredDevice] {
        devices.sorted { left, right in
            left.lastSeenAt != right.lastSeenAt ? left.lastSeenAt > right.lastSeenAt : left.id < right.id
        }
    }
}
