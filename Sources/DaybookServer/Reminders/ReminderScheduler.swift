import DaybookCore
import DaybookPush
import DaybookStore
import Logging
import Synchronization

/// Sends reminders when they are due: finds due reminders, sends them, and decides when to look again.
///
/// Waiting reminders are only in the storage, so they use no memory here, and a restart loses nothing. Several
/// processes on one database share the work by claims.
final class ReminderScheduler: Sendable {
    /// The most deliveries that a process sends at a time. One push service (``PushLimits``) and one account get fewer.
    static let width = 1_024
    /// The most deliveries that one transaction claims.
    static let batch = 256
    /// The last places, as a part of all, are for accounts that have no delivery in progress, one for each.
    static let reserve = 4
    /// The least time between two claims while fewer places than a batch are free: a claim is a commit, however few
    /// deliveries it claims.
    static let gap = Instant.Span.milliseconds(50)
    /// The time that a claim holds unless it is renewed. After a process is killed, its deliveries wait for this time.
    static let lease = Instant.Span.seconds(20)
    /// The time between two renewals of the claims of deliveries in progress.
    static let renewal = Instant.Span.seconds(5)
    /// The longest time between two looks. By then, changes of other processes on the same database are found, and so
    /// is a changed wall clock.
    static let pause = Duration.milliseconds(500)

    private let width: Int
    private let storage: any Storage
    private let sender: any PushSender
    private let privateHosts: PrivatePushHosts
    private let lifetime: SessionLifetime
    private let backoff: PushBackoff
    private let metrics: ReminderMetrics
    private let now: @Sendable () -> Instant
    private let logger: Logger
    /// The attempts of the deliveries in progress in this process, by their numbers.
    private let underWay = Mutex<[Int64: Int]>([:])
    private let times: Mutex<Times>

    private struct Times {
        var look: Instant
        var renewal: Instant
        var claim: Instant?
        var warning: Instant?
    }

    /// `width` is the number of deliveries that this process sends at a time.
    init(
        width: Int = ReminderScheduler.width,
        storage: any Storage,
        sender: any PushSender,
        privateHosts: PrivatePushHosts = .none,
        lifetime: SessionLifetime = SessionLifetime(),
        backoff: PushBackoff = .standard,
        metrics: ReminderMetrics,
        now: @escaping @Sendable () -> Instant,
        logger: Logger
    ) {
        self.width = width
        self.storage = storage
        self.sender = sender
        self.privateHosts = privateHosts
        self.lifetime = lifetime
        self.backoff = backoff
        self.metrics = metrics
        self.now = now
        self.logger = logger
        times = Mutex(Times(look: now(), renewal: now()))
    }

    /// The result of a look.
    struct Look {
        /// The deliveries to send now, by ``send(_:)``.
        var deliveries: [ClaimedDelivery] = []
        /// The time until the next look.
        var pause = ReminderScheduler.pause
    }

    /// Claims due deliveries. Failures of the storage are logged, and the next look tries again.
    func look() async -> Look {
        do {
            let moment = now()
            try await reconsider(at: moment)
            try await renew(at: moment)
            let free = width - underWay.withLock { $0.count }
            // A delivery that ends before then rings the alarm.
            guard free > 0 else { return Look() }
            let batch = min(Self.batch, width, free)
            if free < Self.batch, let gap = gap(at: moment) { return Look(pause: gap) }
            guard let next = try await storage.nextDelivery() else { return Look() }
            if next > moment {
                return Look(pause: min(Self.pause, .milliseconds(next.milliseconds - moment.milliseconds)))
            }
            let claim = try await storage.claimDeliveries(
                at: moment,
                limit: batch,
                reserved: max(0, batch - max(0, free - width / Self.reserve)),
                lease: Self.lease
            )
            times.withLock { $0.claim = moment }
            metrics.failed(claim.failures)
            // A clock that jumped ahead ends the leases of deliveries that are still in progress here.
            let deliveries = start(claim.deliveries)
            return Look(deliveries: deliveries, pause: deliveries.isEmpty ? .milliseconds(1) : .zero)
        } catch {
            logger.warning("could not look for reminders that are due", metadata: ["error": "\(error)"])
            return Look()
        }
    }

    /// The time until the next claim may be made; nil when it may be made now.
    private func gap(at moment: Instant) -> Duration? {
        guard let last = times.withLock({ $0.claim }) else { return nil }
        let left = last.advanced(by: Self.gap).milliseconds - moment.milliseconds
        return left > 0 && moment >= last ? .milliseconds(left) : nil
    }

