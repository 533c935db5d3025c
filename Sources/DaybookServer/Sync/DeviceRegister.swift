import DaybookCore
import DaybookStore
import Synchronization

/// Records which devices sync, so that a history can name the device of a change (S12): once a day for each session and
/// when the device was named, and not at each call.
final class DeviceRegister: Sendable {
    private struct Caller: Hashable {
        let session: SessionID
        let device: UUID
        /// A person may name the device.
        let name: String?
    }

    /// The time for which a device is not recorded again.
    private static let pause = Instant.Span.days(1)
    /// The number of callers that are remembered: a megabyte.
    private static let capacity = 10_000

    private let storage: any Storage
    private let noted = Mutex<[Caller: Instant]>([:])

    init(storage: any Storage) {
        self.storage = storage
    }

    /// Whether it has to be recorded that a device syncs in a session.
    func isDue(_ device: UUID, in session: StoredSession, at moment: Instant) -> Bool {
        let caller = Caller(session: session.id, device: device, name: session.device)
        return noted.withLock { noted in
            noted[caller].map { moment >= $0.advanced(by: Self.pause) } ?? true
        }
    }

    /// Records that a device syncs in a session, if it is due.
    func note(_ device: UUID, in session: StoredSession, at moment: Instant) async {
        let caller = Caller(session: session.id, device: device, name: session.device)
        let isDue = noted.withLock { noted in
            if let last = noted[caller], moment < last.advanced(by: Self.pause) { return false }
            if noted.count >= Self.capacity { noted = [:] }
            noted[caller] = moment
            return true
        }
        guard isDue else { return }
        do {
            try await storage.registerDevice(device, name: session.device, of: session.account, at: moment)
        } catch {
            // A failure here, such as a full disk, must not fail a call that may only read. The next call tries again.
            noted.withLock { $0[caller] = nil }
        }
    }
}
