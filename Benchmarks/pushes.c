// Devices that push as fast as they get answers: a connection for each, all in one thread. A device has its own id, clock and
// cursor; each request brings one new to-do and reads what others did since. Prints a line of JSON.
//
//   pushes <port> <seconds> <devices> <run> <now> <token@cursor>...
//
// `run` is a name of 8 hexadecimal digits, `now` the present time as 12. The devices share out the tokens among them, each with
// the cursor to begin at.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ANSWERS = 1 << 21, ROOM = 64 << 10 };

struct device {
    int socket, number;
    unsigned made;
    const char *token;
    char cursor[24];
    double sent;
    size_t held;
    char answer[ROOM];
};

static const char *run, *now;
static int port;

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The wall clock: as of all Daybook's devices, an id begins with its time (UUIDv7).
static unsigned long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (unsigned long long)now.tv_sec * 1000 + (unsigned long long)now.tv_nsec / 1000000;
}

static void fail(const char *what) {
    fprintf(stderr, "pushes: %s\n", what);
    exit(1);
}

static int ascending(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void open_connection(struct device *device, int events) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    device->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(device->socket, (struct sockaddr *)&address, sizeof address)) fail("no connection");
    int on = 1;
    setsockopt(device->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = device};
    epoll_ctl(events, EPOLL_CTL_ADD, device->socket, &event);
}

static void push(struct device *device) {
    char stamp[40], body[1024], request[2048];
    unsigned made = ++device->made;
    unsigned long long time = milliseconds();
    snprintf(stamp, sizeof stamp, "%s%04x%s%08x", now, made % 65536, run, device->number);
    int length = snprintf(body, sizeof body,
        "{\"device\":\"%s-0000-4000-8000-%012x\",\"cursor\":%s,\"limit\":1000,\"changes\":[{\"kind\":\"todo\","
        "\"id\":\"%08llx-%04llx-7%03x-8000-%s%04x\",\"fields\":{\"title\":[\"Something to do %u\",\"%s\"],"
        "\"detail\":[\"Made by device %d while it was being measured.\",\"%s\"],\"done\":[false,\"%s\"],"
        "\"createdAt\":[%llu,\"%s\"],\"tag:bench\":[true,\"%s\"]}}]}",
        run, device->number, device->cursor, time >> 16, time & 0xffff, made % 4096, run, device->number, made, stamp,
        device->number, stamp, stamp, strtoull(now, NULL, 16), stamp, stamp);
    int whole = snprintf(request, sizeof request,
        "POST /api/v1/sync HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", port, device->token, length, body);
    device->sent = seconds();
    if (send(device->socket, request, (size_t)whole, 0) != whole) fail("a push was not sent");
}

// Reads what has come of an answer. True when the answer is whole.
static int receive(struct device *device) {
    ssize_t count = recv(device->socket, device->answer + device->held, ROOM - 1 - device->held, 0);
    if (count <= 0) fail("a connection was closed");
    device->held += (size_t)count;
    device->answer[device->held] = 0;
    char *body = strstr(device->answer, "\r\n\r\n");
    if (!body) return 0;
    char *length = strcasestr(device->answer, "\r\ncontent-length:");
    if (!length || length > body) fail("an answer without a length");
    body += 4;
    size_t end = (size_t)(body - device->answer) + strtoul(length + 17, NULL, 10);
    if (end >= ROOM) fail("an answer is too long");
    if (device->held < end) return 0;
    if (strncmp(device->answer, "HTTP/1.1 200 ", 13)) fail("a push was refused");
    if (!strstr(device->answer + (end > 40 ? end - 40 : 0), "\"rejected\":[]")) fail("a change was rejected");
    if (sscanf(body, "{\"cursor\":%20[0-9]", device->cursor) != 1) fail("an answer without a cursor");
    device->held = 0;
    return 1;
}

int main(int count, char **arguments) {
    if (count < 7) return 2;
    port = atoi(arguments[1]);
    int devices = atoi(arguments[3]);
    run = arguments[4];
    now = arguments[5];
    float *took = malloc(MOST_ANSWERS * sizeof *took);
    struct device *all = calloc((size_t)devices, sizeof *all);
    int events = epoll_create1(0);
    for (int number = 0; number < devices; number++) {
        struct device *device = &all[number];
        char *token = strdup(arguments[6 + number % (count - 6)]), *at = strchr(token, '@');
        if (!at) return 2;
        *at = 0;
        device->number = number;
        device->token = token;
        snprintf(device->cursor, sizeof device->cursor, "%s", at + 1);
        open_connection(device, events);
    }
    double start = seconds(), end = start + atof(arguments[2]), last = start;
    size_t done = 0;
    for (int number = 0; number < devices; number++) push(&all[number]);
    while (last < end && done < MOST_ANSWERS) {
        struct epoll_event ready[64];
        int found = epoll_wait(events, ready, 64, 10000);
        if (found <= 0) fail("no answer for ten seconds");
        for (int index = 0; index < found && done < MOST_ANSWERS; index++) {
            struct device *device = ready[index].data.ptr;
            if (!receive(device)) continue;
            last = seconds();
            took[done++] = (float)(last - device->sent);
            push(device);
        }
    }
    qsort(took, done, sizeof *took, ascending);
    printf("{\"requests\": %zu, \"seconds\": %.6f, \"p50\": %.3f, \"p99\": %.3f}\n", done, last - start,
           done ? took[done / 2] * 1e3 : 0, done ? took[done * 99 / 100] * 1e3 : 0);
    return 0;
}
