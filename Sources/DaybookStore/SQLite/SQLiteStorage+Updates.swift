import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    func update<Refusal: Sendable>(
        _ keys: [DaybookCore.Record.Key],
        of account: AccountID,
        at moment: Instant,
        decide: @escaping @Sendable (Int, DaybookCore.Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>] {
        var update = Update(account: account, moment: moment, bounds: AccountBounds(budgets), slice: nil)
        while true {
            let bytes = keys.count * GroupCommitter.smallJob + update.read.bytes
            do throws(StorageError) {
                let (owner, promises) = (WriteOwner.account(account), Self.promises(of: keys[...]))
                let outcomes = try await committer.write(for: owner, bytes: bytes, promises: promises) {
                    [update] context in
                    try Self.run(update, keys[...], &context, decide: decide)
                }
                if let outcomes { return outcomes }
                try await readLarge(keys[...], for: &update)
            } catch {
                guard case .overBudget(let budget, let excess) = error else { throw error }
                guard budget == .accountBytes, update.mayMakeRoom else {
                    meter.refused(budget)
                    throw error
                }
                update.mayMakeRoom = try await makeRoom(excess, of: account)
            }
        }
    }

    func updateEach<Refusal: Sendable>(
        _ keys: [DaybookCore.Record.Key],
        of account: AccountID,
        at moment: Instant,
        bytes: Int,
        isOneStep: Bool,
        decide: @escaping @Sendable (Int, DaybookCore.Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>] {
        var update = Update(account: account, moment: moment, bounds: AccountBounds(budgets), slice: Slice(budgets))
        update.together = isOneStep ? Update.atomicRecords : 1
        // The bytes of one slice. The caller holds the rest, and bounds it.
        let weight = min(bytes, budgets[.transactionBytes])
        var outcomes: [Outcome<Refusal>] = []
        outcomes.reserveCapacity(keys.count)
        while outcomes.count < keys.count {
            do throws(StorageError) {
                if Task.isCancelled { throw .cancelled }
                let slice = try await slice(keys[outcomes.count...], &update, bytes: weight, decide: decide)
                outcomes += slice
                if !slice.isEmpty { update.forgetRead() }
            } catch {
                throw outcomes.isEmpty ? error : .interrupted(written: outcomes.count, error)
            }
        }
        for case .overBudget(let budget) in outcomes { meter.refused(budget) }
        return outcomes
    }

    /// Updates the first of these records. The result is empty when room was made for them or large records were read.
    private func slice<Refusal: Sendable>(
        _ keys: ArraySlice<DaybookCore.Record.Key>,
        _ update: inout Update,
        bytes: Int,
        decide: @escaping @Sendable (Int, DaybookCore.Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>] {
        let (owner, isContinuation) = (WriteOwner.account(update.account), keys.startIndex > 0)
        do throws(StorageError) {
            let bytes = bytes + update.read.bytes
            let outcomes = try await committer.write(
                for: owner,
                bytes: bytes,
                isContinuation: isContinuation,
                promises: Self.promises(of: keys)
            ) { [update] context in
                try Self.run(update, keys, &context, decide: decide)
            }
            if let outcomes { return outcomes }
            try await readLarge(keys, for: &update)
            return []
        } catch {
            guard case .overBudget(.accountBytes, let excess) = error, update.mayMakeRoom else { throw error }
            update.mayMakeRoom = try await makeRoom(excess, of: update.account)
            return []
        }
    }

    /// What an update of these records promises. A single one is refused before anything is written.
    private static func promises(of keys: ArraySlice<DaybookCore.Record.Key>) -> WritePromises {
        keys.count > 1 ? .keepsSessions : [.keepsSessions, .changesLast]
    }

    /// The settings of an update of records in one transaction.
    struct Update: Sendable {
        let account: AccountID
        let moment: Instant
        let bounds: AccountBounds
        /// The bounds of this transaction, in which each record is refused separately. Nil for all or nothing.
        let slice: Slice?
        /// All or nothing, in this transaction.
        var isWhole: Bool { slice == nil }

        /// The most records of a person's one step that stay together even if the transaction has used its time.
        static let atomicRecords = 200
        /// The number of records of this call that do.
        var together = Self.atomicRecords

        /// Whether the rest belongs to another transaction.
        func ends(_ count: Int, bytes: Int, _ meter: TransactionMeter) -> Bool {
            guard let slice, count > 0 else { return false }
            return slice.isFull(rows: count, bytes: bytes) || (count >= together && meter.isUsedUp)
        }
        /// Whether the account may still have history to drop.
        var mayMakeRoom = true
        /// Large records that were read before this transaction.
        var read = LargeRecords()
        /// The number of times that large records may still be read outside. After that they are read in the
        /// transaction.
        var readsLeft = LargeRecords.reads

        /// Continues with other records.
        mutating func forgetRead() {
            read = LargeRecords()
            readsLeft = LargeRecords.reads
        }
    }

    /// Drops the oldest entries of an account's history, in one transaction. It makes room for about `bytes` bytes and
    /// some more, since the next change will need room too. False when there was no history to drop.
    private func makeRoom(_ bytes: Int, of account: AccountID) async throws(StorageError) -> Bool {
        let wanted = max(bytes, budgets[.accountBytes] / 256)
        let limit = budgets[.transactionRows]
        return try await committer.write(for: .account(account), isContinuation: true) { context in
            let count = try Self.dropOldest(wanted, limit: limit, of: account, context.db)
            context.meter.add(rows: count)
            return count > 0
        }
    }

    // MARK: - Inside a transaction

    /// Updates records within another job of this storage: all of them, whatever the budgets are.
    static func update<Refusal: Sendable>(
        _ keys: [DaybookCore.Record.Key],
        of account: AccountID,
        at moment: Instant,
        bounds: AccountBounds,
        _ context: inout WriteContext,
        decide: (Int, DaybookCore.Record?, inout Clock) -> Decision<Refusal>
    ) throws -> [Outcome<Refusal>] {
        let update = Update(
            account: account,
            moment: moment,
            bounds: bounds,
            slice: nil,
            mayMakeRoom: false,
            readsLeft: 0
        )
        return try run(update, keys[...], &context, decide: decide) ?? []
    }

    /// Updates the records of these keys, or the first of them. `decide` gets the index of a key in the whole array.
    /// Nil, with no change, when large records must be read first.
    private static func run<Refusal: Sendable>(
        _ update: Update,
        _ keys: ArraySlice<DaybookCore.Record.Key>,
        _ context: inout WriteContext,
        decide: (Int, DaybookCore.Record?, inout Clock) -> Decision<Refusal>
    ) throws -> [Outcome<Refusal>]? {
        let numbers = try AccountNumbers(of: update.account, context.db)
        var writer = writer(update, numbers, context)
        var outcomes: [Outcome<Refusal>] = []
        outcomes.reserveCapacity(min(keys.count, 1_000))
        var movesReminders = false
        var bytes = 0
        for (index, key) in zip(keys.indices, keys) {
            if update.ends(outcomes.count, bytes: bytes, context.meter) { break }
            let existing: AccountWriter.Held?
            switch try found(key, update, numbers, context.db) {
            case .record(let held): existing = held
            case .large:
                if !outcomes.isEmpty { try context.undo() }
                return nil
            }
            let step = writer.step(key, existing: existing) { decide(index, $0, &$1) }
            if let shortage = step.shortage {
                let mustStop = update.isWhole || (shortage.budget == .accountBytes && update.mayMakeRoom)
                if mustStop, !update.isWhole, !outcomes.isEmpty { break }
                if mustStop { throw StorageError.overBudget(shortage.budget, by: shortage.excess) }
            }
            let touched = (existing?.bytes ?? 0) + step.text.utf8.count
            context.meter.add(rows: 1, bytes: touched)
            bytes += touched
            let moves = try write(step, over: existing?.stored.record, update, numbers, &writer, &context)
            movesReminders = movesReminders || moves
            outcomes.append(step.outcome)
        }
        if writer.hasNumbered { try save(writer, of: update.account, numbers, context.db) }
        if movesReminders {
            try setTurn(of: update.account, at: update.moment, context.db)
            context.noteReminders()
        }
        context.adopt(writer, of: update.account)
        return outcomes
    }

    /// A writer that starts from an account's numbers and usage.
    private static func writer(
        _ update: Update,
        _ numbers: AccountNumbers,
        _ context: WriteContext
    ) -> AccountWriter {
        AccountWriter(
            .init(cursor: numbers.cursor, entry: numbers.entry),
            clock: context.clock,
            usage: AccountUsage(records: numbers.records, bytes: numbers.bytes),
            bounds: update.bounds,
            mayMakeRoom: update.mayMakeRoom
        )
    }

    /// Writes the result of one record and its history. True when a reminder may have moved.
    private static func write<Refusal: Sendable>(
        _ step: AccountWriter.Step<Refusal>,
        over existing: DaybookCore.Record?,
        _ update: Update,
        _ numbers: AccountNumbers,
        _ writer: inout AccountWriter,
        _ context: inout WriteContext
    ) throws -> Bool {
        let db = context.db
        var movesReminders = false
        let key: DaybookCore.Record.Key
        switch step.outcome {
        case .changed(let changed, _):
            key = changed.record.key
            try write(changed, step.text, update, numbers, db)
            if key == Limits.Choice.key {
                try keep(Limits.Choice(changed.record), of: update.account, db)
                context.noteSessions()
            }
            movesReminders = try follow(existing, changed.record, of: update.account, at: update.moment, db)
        case .unchanged(let stored?): key = stored.record.key
        case .unchanged, .refused, .overBudget: return false
        }
        for field in step.replaced {
            try add(field, to: key, of: update.account, at: update.moment, &writer, db)
        }
        return movesReminders
    }

    /// Keeps the account's choice of limits where each request reads it.
    private static func keep(_ limits: Limits.Choice?, of account: AccountID, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE accounts SET limits = ? WHERE id = ?")
            .execute(arguments: [limits?.rawValue, account.blob])
    }

    /// Saves an account's numbers and the growth of its records. Triggers count all else (``Schema/recordsCountedByWriter``).
    private static func save(
        _ writer: AccountWriter,
        of account: AccountID,
        _ numbers: AccountNumbers,
        _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE accounts SET cursor = ?, entry = ?, records = records + ?, bytes = max(bytes + ?, 0) WHERE id = ?
                """
        )
        try statement.run { arguments in
            arguments.add(numbers.count(writer.cursor))
            arguments.add(writer.numbers.entry)
            arguments.add(Int64(writer.growth.records))
            arguments.add(Int64(writer.growth.bytes))
            arguments.add(account.uuid)
        }
    }

    private static func write(
        _ stored: StoredRecord,
        _ fields: String,
        _ update: Update,
        _ numbers: AccountNumbers,
        _ db: Database
    ) throws {
        let record = stored.record
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO records (account, kind, id, fields, deleted, cursor, changed, note)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account, kind, id) DO UPDATE
                SET fields = excluded.fields, deleted = excluded.deleted, cursor = excluded.cursor,
                    changed = excluded.changed, note = excluded.note
                """
        )
        try statement.run { arguments in
            arguments.add(update.account.uuid)
            arguments.add(record.kind.name)
            arguments.add(record.id)
            arguments.add(fields)
            arguments.add(record.deleted?.description)
            arguments.add(numbers.count(stored.cursor))
            arguments.add(update.moment.milliseconds)
            arguments.add(record.noteOfPhoto)
        }
    }
}
