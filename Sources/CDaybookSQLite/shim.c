// What Swift cannot call, because its arguments are variable: sqlite3_config and mremap.

#define _GNU_SOURCE

#include "CDaybookSQLite.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

int daybook_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

const void *daybook_sqlite_log_index(void *connection) {
#ifdef __linux__
    // The bytes of a region (https://sqlite.org/walformat.html#the_wal_index_file_format).
    enum { region_bytes = 32768 };
    sqlite3_file *file = NULL;
    int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (result != SQLITE_OK || file == NULL || file->pMethods == NULL) return NULL;
    if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == NULL) return NULL;
    volatile void *region = NULL;
    result = file->pMethods->xShmMap(file, 0, region_bytes, 0, &region);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (result != SQLITE_OK || region == NULL || (uintptr_t)region % page != 0) return NULL;
    // An old size of zero maps shared pages a second time (mremap(2)), and fails for any others.
    void *copy = mremap((void *)region, 0, page, MREMAP_MAYMOVE);
    if (copy == MAP_FAILED) return NULL;
    mprotect(copy, page, PROT_READ);
    return copy;
#else
    (void)connection;
    return NULL;
#endif
}

void daybook_sqlite_forget_log_index(const void *index) { munmap((void *)index, (size_t)sysconf(_SC_PAGESIZE)); }
