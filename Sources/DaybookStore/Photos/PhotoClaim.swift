import Foundation

/// A process's claim to receive photos, with the time since which it was the only such process.
///
/// The claim is a lock on a file, shared by all such processes. A process that gets an exclusive lock for a moment
/// knows that every upload before that moment has ended. An upload in progress of another process is not a leftover.
final class PhotoClaim: Sendable {
    /// When it began, in nanoseconds since 1970 by the clock of the folder's files; nil when other processes were
    /// first.
    let aloneSince: Int64?
    private let descriptor: Int32

    /// Locks a folder. Waits while another process makes the same check.
    init(root: String) throws(StorageError) {
        let path = root + "/.lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed("open \(path): \(String(cString: strerror(errno)))") }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, futimens(descriptor, nil) == 0 {
            aloneSince = FileSystem.status(path)?.written
        } else {
            aloneSince = nil
        }
        guard flock(descriptor, LOCK_SH) == 0 else {
            close(descriptor)
            throw .failed("lock \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }
}
