import DaybookCore
import DaybookStore
import Logging
import ServiceLifecycle

/// Once an hour it deletes data at the end of its lifetime: history, deleted records, devices, photos that no note
/// uses, and tallies of attempts. At the start it removes leftovers of interrupted uploads and continues interrupted
/// erasures of accounts.
struct GarbageService: Service {
    let storage: any Storage
    let now: @Sendable () -> Instant
    let logger: Logger
    /// The time before the first collection; not zero, so that a start is quick.
    var first = Duration.seconds(60)
    var interval = Duration.seconds(3_600)

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await collectForever() }
        } catch is CancellationError {
            // The server is ending.
        }
    }

    private func collectForever() async throws {
        await removeLeftovers()
        await finishErasures()
        try await Task.sleep(for: first)
        while true {
            await collect()
            try await Task.sleep(for: interval)
        }
    }

    private func removeLeftovers() async {
        do {
            let count = try await storage.removeLeftoverPhotos()
            if count > 0 { logger.info("removed what was left of photos", metadata: ["files": "\(count)"]) }
        } catch {
            logger.warning("could not look for what is left of photos", metadata: ["error": "\(error)"])
        }
    }

    private func finishErasures() async {
        do {
            let count = try await storage.finishErasures()
            if count > 0 {
                logger.notice("erased what was left of deleted accounts", metadata: ["accounts": "\(count)"])
            }
        } catch {
            logger.warning("could not erase what is left of deleted accounts", metadata: ["error": "\(error)"])
        }
    }

    /// Runs one collection. Work that fails is tried again the next time.
    func collect() async {
        do {
            let garbage = try await storage.collectGarbage(at: now())
            try await storage.pruneAttempts(at: now(), keeping: AttemptLimits.tallies)
            guard garbage != Garbage() else { return }
            logger.info(
                "forgot what was kept long enough",
                metadata: [
                    "entries": "\(garbage.entries)", "records": "\(garbage.records)", "devices": "\(garbage.devices)",
                    "orphans": "\(garbage.orphans)", "photos": "\(garbage.photos)",
                    "quarantined": "\(garbage.quarantined)",
                ]
            )
        } catch {
            logger.warning("could not forget what was kept long enough", metadata: ["error": "\(error)"])
        }
    }
}
