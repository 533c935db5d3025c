import DaybookStore
import Logging
import ServiceLifecycle

/// Reports unreadable rows to the operator: the number of rows in quarantine at the start, and then each new row.
struct QuarantineService: Service {
    let storage: any Storage
    let logger: Logger
    var interval = Duration.seconds(10)

    private static let page = 100

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await watch() }
        } catch is CancellationError {
            // The server is ending.
        }
    }

    private func watch() async throws {
        var last = await count()
        while true {
            last = await log(after: last)
            try await Task.sleep(for: interval)
        }
    }

    /// Reports the number of rows. Returns the number after which new rows begin.
    private func count() async -> Int64 {
        guard let count = try? await storage.quarantineCount(), count > 0 else { return 0 }
        logger.warning(
            "rows that cannot be read are in quarantine. `daybook check` lists them.",
            metadata: ["rows": "\(count)"]
        )
        var last: Int64 = 0
        while let page = try? await storage.quarantined(after: last, limit: Self.page), let row = page.last {
            last = row.number
        }
        return last
    }

    /// Reports each row after a number. Returns the number of the last row.
    func log(after number: Int64) async -> Int64 {
        var last = number
        while let page = try? await storage.quarantined(after: last, limit: Self.page), let row = page.last {
            for row in page { log(row) }
            last = row.number
        }
        return last
    }

    private func log(_ row: QuarantinedRow) {
        logger.error(
            "a row cannot be read and is in quarantine. `daybook check` lists it.",
            metadata: [
                "table": "\(row.table)", "kind": "\(row.key.kind.name)", "id": "\(row.key.id)",
                "account": "\(row.account)", "why": "\(row.why)",
            ]
        )
    }
}
