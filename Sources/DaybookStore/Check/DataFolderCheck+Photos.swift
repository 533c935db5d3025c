import DaybookCore
import Foundation
import GRDB

extension DataFolderCheck {
    private struct Seen {
        let row: Int64
        let digest: Digest?
        let path: String
        let bytes: Int
    }

    /// Checks that each photo has a complete file and each file has a photo.
    mutating func checkPhotos() throws {
        let began = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        var last = Int64.min
        while true {
            let rows = try photos(after: last)
            guard let end = rows.last else { break }
            last = end.row
            for photo in rows {
                summary.photos += 1
                guard let what = try fault(of: photo), try isThere(photo) else { continue }
                try found(.photo, "photos/\(photo.path)", what, repair: nil)
            }
        }
        try checkLeftovers(writtenBefore: began)
    }

    private func photos(after last: Int64) throws -> [Seen] {
        try queue.read { [slice] db in
            let sql = """
                SELECT photos.rowid, sha256, path, photos.bytes FROM photos
                JOIN accounts ON accounts.id = photos.account AND accounts.erasing = 0
                WHERE photos.rowid > ? ORDER BY photos.rowid LIMIT ?
                """
            return try Row.fetchAll(db, sql: sql, arguments: [last, slice.rows]).map { row in
                Seen(row: row[0], digest: Digest(bytes: row[1] as Data), path: row[2], bytes: row[3])
            }
        }
    }

    /// While a server runs, a photo may be removed after its row was read.
    private func isThere(_ photo: Seen) throws -> Bool {
        try queue.read { db in
            try Bool.fetchOne(db, sql: "SELECT 1 FROM photos WHERE path = ?", arguments: [photo.path]) ?? false
        }
    }

    private func fault(of photo: Seen) throws -> String? {
        let path = "\(photoRoot)/\(photo.path)"
        guard let file = FileSystem.status(path) else { return "it is missing. A device that has it brings it again" }
        if file.bytes != photo.bytes { return "it has \(file.bytes) bytes and not \(photo.bytes)" }
        if options.isFast { return nil }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return "it cannot be read" }
        return SHA256.digest(Array(bytes)) == photo.digest ? nil : "its bytes do not match its name"
    }

    /// Finds files that a crash has left. Files written since the check began may belong to uploads in progress.
    private mutating func checkLeftovers(writtenBefore began: Int64) throws {
        for account in names(in: photoRoot) where DaybookCore.UUID(account) != nil {
            for folder in names(in: "\(photoRoot)/\(account)") {
                for name in names(in: "\(photoRoot)/\(account)/\(folder)") {
                    try checkLeftover("\(account)/\(folder)/\(name)", writtenBefore: began)
                }
            }
        }
    }

    private mutating func checkLeftover(_ place: String, writtenBefore began: Int64) throws {
        let path = "\(photoRoot)/\(place)"
        guard let file = FileSystem.status(path), file.written < began else { return }
        let isKnown = try queue.read { db in
            try Bool.fetchOne(db, sql: "SELECT 1 FROM photos WHERE path = ?", arguments: [place]) ?? false
        }
        if isKnown || FileSystem.status(path) == nil { return }
        try found(.leftover, "photos/\(place)", "it belongs to no photo", repair: "remove the file") { _ in
            unlink(path)
        }
    }

    private func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
