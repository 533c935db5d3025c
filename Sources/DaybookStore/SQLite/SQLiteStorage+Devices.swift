import DaybookCore
import GRDB

extension SQLiteStorage {
    /// The floor is a change number: composed with the account's epoch, unless it is 0.
    private static let deviceColumns = """
        device, name,
        iif(floor > 0, floor + (SELECT epoch FROM accounts WHERE id = account) * \(AccountNumbers.epochSize), 0), seen
        """

    func registerDevice(
        _ device: DaybookCore.UUID,
        name: String?,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) {
        try await write(device, name: name, floor: 0, of: account, at: moment)
    }

    func raiseFloor(
        of device: DaybookCore.UUID,
        to floor: Int64,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) {
        try await write(device, name: nil, floor: floor, of: account, at: moment)
    }

    func device(_ id: DaybookCore.UUID, of account: AccountID) async throws(StorageError) -> StoredDevice? {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.deviceColumns) FROM devices WHERE account = ? AND device = ?"
            )
            return try Row.fetchOne(statement, arguments: [account.blob, id.blob]).map(StoredDevice.init(row:))
        }
    }

    func devices(of account: AccountID) async throws(StorageError) -> [StoredDevice] {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.deviceColumns) FROM devices WHERE account = ? ORDER BY seen DESC, device"
            )
            return try Row.fetchAll(statement, arguments: [account.blob]).map(StoredDevice.init(row:))
        }
    }

    private func write(
        _ device: DaybookCore.UUID,
        name: String?,
        floor: Int64,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            // A floor of an earlier epoch has no meaning in this epoch.
            let floor = max(0, try AccountNumbers(of: account, context.db).count(floor))
            let statement = try context.db.cachedStatement(
                sql: """
                    INSERT INTO devices (account, device, name, floor, seen) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (account, device) DO UPDATE SET name = coalesce(excluded.name, name),
                        floor = max(excluded.floor, floor), seen = excluded.seen
                    """
            )
            try statement.execute(arguments: [account.blob, device.blob, name, floor, moment.milliseconds])
            try context.db.cachedStatement(
                sql: """
                    DELETE FROM devices WHERE account = ?1 AND device IN
                        (SELECT device FROM devices WHERE account = ?1 ORDER BY seen DESC, device LIMIT -1 OFFSET ?2)
                    """
            ).execute(arguments: [account.blob, StoredDevice.kept])
        }
    }
}

extension StoredDevice {
    fileprivate init(row: Row) throws {
        self.init(
            id: try DaybookCore.UUID(row, at: 0),
            name: row[1],
            floor: row[2],
            lastSeenAt: Instant(milliseconds: row[3])
        )
    }
}
