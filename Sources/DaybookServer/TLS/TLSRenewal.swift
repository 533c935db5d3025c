import DaybookCore
import Logging
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Loads renewed certificate files without a restart: new connections get the new certificate.
///
/// The files are checked every few seconds rather than at a signal, so that the program that renews them needs no
/// knowledge of Daybook. Files that do not match, for example while only one of them is written, change nothing.
final class TLSRenewal: Service {
    private static let pause = Duration.seconds(5)

    private let files: TLSFiles
    private let now: @Sendable () -> Instant
    private let logger: Logger
    private let identity: Mutex<TLSIdentity>
    /// The state of the files at the last read, whether it succeeded or not.
    private let state: Mutex<[Int64]?>

    /// Reads the files for the first time. Throws ``TLSFileError``.
    init(_ files: TLSFiles, now: @escaping @Sendable () -> Instant, logger: Logger) throws {
        self.files = files
        self.now = now
        self.logger = logger
        // Taken before the files are read: a write in between is then seen as a change.
        state = Mutex(files.state)
        identity = Mutex(try TLSIdentity(files, now: now()))
    }

    /// The TLS settings. Each connection asks for the present identity.
    var configuration: TLSConfiguration {
        var configuration = identity.withLock { $0 }.configuration
        configuration.sslContextCallback = { [self] _, promise in
            promise.succeed(identity.withLock { $0 }.override)
        }
        return configuration
    }

    /// Checks the files until the server ends.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                look()
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Loads the files if they have changed since the last time.
    func look() {
        let found = files.state
        let isNew = state.withLock { state in
            guard found != nil, found != state else { return false }
            state = found
            return true
        }
        guard isNew else { return }
        do {
            let renewed = try TLSIdentity(files, now: now())
            identity.withLock { $0 = renewed }
            logger.notice("loaded the renewed certificate", metadata: ["file": "\(files.certificate)"])
        } catch {
            logger.warning("keeps the present certificate", metadata: ["error": "\(error)"])
        }
    }
}
