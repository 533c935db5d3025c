import Foundation

/// A process's lock on a data folder. It ends with the last reference to it.
///
/// Processes that use the folder at the same time, as a server and `daybook account` do, share the lock. A repair takes it
/// alone. The lock is on the folder itself, so it leaves no file behind, and it ends with its process, however that ends.
public final class FolderLock: Sendable {
    /// Whether others may hold the folder too.
    public enum Kind: Sendable {
        case shared
        case exclusive
    }

    private let descriptor: Int32

    /// Takes hold of a folder. Nil when another process's hold forbids it.
    ///
    /// Throws ``StorageError/cannotOpen(path:detail:)``.
    public init?(folder path: String, _ kind: Kind) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, detail: String(cString: strerror(errno))) }
        self.descriptor = descriptor
        while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return nil
            // Some network file systems lock no folders. Sharing needs no proof there; having it alone does.
            case _ where kind == .shared: return
            case let code:
                throw .cannotOpen(path: path, detail: "it cannot be locked (\(String(cString: strerror(code))))")
            }
        }
    }

    deinit { close(descriptor) }
}
