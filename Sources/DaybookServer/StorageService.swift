import DaybookStore
import ServiceLifecycle

/// Keeps the storage open while the server runs and closes it afterwards: services stop in reverse order, so no request
/// is in progress then.
struct StorageService: Service {
    let storage: any Storage

    func run() async throws {
        try? await gracefulShutdown()
        await storage.close()
    }
}
