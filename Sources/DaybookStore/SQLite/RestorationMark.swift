import Foundation

/// A number kept beside the database and not in it, so that a database that was put back to an earlier state is known.
///
/// The database counts now and then, and the mark is written when the count is on disk. So a mark that is ahead proves that
/// the database went back. No mark beside a database that has counted says that the file came here alone, as from a backup.
struct RestorationMark: Sendable {
    private let url: URL

    /// The mark of the database at a path.
    init(databasePath: String) {
        url = URL(fileURLWithPath: databasePath).deletingPathExtension().appendingPathExtension("mark")
    }

    /// What was last written; nil for none that can be read.
    var count: Int64? {
        guard let text = try? String(contentsOf: url, encoding: .utf8), text.hasSuffix("\n") else { return nil }
        return Int64(text.dropLast())
    }

    /// Keeps a count that the database has on disk. One that cannot be written stays behind, and then proves less.
    func write(_ count: Int64) {
        try? Data("\(count)\n".utf8).write(to: url, options: .atomic)
    }
}
