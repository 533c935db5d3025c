import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    func setReminderDevice(_ device: ReminderDevice, of account: AccountID) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            let db = context.db
            guard try Self.sessionExists(device.session, of: account, db) else { throw StorageError.accountGone }
            if let endpoint = device.subscription?.endpoint {
                try Self.forget(endpoint, but: device.session, db)
            }
            try Self.write(device, of: account, db)
            try db.cachedStatement(
                sql: """
                    DELETE FROM reminder_devices WHERE account = ?1 AND session IN
                        (SELECT session FROM reminder_devices WHERE account = ?1
                         ORDER BY changed DESC, session LIMIT -1 OFFSET ?2)
                    """
            ).execute(arguments: [account.blob, ReminderDevice.kept])
        }
    }

    func reminderDevices(of account: AccountID) async throws(StorageError) -> [ReminderDevice] {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT session, permission, changed, endpoint, key, secret FROM reminder_devices
                    WHERE account = ? ORDER BY changed DESC, session
                    """
            )
            return try Row.fetchAll(statement, arguments: [account.blob]).map(ReminderDevice.init(row:))
        }
    }

    // MARK: - Inside a transaction

    /// Takes a subscription from any other session, of any account: another person signed in with the browser
    /// meanwhile.
    private static func forget(_ endpoint: String, but session: SessionID, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE reminder_devices SET endpoint = NULL, key = NULL, secret = NULL
                WHERE endpoint = ? AND session <> ?
                """
        ).execute(arguments: [endpoint, session.blob])
    }

    private static func write(_ device: ReminderDevice, of account: AccountID, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO reminder_devices (session, account, permission, endpoint, key, secret, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (session) DO UPDATE SET permission = excluded.permission, endpoint = excluded.endpoint,
                    key = excluded.key, secret = excluded.secret, changed = excluded.changed
                """
        )
        let subscription = device.subscription
        try statement.execute(arguments: [
            device.session.blob, account.blob, device.permission.rawValue, subscription?.endpoint,
            subscription.map { Data($0.publicKey) }, subscription.map { Data($0.secret) },
            device.changedAt.milliseconds,
        ])
    }

    /// Deletes a subscription that has ended, unless the device has another one by now.
    static func forget(_ subscription: ReminderSubscription, of session: SessionID, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE reminder_devices SET endpoint = NULL, key = NULL, secret = NULL
                WHERE session = ? AND endpoint = ?
                """
        ).execute(arguments: [session.blob, subscription.endpoint])
    }

    /// The sessions of an account that take pushes.
    static func pushedSessions(of account: AccountID, _ db: Database) throws -> [Data] {
        let statement = try db.cachedStatement(
            sql: "SELECT session FROM reminder_devices WHERE account = ? AND endpoint IS NOT NULL ORDER BY session"
        )
        return try Data.fetchAll(statement, arguments: [account.blob])
    }
}

extension ReminderSubscription {
    /// The subscription in columns from `index` on: endpoint, key, secret. Nil without a subscription.
    init?(_ row: Row, at index: Int) {
        guard let endpoint: String = row[index], let key: Data = row[index + 1], let secret: Data = row[index + 2]
        else {
            return nil
        }
        self.init(endpoint: endpoint, publicKey: Array(key), secret: Array(secret))
    }
}

extension ReminderDevice {
    fileprivate init(row: Row) throws {
        guard let permission = NotificationPermission(rawValue: row[1]) else {
            throw StorageError.failed("a device's row cannot be read")
        }
        self.init(
            session: SessionID(try UUID(row, at: 0)),
            permission: permission,
            subscription: ReminderSubscription(row, at: 3),
            changedAt: Instant(milliseconds: row[2])
        )
    }
}
