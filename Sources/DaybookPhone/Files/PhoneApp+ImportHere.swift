import DaybookCore
import DaybookExport
import DaybookWidget
import Foundation

// An export becomes the content of an account without a server (A14): checked as a server checks it, and merged as every change is.
extension PhoneApp {
    /// The result of an import.
    private struct Taken {
        var alive: Int64 = 0
        var refused: [Record.Key] = []
        var refusedPhotos: [Digest] = []
        /// The photos that this import has stored.
        var stored: [Digest] = []

        var answer: Answer {
            .ok(
                .object([
                    .init("imported", .integer(alive)),
                    .init("rejected", .array(refused.map { .string($0.id.description) })),
                    .init("rejectedPhotos", .array(refusedPhotos.map { .string($0.description) })),
                ])
            )
        }
    }

    /// The person who is signed in has another account by now.
    private struct Left: Error {}

    /// Imports an export into the account, and answers as a server does.
    ///
    /// All of the file is checked before anything changes. If the disk fails later, what was written stays, and importing the
    /// same file again goes on.
    func importHere(_ file: URL) async -> Answer {
        guard let reader = ExportReader(file) else { return .problem(400, PhoneTexts.unreadable) }
        let began = generation
        do {
            let checked = try await reader.check(device.clock.now)
            guard isStillHere(began), let notebook = app.home?.notebook else { throw Left() }
            let keys = Set(checked.keys)
            // An interrupted import has left records of the same file.
            let others = notebook.replica.records.values.contains {
                ImportRules.isContent($0) && !keys.contains($0.key)
            }
            if others { return .problem(409, ImportRules.notEmpty) }
            // Texts that were written under a choice of limits come back whole with the choice.
            let chooses = keys.contains(Limits.Choice.key) || notebook.replica.records[Limits.Choice.key] != nil
            let rules = chooses ? notebook.rules.widest : notebook.rules
            var taken = Taken()
            try await takePhotos(checked.photos, reader, rules, of: notebook.account.id, &taken, began)
            return try await takeRecords(reader, rules, &taken, began)
        } catch let failure as ImportFailure {
            return .problem(failure.status, failure.text)
        } catch let failure as DurableFile.Failure where failure.isFull {
            return .problem(507, PhoneTexts.full)
        } catch {
            return .problem(503, PhoneTexts.notWritten)
        }
    }

    private func isStillHere(_ began: Int) -> Bool { began == generation && session == nil }

    /// Stores the photos before the records that name them. When one cannot be stored, none stays.
    private func takePhotos(
        _ photos: [ImportFile.Photo],
        _ reader: ExportReader,
        _ rules: Rules,
        of account: DaybookCore.UUID,
        _ taken: inout Taken,
        _ began: Int
    ) async throws {
        do {
            for place in photos {
                guard let (digest, bytes) = await reader.photo(place, rules) else { continue }
                guard isStillHere(began) else { throw Left() }
                guard let bytes else {
                    taken.refusedPhotos.append(digest)
                    continue
                }
                if try await storage.keepImported(bytes, digest, of: account) { taken.stored.append(digest) }
            }
        } catch {
            await storage.removeImported(taken.stored, of: account)
            throw error
        }
    }

    private func takeRecords(
        _ reader: ExportReader,
        _ rules: Rules,
        _ taken: inout Taken,
        _ began: Int
    ) async throws -> Answer {
        var place = 0
        var counts = NotePhotoCounts((app.home?.notebook.replica.records ?? [:]).values)
        while true {
            let records = try await reader.records(from: place, rules)
            guard isStillHere(began) else { throw Left() }
            if records.isEmpty { return taken.answer }
            place += records.count
            let now = device.clock.now
            let changes = changes(records, rules, &counts, &taken, now)
            for effect in app.takeOver(changes, now) { carryOut(effect) }
            plan()
            await finishWriting()
            switch app.home?.notebook.disk.failure {
            case .full: return .problem(507, PhoneTexts.full)
            case .refused: return .problem(503, PhoneTexts.notWritten)
            case nil: break
            }
        }
    }

    /// The records of a slice that meet the rules and change something here.
    private func changes(
        _ records: [(Record, Rules.TextVerdicts)],
        _ rules: Rules,
        _ counts: inout NotePhotoCounts,
        _ taken: inout Taken,
        _ now: Instant
    ) -> [Record] {
        guard let replica = app.home?.notebook.replica else { return [] }
        var clock = replica.clock
        var pending: [Record.Key: Record] = [:]
        var changes: [Record] = []
        for (record, texts) in records {
            let existing = pending[record.key] ?? replica.records[record.key]
            let broken = rules.violationsInImport(of: record, existing: existing, texts: texts, now: now)
            guard broken.isEmpty, counts.violations(of: record, existing: existing).isEmpty else {
                taken.refused.append(record.key)
                continue
            }
            let change = ImportRules.revived(record, over: existing) { clock.next(now: now) }
            var merged = existing ?? Record(kind: record.kind, id: record.id)
            if merged.merge(change) {
                changes.append(change)
                pending[record.key] = merged
            }
            if merged.isAlive { taken.alive += 1 }
        }
        return changes
    }
}
