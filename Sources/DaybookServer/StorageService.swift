import DaybookStore
import ServiceLifecycle

/// Keeps the storage open while the server runs and closes it after: services stop in the reverse of their order, so
/// by then no request is under way.
struct StorageService: Service {
    let storage: any Storage

    func run() async throws {
        try? await gracefulShutdown()
        await storage.close()
    }
}
