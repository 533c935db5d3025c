import DaybookCore
import GRDB

extension Schema {
    /// The limits that each account chose (A15), a copy from the record that holds them. Every request reads the account's
    /// row with its session, so it knows the limits without another read.
    static let accountLimits: Migration = { db in
        try db.execute(
            sql: """
                -- NULL while the account has not chosen.
                ALTER TABLE accounts ADD COLUMN limits TEXT CHECK (limits IN ('classic', 'roomy'));
                """
        )
    }
}
