import DaybookCore
import Synchronization

extension MemoryStorage {
    /// A photo with its bytes.
    struct PhotoState {
        var photo: StoredPhoto
        let bytes: [UInt8]
    }

    func beginPhoto() async throws(StorageError) -> any PhotoUpload {
        try with { _ in }
        return MemoryUpload()
    }

    func keepPhoto(
        _ upload: any PhotoUpload,
        as facts: PhotoFacts,
        of account: AccountID,
        quota: Int64?,
        at moment: Instant
    ) async throws(StorageError) -> PhotoOutcome {
        guard let bytes = (upload as? MemoryUpload)?.bytes else { throw .failed("an upload of another storage") }
        return try with { (state) throws(StorageError) in
            guard let entry = state.accounts[account] else { throw .accountGone }
            if let existing = entry.photos[facts.sha256] { return .existing(existing.photo) }
            let usage = entry.photoUsage
            if let quota, usage.bytes + Int64(bytes.count) > quota { return .overQuota(usage) }
            let photo = StoredPhoto(
                facts: facts,
                path: "\(account)/\(facts.sha256)",
                bytes: bytes.count,
                storedAt: moment,
                unusedSince: moment
            )
            state.accounts[account]?.photos[facts.sha256] = PhotoState(photo: photo, bytes: bytes)
            return .stored(photo)
        }
    }

    func touchPhoto(
        _ digest: Digest,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) -> StoredPhoto? {
        try with { state in
            guard var photo = state.accounts[account]?.photos[digest]?.photo else { return nil }
            if photo.unusedSince != nil { photo = photo.unused(since: moment) }
            state.accounts[account]?.photos[digest]?.photo = photo
            return photo
        }
    }

    func photo(_ digest: Digest, of account: AccountID) async throws(StorageError) -> StoredPhoto? {
        try with { $0.accounts[account]?.photos[digest]?.photo }
    }

    func photos(of account: AccountID, after digest: Digest?, limit: Int) async throws(StorageError) -> [StoredPhoto] {
        try with { state in
            let photos = (state.accounts[account]?.photos.values.map(\.photo) ?? []).sorted {
                $0.facts.sha256 < $1.facts.sha256
            }
            return Array(photos.filter { photo in digest.map { $0 < photo.facts.sha256 } ?? true }.prefix(limit))
        }
    }

    func openPhoto(_ photo: StoredPhoto) async throws(StorageError) -> (any PhotoReader)? {
        try with { state in
            let states = state.accounts.values.compactMap { $0.photos[photo.facts.sha256] }
            return states.first { $0.photo.path == photo.path }.map { MemoryReader(bytes: $0.bytes) }
        }
    }

    func photoUsage(of account: AccountID?) async throws(StorageError) -> PhotoUsage {
        try with { state in
            let entries = account.map { id in state.accounts[id].map { [$0] } ?? [] } ?? Array(state.accounts.values)
            return entries.map(\.photoUsage).reduce(into: PhotoUsage(count: 0, bytes: 0)) { sum, usage in
                sum.count += usage.count
                sum.bytes += usage.bytes
            }
        }
    }

    func removeLeftoverPhotos() async throws(StorageError) -> Int { 0 }
}

extension MemoryStorage.AccountState {
    var photoUsage: PhotoUsage {
        PhotoUsage(count: photos.count, bytes: photos.values.reduce(0) { $0 + Int64($1.photo.bytes) })
    }

    /// Writes down which photos are used and drops those that have not been for a day. Returns how many went.
    mutating func collectPhotos(at now: Instant) -> Int {
        var uses = PhotoUses(at: now)
        for (key, stored) in records where key.kind == .photo {
            uses.add(stored.record, changed: changed[key] ?? now) { note in
                records[Record.Key(kind: .note, id: note)]?.record
            }
        }
        let plan = PhotoPlan(photos.values.map(\.photo), uses, at: now)
        for photo in plan.nowUsed { photos[photo.facts.sha256]?.photo = photo.unused(since: nil) }
        for photo in plan.nowUnused { photos[photo.facts.sha256]?.photo = photo.unused(since: now) }
        for photo in plan.dropped { photos[photo.facts.sha256] = nil }
        return plan.dropped.count
    }
}

extension StoredPhoto {
    fileprivate func unused(since moment: Instant?) -> StoredPhoto {
        StoredPhoto(facts: facts, path: path, bytes: bytes, storedAt: storedAt, unusedSince: moment)
    }
}

/// An upload into memory.
private final class MemoryUpload: PhotoUpload {
    private let state = Mutex<[UInt8]>([])

    var bytes: [UInt8] { state.withLock { $0 } }

    func write(_ bytes: [UInt8]) async throws(StorageError) { state.withLock { $0 += bytes } }
}

/// A photo's bytes in memory.
private struct MemoryReader: PhotoReader {
    let bytes: [UInt8]

    func read<Piece: Sendable>(
        _ make: @escaping @Sendable (Fill) throws -> Piece
    ) async throws(StorageError) -> Piece {
        do {
            return try make { offset, memory in
                let piece = bytes.dropFirst(offset).prefix(memory.count)
                memory.copyBytes(from: piece)
                return piece.count
            }
        } catch { throw StorageError(error) }
    }
}
