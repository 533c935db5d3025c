import Foundation

/// The arenas in which glibc keeps freed memory.
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
}
