#ifndef CDAYBOOKSQLITE_H
#define CDAYBOOKSQLITE_H

/// Turns off SQLite's count of its memory (https://sqlite.org/c3ref/c_config_covering_index_scan.html).
/// Returns 0, or an error of SQLite, such as when a connection was opened before.
int daybook_sqlite_count_no_memory(void);

#endif
