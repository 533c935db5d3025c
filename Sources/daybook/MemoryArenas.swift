import Foundation

/// How glibc keeps memory that was given back to it.
enum MemoryArenas {
    /// Lets threads share two arenas. By default each of many threads gets one of its own, and what a crowd has once filled
    /// in one of them is kept there for ever, since no other thread can use it.
    static func limit() {
        #if canImport(Glibc)
        // M_ARENA_MAX of mallopt(3), a macro with a negative number, which Swift does not see.
        mallopt(-8, 2)
        #endif
    }
}
