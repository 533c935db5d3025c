// The function of SQLite that has to be called before all others. Its arguments are variable, so Swift cannot call it.

#include "CDaybookSQLite.h"

#include <sqlite3.h>

int daybook_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
