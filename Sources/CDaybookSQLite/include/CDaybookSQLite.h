#ifndef CDAYBOOKSQLITE_H
#define CDAYBOOKSQLITE_H

/// Turns off SQLite's count of its memory (https://sqlite.org/c3ref/c_config_covering_index_scan.html).
/// Returns 0, or an error of SQLite, such as when a connection was opened before.
int daybook_sqlite_count_no_memory(void);

/// The first page of the index of a log, mapped once more and for reading alone. It stays after the connection has closed, until
/// it is forgotten. NULL where that is not possible: outside of Linux, and when the database is not in WAL mode.
///
/// It opens no file: closing one would end the locks that SQLite has on it in this process
/// (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
///
/// `connection` is a `sqlite3 *` that no other thread uses meanwhile, and that has read the database.
const void *daybook_sqlite_log_index(void *connection);

/// Gives the page back.
void daybook_sqlite_forget_log_index(const void *index);

#endif
