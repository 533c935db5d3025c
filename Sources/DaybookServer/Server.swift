import DaybookCore
import DaybookPush
import DaybookStore
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Builds a server: all of its parts, as one value that answers requests.
///
/// Throws when the web folder cannot be read.
public func buildResponder(storage: any Storage, configuration: ServerConfiguration) throws -> DaybookResponder {
    try buildResponder(
        storage: storage,
        configuration: configuration,
        metrics: Metrics(storage: storage, meter: configuration.meter)
    )
}

private func buildResponder(
    storage: any Storage,
    configuration: ServerConfiguration,
    metrics: Metrics
) throws -> DaybookResponder {
    let samples = configuration.rules.samples.flatMap { try? SamplesAddress($0) }
    let policy = SecurityHeaders.WebPolicy(samples: samples?.origin)
    let web = try configuration.webFolder.map { try WebFolder(path: $0, policy: policy) } ?? .empty
    let tasks = configuration.longTasks ?? LongTasks(budgets: configuration.budgets, meter: configuration.meter)
    let pace = CallPace(configuration.budgets, meter: configuration.meter)
    let unsent = UnsentAnswers(configuration.budgets, meter: configuration.meter)
    let routes = routes(storage: storage, configuration: configuration, metrics: metrics, tasks: tasks, pace: pace)
    return DaybookResponder(
        interface: Interface(
            routes: routes,
            authenticator: authenticator(storage, configuration),
            calls: Calls(configuration, pace: pace, unsent: unsent)
        ),
        web: web,
        metrics: metrics,
        tasks: tasks,
        unsent: unsent,
        configuration: configuration
    )
}

/// A server as an application, ready to run: it listens and serves, and after a signal finishes the requests in
/// progress and closes the storage.
///
/// Throws ``TLSFileError`` when it cannot use the TLS files, ``DescriptorShortage`` when the system allows too few open
/// files.
public func buildApplication(
    storage: any Storage,
    configuration: ServerConfiguration,
    address: BindAddress = .hostname("127.0.0.1", port: 8080),
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) throws -> Application<DaybookResponder> {
    let plan = try DescriptorPlan(limit: configuration.descriptors, budgets: configuration.budgets)
    if let warning = plan.warning { logger.warning("\(warning)") }
    let configuration = configuration.within(plan)
    let renewal = try configuration.tls.map { try TLSRenewal($0, now: configuration.now, logger: logger) }
    let garbage = GarbageService(storage: storage, now: configuration.now, logger: logger)
    let quarantine = QuarantineService(storage: storage, logger: logger)
    let metrics = Metrics(storage: storage, meter: configuration.meter)
    let reminders = reminderService(storage: storage, configuration: configuration, width: plan.pushes, metrics, logger)
    let optional: [(any Service)?] = [reminders, renewal]
    let responder = try buildResponder(storage: storage, configuration: configuration, metrics: metrics)
    return Application(
        responder: responder,
        server: try .daybook(renewal, configuration, responder: responder),
        configuration: ApplicationConfiguration(address: address, backlog: 1_024),
        services: [StorageService(storage: storage), garbage, quarantine] + optional.compactMap { $0 },
        onServerRunning: { channel in
            try? await channel.pipeline.addHandler(AcceptPause(logger: logger), position: .first)
            await onServerRunning(channel)
        },
        logger: logger
    )
}

/// Runs a server until the process is asked to end (SIGINT, SIGTERM). Requests in progress get ten seconds.
///
/// Throws ``ListenError`` when it cannot listen on the address, ``TLSFileError`` when it cannot use the TLS files,
/// ``DescriptorShortage`` when the system allows too few open files.
public func runServer(
    storage: any Storage,
    configuration: ServerConfiguration,
    host: String,
    port: Int,
    logger: Logger,
    whenListening: @escaping @Sendable (_ port: Int) async -> Void
) async throws {
    let application = try buildApplication(
        storage: storage,
        configuration: configuration,
        address: .hostname(host, port: port),
        logger: logger,
        onServerRunning: { channel in await whenListening(channel.localAddress?.port ?? port) }
    )
    var services = ServiceGroupConfiguration(
        services: [application],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
    )
    services.maximumGracefulShutdownDuration = .seconds(10)
    do {
        try await ServiceGroup(configuration: services).run()
    } catch let error as IOError {
        throw ListenError(error, host: host, port: port)
    }
}

