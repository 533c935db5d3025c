import Foundation

/// The lock of the one watch that rings a notebook's reminders (C19). It ends with the last reference to the object,
/// and the system releases it however the process ends.
final class ReminderLock {
    private let descriptor: Int32

    /// Locks the reminders of a notebook's file. Nil while another watch has the lock.
    ///
    /// Where the file cannot be made or locked, as on a full disk or in some network file systems, there is no lock: a
    /// reminder that rings twice is better than a reminder that does not ring.
    init?(besides file: String) {
        let path = (file as NSString).deletingLastPathComponent + "/reminders.lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { return }
            return nil
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
