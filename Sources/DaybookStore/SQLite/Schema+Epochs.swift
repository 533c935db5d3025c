import GRDB

extension Schema {
    /// Before this step every row held a composed number: epoch × 2²⁸ + n. From here on a row holds n alone.
    static let epochs: Migration = { db in
        try db.execute(
            sql: """
                ALTER TABLE accounts ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= 0);

                -- 1 while the account is being erased, a slice at a time. It is there for nobody then.
                ALTER TABLE accounts ADD COLUMN erasing INTEGER NOT NULL DEFAULT 0 CHECK (erasing IN (0, 1));
                CREATE INDEX accounts_erasing ON accounts (id) WHERE erasing = 1;

                -- All numbers of an account were moved together, so its first record tells the epoch of all.
                UPDATE accounts SET epoch =
                    coalesce((SELECT min(records.cursor) - 1 FROM records WHERE records.account = accounts.id), cursor)
                    >> 28;
                UPDATE records SET cursor = cursor - (SELECT epoch << 28 FROM accounts WHERE accounts.id = account)
                    WHERE account IN (SELECT accounts.id FROM accounts WHERE epoch > 0);
                -- What an earlier epoch forgot, every device of this one has never known; and a floor of an earlier
                -- epoch lies below all that this one forgot. Both are 0 here.
                UPDATE devices SET floor =
                    max(floor - (SELECT epoch << 28 FROM accounts WHERE accounts.id = account), 0)
                    WHERE account IN (SELECT accounts.id FROM accounts WHERE epoch > 0);
                UPDATE accounts SET cursor = max(cursor - (epoch << 28), 0),
                    forgotten = max(forgotten - (epoch << 28), 0) WHERE epoch > 0;
                """
        )
    }
}