    /// After the wall clock went back, no delivery may wait for a time that the clock had already passed.
    private func reconsider(at moment: Instant) async throws(StorageError) {
        let last = times.withLock { times in
            defer { times.look = moment }
            return times.look
        }
        guard moment < last.advanced(by: .seconds(-1)) else { return }
        logger.notice("the clock went back: looking at all reminders again")
        try await storage.reconsiderDeliveries(at: moment, longest: .minutes(10))
        times.withLock { $0.renewal = moment }
    }

    private func renew(at moment: Instant) async throws(StorageError) {
        let attempts = underWay.withLock { $0 }
        let isDue = times.withLock { times in
            guard moment >= times.renewal.advanced(by: Self.renewal) else { return false }
            times.renewal = moment
            return true
        }
        guard isDue, !attempts.isEmpty else { return }
        try await storage.renewClaims(attempts, until: moment.advanced(by: Self.lease))
    }

    /// Records that deliveries are in progress, and leaves out those that already are.
    private func start(_ deliveries: [ClaimedDelivery]) -> [ClaimedDelivery] {
        underWay.withLock { underWay in
            deliveries.filter { delivery in
                if underWay[delivery.number] != nil { return false }
                underWay[delivery.number] = delivery.attempt
                return true
            }
        }
    }

    /// Sends one delivery and records the outcome.
    func send(_ delivery: ClaimedDelivery) async {
        defer { underWay.withLock { $0[delivery.number] = nil } }
        if lifetime.isOver(delivery.session, at: now()) {
            // Waiting deliveries of the session are deleted with it.
            _ = try? await storage.deleteSession(delivery.session.id, of: delivery.account, .expired)
            return
        }
        let outcome = await attempt(delivery)
        let moment = now()
        metrics.finished(outcome, delivery, at: moment)
        await finish(delivery, outcome, at: moment)
    }

    private func attempt(_ delivery: ClaimedDelivery) async -> DeliveryOutcome {
        guard let message = ReminderPayload.message(delivery) else { return .failed(.tooLarge) }
        guard let subscription = try? PushSubscription(delivery.subscription, privateHosts: privateHosts) else {
            return .failed(.refused)
        }
        switch await sender.send(message, to: subscription) {
        case .accepted: return .accepted
        case .gone: return .gone
        case .retry(let after): return retry(delivery, after: after)
        case .refused, .forbidden: return .failed(.refused)
        case .tooLarge: return .failed(.tooLarge)
        }
    }

    private func retry(_ delivery: ClaimedDelivery, after: Duration?) -> DeliveryOutcome {
        let moment = now()
        let left = delivery.due.advanced(by: DeliveryRules.lifetime).milliseconds - moment.milliseconds
        var random = SystemRandomNumberGenerator()
        let pause = backoff.pause(
            failures: delivery.attempt,
            retryAfter: after,
            left: .milliseconds(left),
            using: &random
        )
        guard let pause else { return .failed(.unreachable) }
        return .retry(at: moment.advanced(by: .milliseconds(pause.milliseconds)))
    }

    /// Records that a push service took a message, and retries until that succeeds. Otherwise the message would be sent
    /// again.
    private func finish(_ delivery: ClaimedDelivery, _ outcome: DeliveryOutcome, at moment: Instant) async {
        while true {
            do {
                return try await storage.finish(delivery, outcome, at: moment)
            } catch {
                warn(error)
                guard outcome == .accepted, error != .closed else { return }
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            }
        }
    }

    /// Logs an outcome that could not be recorded: once a second, however many deliveries wait for the disk.
    private func warn(_ error: StorageError) {
        let moment = now()
        let isDue = times.withLock { times in
            if let last = times.warning, last <= moment, moment < last.advanced(by: .seconds(1)) { return false }
            times.warning = moment
            return true
        }
        guard isDue else { return }
        logger.warning("could not record the outcome of a reminder", metadata: ["error": "\(error)"])
    }
}

extension PushSubscription {
    /// A stored subscription, checked as strictly as a new one: the allowed addresses may have changed since.
    init(_ stored: ReminderSubscription, privateHosts: PrivatePushHosts) throws(Failure) {
        try self.init(
            endpoint: stored.endpoint,
            p256dh: Base64URL.text(stored.publicKey),
            auth: Base64URL.text(stored.secret),
            privateHosts: privateHosts
        )
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
