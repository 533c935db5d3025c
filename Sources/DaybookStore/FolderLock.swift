import Foundation

/// A process's lock on a data folder. It ends with the last reference to the object.
///
/// Processes that use the folder at the same time, such as a server and `daybook account`, share the lock. A repair
/// takes it exclusively. The lock is on the folder itself, so there is no lock file, and the system releases it however
/// the process ends.
public final class FolderLock: Sendable {
    /// Whether other processes may lock the folder too.
    public enum Kind: Sendable {
        case shared
        case exclusive
    }

    private let descriptor: Int32

    /// Locks a folder. Nil when another process's lock forbids it.
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
            // Some network file systems cannot lock folders. A shared lock needs no proof there; an exclusive lock
            // does.
            case _ where kind == .shared: return
            case let code:
                throw .cannotOpen(path: path, detail: "it cannot be locked (\(String(cString: strerror(code))))")
            }
        }
    }

    deinit { close(descriptor) }
}
