import Foundation

/// The arenas in which glibc keeps freed memory, and what each thread keeps of them for itself.
enum MemoryArenas {
    /// Makes all threads share two arenas. By default each of many threads gets a separate arena, and memory that a
    /// burst of requests has filled in an arena stays there, since no other thread can use it.
    ///
    /// Does nothing when the C library has no `mallopt`.
    static func limit() {
        #if os(Linux)
        // <malloc.h> is not part of Swift's module of glibc.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (_ parameter: CInt, _ value: CInt) -> CInt).self)
        _ = mallopt(arenaMax, 2)
        #endif
    }

    /// M_ARENA_MAX of mallopt(3).
    private static let arenaMax: CInt = -8

    /// Starts the program again with larger caches of freed memory in each thread, which glibc sets up before a program's first line.
    ///
    /// A request is made by one thread and freed by another. By default a thread keeps seven pieces of each size, and takes the
    /// lock of an arena for any more: two system calls for each write, and threads that sleep while another one frees memory.
    ///
    /// Only on the thread with which the process begins, because the program starts again with the signals that the thread blocks. Returns
    /// when the program runs with such caches, when the operator has chosen others, and when it cannot be started again.
    static func enlargeThreadCaches() {
        #if os(Linux)
        guard getenv(tunables) == nil, dlsym(nil, "mallopt") != nil,
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return }
        setenv(tunables, "glibc.malloc.tcache_count=\(cachedPieces)", 1)
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(path, &words)
        #endif
    }

    /// The variable of GNU libc's tunables (https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html).
    private static let tunables = "GLIBC_TUNABLES"
    /// The most pieces of one size, of up to a kilobyte, that a thread keeps: at most 3.4 MB for all sizes.
    private static let cachedPieces = 100
}