/// The service that sends reminders; nil when the operator has not set it up.
private func reminderService(
    storage: any Storage,
    configuration: ServerConfiguration,
    width: Int,
    _ metrics: Metrics,
    _ logger: Logger
) -> ReminderService? {
    guard let push = configuration.push else { return nil }
    let sender: any PushSender
    let close: @Sendable () async -> Void
    if let own = configuration.pushSender {
        (sender, close) = (own, {})
    } else {
        let http = HTTPPushSender(
            key: push.key,
            contact: push.contact,
            privateHosts: push.privateHosts,
            now: configuration.now,
            logger: logger
        )
        (sender, close) = (http, { await http.close() })
    }
    let scheduler = ReminderScheduler(
        width: width,
        storage: storage,
        sender: sender,
        privateHosts: push.privateHosts,
        lifetime: configuration.sessionLifetime,
        metrics: metrics.reminders,
        now: configuration.now,
        logger: logger
    )
    return ReminderService(scheduler: scheduler, storage: storage, close: close)
}

private func authenticator(_ storage: any Storage, _ configuration: ServerConfiguration) -> Authenticator {
    Authenticator(storage: storage, lifetime: configuration.sessionLifetime, now: configuration.now)
}

func routes(
    storage: any Storage,
    configuration: ServerConfiguration,
    metrics: Metrics,
    tasks: LongTasks = LongTasks(),
    pace: CallPace? = nil
) -> [Route] {
    let accounts = Accounts(storage: storage, configuration: configuration)
    let rules = configuration.rules.within(configuration.budgets)
    let (memory, meter) = (ListMemory(limit: configuration.listCacheBytes), configuration.meter)
    var bounds = configuration.listBounds
    bounds.bytes = configuration.budgets[.listBytes]
    let todos = Todos(
        storage: storage,
        lists: AccountLists(storage: storage, memory: memory, tasks: tasks, bounds: bounds, meter: meter),
        rules: rules,
        now: configuration.now
    )
    let notes = Notes(
        storage: storage,
        lists: AccountLists(storage: storage, memory: memory, tasks: tasks, bounds: bounds, meter: meter),
        rules: rules,
        now: configuration.now
    )
    let sync = Sync(storage: storage, rules: rules, tasks: tasks, now: configuration.now)
    let events = Events(
        storage: storage,
        authenticator: authenticator(storage, configuration),
        metrics: metrics,
        pace: configuration.eventPace,
        calls: pace ?? CallPace(configuration.budgets, meter: configuration.meter)
    )
    let spools = Spools(configuration)
    let files = OpenFiles(limit: configuration.budgets[.openFiles], meter: configuration.meter)
    let exports = Exports(
        storage: storage,
        authenticator: authenticator(storage, configuration),
        configuration: configuration,
        spools: spools,
        files: files
    )
    let imports = Imports(
        storage: storage,
        authenticator: authenticator(storage, configuration),
        configuration: configuration,
        spools: spools,
        files: files
    )
    let history = History(storage: storage, rules: rules, now: configuration.now)
    let photos = Photos(
        storage: storage,
        rules: rules,
        quota: configuration.photoQuota,
        metrics: metrics,
        now: configuration.now,
        files: files
    )
    let reminders = Reminders(storage: storage, configuration: configuration)
    let rulesRoute = Route(
        .get,
        "/api/v1/rules",
        .optionalSession,
        .init(
            summary: "The limits in force for the caller",
            answers: .init(status: 200, description: "The rules.", schema: "Rules")
        )
    ) { _, context in Response(configuration.rulesJSON(for: context.openSession)) }
    let routes =
        accounts.routes + exports.routes + imports.routes + todos.routes + notes.routes + photos.routes
        + sync.routes + events.routes + history.routes + reminders.routes + Samples().routes + [rulesRoute]
        + Health(storage: storage, now: configuration.now).routes + metrics.routes
    return OpenAPI.described(routes)
}
