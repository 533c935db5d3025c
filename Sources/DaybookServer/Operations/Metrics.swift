import DaybookCore
import DaybookStore
import Hummingbird
import NIOCore
import Synchronization

/// Counts the server's work, and writes the counts in Prometheus' text format
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
///
/// Labels come from a small, fixed set (methods, route patterns, statuses), and never hold a person's text or ids.
final class Metrics: Sendable {
    private struct Series: Hashable {
        let method: String
        let route: String
        let status: Int

        /// Of few series: to hash whole texts for each request costs more than to compare some.
        func hash(into hasher: inout Hasher) {
            hasher.combine(method.utf8.count << 32 | route.utf8.count << 16 | status)
        }
    }

    /// An empty histogram of seconds.
    private static let noRequests = Histogram(bounds: [0.001, 0.005, 0.02, 0.1, 0.5, 2.5])

    /// The counts of reminders.
    let reminders = ReminderMetrics()
    private let requests = Mutex<[Series: Histogram]>([:])
    private let inFlight = Atomic<Int>(0)
    private let streams = Atomic<Int>(0)
    private let photos = Atomic<Int>(0)
    private let photoBytes = Atomic<Int>(0)
    private let storage: (any Storage)?
    private let meter: BudgetMeter
    /// The last count of photos, and its time.
    private let usage = Mutex<(usage: PhotoUsage, at: ContinuousClock.Instant)?>(nil)

    /// The time for which a count of photos is reused. Any client may ask for it, and counting reads all of them.
    private static let usageLifetime = Duration.seconds(60)

    init(storage: (any Storage)? = nil, meter: BudgetMeter = BudgetMeter()) {
        self.storage = storage
        self.meter = meter
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "Counters for Prometheus",
            answers: .init(status: 200, description: "Counters.", schema: "Text", type: "text/plain")
        )
        return [
            Route(.get, "/metrics", .open, operation) { [self] _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: text(await photoUsage(), await quarantined())))
                )
            }
        ]
    }

    private func photoUsage() async -> PhotoUsage? {
        let known = usage.withLock { $0 }
        if let known, ContinuousClock.now - known.at < Self.usageLifetime { return known.usage }
        guard let now = try? await storage?.photoUsage(of: nil) else { return known?.usage }
        usage.withLock { $0 = (now, .now) }
        return now
    }

    private func quarantined() async -> Int? { try? await storage?.quarantineCount() }

    /// Records that a photo of this many bytes was stored.
    func photoStored(bytes: Int) {
        photos.add(1, ordering: .relaxed)
        photoBytes.add(bytes, ordering: .relaxed)
    }

    /// Records that a request arrived.
    func began() { inFlight.add(1, ordering: .relaxed) }

    /// Records that a stream of events began.
    func streamBegan() { streams.add(1, ordering: .relaxed) }

    /// Records that a stream of events ended.
    func streamEnded() { streams.subtract(1, ordering: .relaxed) }

    /// Records that a request was answered.
    func ended(method: String, route: String, status: Int, after duration: Duration) {
        inFlight.subtract(1, ordering: .relaxed)
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        let series = Series(method: method, route: route, status: status)
        requests.withLock { $0[series, default: Self.noRequests].add(seconds) }
    }

    private func text(_ usage: PhotoUsage?, _ quarantined: Int?) -> String {
        var lines = [
            "# HELP daybook_http_requests_in_flight Requests being answered.",
            "# TYPE daybook_http_requests_in_flight gauge",
            "daybook_http_requests_in_flight \(inFlight.load(ordering: .relaxed))",
            "# HELP daybook_event_streams Devices that listen for changes.",
            "# TYPE daybook_event_streams gauge",
            "daybook_event_streams \(streams.load(ordering: .relaxed))",
            "# HELP daybook_resident_memory_bytes Memory of the process.",
            "# TYPE daybook_resident_memory_bytes gauge",
            "daybook_resident_memory_bytes \(ProcessMemory.residentBytes)",
            "# HELP daybook_photo_uploads_total Uploaded photos that were stored.",
            "# TYPE daybook_photo_uploads_total counter",
            "daybook_photo_uploads_total \(photos.load(ordering: .relaxed))",
            "# HELP daybook_photo_upload_bytes_total Bytes of uploaded photos that were stored.",
            "# TYPE daybook_photo_upload_bytes_total counter",
            "daybook_photo_upload_bytes_total \(photoBytes.load(ordering: .relaxed))",
        ]
        if let usage {
            lines += [
                "# HELP daybook_photos Photos that are kept, as counted within the last minute.",
                "# TYPE daybook_photos gauge", "daybook_photos \(usage.count)",
                "# HELP daybook_photo_bytes Bytes of the photos that are kept.",
                "# TYPE daybook_photo_bytes gauge", "daybook_photo_bytes \(usage.bytes)",
            ]
        }
        if let quarantined {
            lines += [
                "# HELP daybook_quarantined_records Rows that cannot be read and are in quarantine.",
                "# TYPE daybook_quarantined_records gauge", "daybook_quarantined_records \(quarantined)",
            ]
        }
        lines += reminders.lines
        lines += budgetLines
        lines += [
            "# HELP daybook_http_request_seconds Time to answer, by route.",
            "# TYPE daybook_http_request_seconds histogram",
        ]
        let requests = requests.withLock { $0 }.map { (label: Self.label($0), histogram: $1) }
        for (label, histogram) in requests.sorted(by: { $0.label < $1.label }) {
            lines += histogram.lines("daybook_http_request_seconds", label: label)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var budgetLines: [String] {
        var lines = [
            "# HELP daybook_budget_refusals_total Refusals because a budget was used up.",
            "# TYPE daybook_budget_refusals_total counter",
        ]
        for budget in Budget.allCases {
            lines.append("daybook_budget_refusals_total{budget=\"\(budget.rawValue)\"} \(meter.refusals(of: budget))")
        }
        lines += [
            "# HELP daybook_budget_used How much of a budget is used now.",
            "# TYPE daybook_budget_used gauge",
        ]
        for budget in Budget.allCases {
            guard let used = meter.used(of: budget) else { continue }
            lines.append("daybook_budget_used{budget=\"\(budget.rawValue)\"} \(used)")
        }
        return lines
    }

    private static func label(_ series: Series) -> String {
        "method=\"\(series.method)\",route=\"\(series.route)\",status=\"\(series.status)\""
    }
}
