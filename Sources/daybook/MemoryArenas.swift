import Foundation

/// The arenas in which glibc keeps freed memory.
enum MemoryArenas {
    /// Lets threads share two arenas. By default each of many threads gets one of its own, and what a crowd has once filled
    /// in one of them is kept there for ever, since no other thread can use it.
    ///
    /// Nothing happens where the C library has no `mallopt`.
    static func limit() {
        #if os(Linux)
        // <malloc.h> is not part of the module that Swift has of glibc.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (_ parameter: CInt, _ value: CInt) -> CInt).self)
        _ = mallopt(arenaMax, 2)
        #endif
    }

    /// M_ARENA_MAX of mallopt(3).
    private static let arenaMax: CInt = -8
}
