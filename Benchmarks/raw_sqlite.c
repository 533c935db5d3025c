// The yardstick for durable writes: one connection that inserts one row per transaction, in WAL mode
// with synchronous=FULL, the same promise that the server gives. Prints a line of JSON.
//
//   raw_sqlite <database> <seconds>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void check(sqlite3 *database, int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "raw_sqlite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    sqlite3 *database;
    check(NULL, sqlite3_open(arguments[1], &database));
    check(database, sqlite3_exec(database,
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE record (account INTEGER NOT NULL, id BLOB NOT NULL, sequence INTEGER NOT NULL,"
        " body BLOB NOT NULL, PRIMARY KEY (account, id)) STRICT, WITHOUT ROWID;"
        "CREATE UNIQUE INDEX record_sequence ON record (account, sequence);", NULL, NULL, NULL));
    sqlite3_stmt *insert;
    check(database, sqlite3_prepare_v2(database, "INSERT INTO record VALUES (1, ?, ?, ?)", -1, &insert, NULL));

    char body[400];
    memset(body, 'x', sizeof body);
    unsigned char id[16];
    size_t room = 1 << 20, done = 0;
    double *took = malloc(room * sizeof *took);
    double start = now(), end = start + atof(arguments[2]), before = start;
    while (before < end && done < room) {
        for (int byte = 0; byte < 16; byte++) id[byte] = (unsigned char)rand();
        sqlite3_bind_blob(insert, 1, id, sizeof id, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)done + 1);
        sqlite3_bind_blob(insert, 3, body, sizeof body, SQLITE_STATIC);
        check(database, sqlite3_step(insert));
        check(database, sqlite3_reset(insert));
        double after = now();
        took[done++] = after - before;
        before = after;
    }
    double seconds = before - start;
    qsort(took, done, sizeof *took, ascending);
    printf("{\"rate\": %.1f, \"p50\": %.3f, \"p99\": %.3f}\n", (double)done / seconds,
           took[done / 2] * 1e3, took[done * 99 / 100] * 1e3);
    sqlite3_close(database);
    return 0;
}
