import DaybookCore
import DaybookPush
import DaybookStore
import HTTPTypes
import Hummingbird

/// The devices that show reminders, the last deliveries, and a test (R4).
struct Reminders: Sendable {
    let storage: any Storage
    /// Nil when this server sends no pushes.
    let push: PushSettings?
    let limits: AttemptLimits
    let lifetime: SessionLifetime
    let now: @Sendable () -> Instant

    init(storage: any Storage, configuration: ServerConfiguration) {
        self.storage = storage
        push = configuration.push
        limits = AttemptLimits(storage: storage, isOn: configuration.limitsWrongPasswords, now: configuration.now)
        lifetime = configuration.sessionLifetime
        now = configuration.now
    }

    /// `GET /api/v1/reminders/key`
    @Sendable func key(_ request: Request, _ context: DaybookContext) async throws -> Response {
        guard let push else { throw Problem.noPush }
        return Response(.object([.init("publicKey", .string(push.key.publicKeyText))]))
    }

    /// `PUT /api/v1/reminders/device`
    @Sendable func setDevice(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let (permission, subscription) = body.reminderDevice(privateHosts: push?.privateHosts ?? .none)
        try body.finish()
        let device = ReminderDevice(
            session: session.session.id,
            permission: permission,
            subscription: subscription.map(ReminderSubscription.init),
            changedAt: now()
        )
        try await storage.setReminderDevice(device, of: session.account)
        return .noContent
    }

    /// `GET /api/v1/reminders/devices`
    @Sendable func listDevices(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        let moment = now()
        let devices = try await storage.reminderDevices(of: current.account)
        let sessions = try await storage.sessions(of: current.account).filter { !lifetime.isOver($0, at: moment) }
        let items = sessions.compactMap { session -> JSON? in
            guard let device = devices.first(where: { $0.session == session.id }) else { return nil }
            return json(device, session, isCurrent: session.id == current.session.id)
        }
        return Response(.object([.init("items", .array(items))]))
    }

    private func json(_ device: ReminderDevice, _ session: StoredSession, isCurrent: Bool) -> JSON {
        let subscription = push.flatMap { push in
            device.subscription.flatMap { try? PushSubscription($0, privateHosts: push.privateHosts) }
        }
        return .object([
            .init("id", .string(session.id.description)),
            .init("device", .optional(session.device)),
            .init("current", .bool(isCurrent)),
            .init("permission", .string(device.permission.rawValue)),
            .init("pushes", .bool(subscription != nil)),
            // Only the host of the endpoint is shown. The rest is a secret.
            .init("service", .optional(subscription?.endpoint.host)),
            .init("lastUsedAt", .string(session.lastUsedAt.rfc3339)),
        ])
    }

    /// `GET /api/v1/reminders/deliveries`
    @Sendable func listDeliveries(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let limit = try ReminderQuery(request.uri.query).limit
        let deliveries = try await storage.deliveries(of: try context.session.account, limit: limit)
        return Response(.object([.init("items", .array(deliveries.map(\.json)))]))
    }

    /// `POST /api/v1/reminders/test`
    @Sendable func test(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let account = try context.session.account
        guard push != nil else { throw Problem.noPush }
        guard try await storage.reminderDevices(of: account).contains(where: { $0.subscription != nil }) else {
            throw Problem.noReminderDevice
        }
        _ = try await limits.begin(.reminderTest(by: account))
        let count = try await storage.addTestDeliveries(RandomID.make(now: now()), of: account, at: now())
        if count == 0 { throw Problem.noReminderDevice }
        return Response(.object([.init("devices", .integer(Int64(count)))]), status: .accepted)
    }

    /// `POST /api/v1/reminders/shown`
    @Sendable func shown(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let shown = body.shownReminder()
        try body.finish()
        guard let shown else { return .noContent }
        try await storage.markShown(
            shown.todo,
            due: shown.due,
            // A device's clock may be ahead; the reminder was shown by now at the latest.
            at: min(shown.at, now()),
            by: session.session.id,
            of: session.account
        )
        return .noContent
    }
}

extension Problem {
    /// 409: no device can receive a push.
    fileprivate static let noReminderDevice = Problem(
        .conflict,
        "None of your devices can receive reminders while Daybook is closed. Allow notifications on one of them first."
    )

    /// 409: the operator has not set up pushes.
    fileprivate static let noPush = Problem(
        .conflict,
        "This server does not send reminders. Daybook shows them while it is open."
    )
}

extension StoredDelivery {
    fileprivate var json: JSON {
        .object([
            .init("todo", .optional(isTest ? nil : todo.description)),
            .init("title", .optional(title)),
            .init("test", .bool(isTest)),
            .init("device", .string(session.description)),
            .init("deviceName", .optional(deviceName)),
            .init("due", .string(due.rfc3339)),
            .init("sent", .optional(sentAt?.rfc3339)),
            .init("shown", .optional(shownAt?.rfc3339)),
            .init("late", .bool(isLate)),
            .init("state", .string(state.rawValue)),
            .init("reason", .optional(reason?.rawValue)),
        ])
    }
}
