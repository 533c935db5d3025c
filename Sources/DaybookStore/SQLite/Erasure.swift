import GRDB

/// Takes what was deleted out of the files, so that it cannot be read there either (A14).
///
/// `secure_delete` overwrites deleted rows with zeros, but two kinds of copies are left: pages in the log that are older
/// than the deletion, and cells that SQLite once moved from one page to another when it balanced its trees, for it does
/// not wipe the place they stood in. Writing the database anew leaves neither.
enum Erasure {
    /// Databases above this size are not written anew at each deletion: it takes as much memory, and some seconds in
    /// which nobody else can write. There the moved cells stay until their place is needed.
    private static let rewrittenBytes: Int64 = 128 << 20

    /// Finishes a deletion that is committed.
    ///
    /// A reader may hold on to older pages, or the disk be full. The deletion holds all the same, and the next one or
    /// the next checkpoint takes these along.
    static func finish(_ db: Database) {
        let bytes = try? Int64.fetchOne(
            db,
            sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        if let bytes, bytes <= rewrittenBytes { try? db.execute(sql: "VACUUM") }
        _ = try? db.checkpoint(.truncate)
    }
}
