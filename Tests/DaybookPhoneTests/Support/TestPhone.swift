import DaybookClient
import DaybookCore
import DaybookScrypt
import DaybookWidget
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DaybookPhone

/// A phone during a test: a real folder, and everything else in memory. The app on it can end and be launched again.
@MainActor final class TestPhone {
    let folder = NSTemporaryDirectory() + "daybook-phone-\(Foundation.UUID().uuidString)"
    let keys = TestKeys()
    let clock = TestClock()
    let notifications = TestNotifications()
    let services = TestServices()
    let widget: TestWidget
    let server: ServerAddress?
    let transport: any PhoneTransport
    var app: PhoneApp

    static let password = "xYQ7#wZ9k"

    /// A phone whose app has just been launched for the first time.
    init(server: ServerAddress? = nil, transport: any PhoneTransport = NoNetwork(), now: Instant? = nil) async {
        if let now { clock.now = now }
        self.server = server
        self.transport = transport
        widget = TestWidget(WidgetFolder(path: folder + "/group"))
        app = PhoneApp(Self.device(folder, keys, clock, notifications, services, widget, transport), server: server)
        app.isVisible = true
        await app.start()
        await app.settle()
    }

    /// A phone of a person who has just signed up.
    static func signedIn() async -> TestPhone {
        let phone = await TestPhone()
        await phone.signUp()
        return phone
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func device(
        _ folder: String,
        _ keys: TestKeys,
        _ clock: TestClock,
        _ notifications: TestNotifications,
        _ services: TestServices,
        _ widget: TestWidget,
        _ transport: any PhoneTransport
    ) -> PhoneDevice {
        PhoneDevice(
            folder: folder,
            keys: keys,
            clock: clock,
            notifications: notifications,
            services: services,
            photos: TestPhotos(),
            widget: widget,
            transport: { _ in transport },
            cost: ScryptCost(log2N: 1) ?? .phone
        )
    }

    /// Ends the app without a warning, and launches it again. `visible`: on the screen, and not for a refresh or a request.
    func relaunch(path: String = "/", visible: Bool = true) async {
        clock.stop()
        app.generation += 1
        app.events?.cancel()
        await app.settle()
        app = PhoneApp(Self.device(folder, keys, clock, notifications, services, widget, transport), server: server)
        app.isVisible = visible
        await app.start(path: path)
        await app.settle()
    }

    // MARK: - What a person does

    func send(_ action: App.Action) async {
        app.send(action)
        await app.settle()
    }

    func send(_ action: Home.Action) async {
        app.send(action)
        await app.settle()
    }

    func signUp(
        name: String = "Asha Rao",
        mobile: String = "9876543210",
        email: String = "asha@example.org",
        password: String = TestPhone.password,
        again: String? = nil
    ) async {
        await send(.signIn(.signUpTapped))
        await send(.signUp(.changed(.name, name)))
        await send(.signUp(.changed(.mobile, mobile)))
        await send(.signUp(.changed(.email, email)))
        await send(.signUp(.changed(.password, password)))
        await send(.signUp(.changed(.passwordAgain, again ?? password)))
        await send(.signUp(.submitted))
    }

    func signIn(_ login: String = "asha@example.org", _ password: String = TestPhone.password) async {
        await send(.signIn(.loginChanged(login)))
        await send(.signIn(.passwordChanged(password)))
        await send(.signIn(.submitted))
    }

    func logOut() async {
        await send(.logOutTapped)
        await send(.overlay(.confirmed))
    }

    func add(_ line: String) async {
        await send(.list(.quickAddChanged(line)))
        await send(.list(.quickAddSubmitted(.whole)))
    }

    /// Writes a note with a photo, and leaves it open.
    func addNote() async throws -> (note: Note.ID, png: [UInt8]) {
        await send(.list(.newNoteTapped))
        await send(.note(.titleChanged("Holidays")))
        await send(.note(.descriptionChanged(String(repeating: "A week by the sea. ", count: 6))))
        let note = try #require(app.app.home?.openNote?.id)
        let png = Pictures.png(width: 40, height: 30)
        app.addPhoto(png, to: note)
        await app.settle()
        return (note, png)
    }

    // MARK: - What a person sees

    var titles: [String] {
        guard let home = app.app.home else { return [] }
        let today = Today(at: clock.now, in: clock.zone)
        return home.visible(on: today).slots.map { home.notebook.todos[$0].title }
    }

    var isSignedIn: Bool { app.app.home != nil }

    var violations: [Violation] {
        switch app.app.screen {
        case .signUp(let screen): screen.visibleViolations(app.app.rules)
        case .signIn(let screen): screen.violations
        default: []
        }
    }

    /// The message of a sign-in that failed.
    var failure: String? {
        guard case .signIn(let screen) = app.app.screen, case .failed(let text) = screen.status else { return nil }
        return text
    }

    func todo(_ title: String) throws -> Todo {
        let todos = try #require(app.app.home).notebook.todos.todos
        return try #require(todos.first { $0.title == title })
    }

    /// The to-dos in the file of the person who is signed in.
    func titlesInFile() async throws -> [String] {
        let file = try #require(await app.storage.open?.file)
        return try file.read { try $0.todos(TodoQuery(order: .title)).map { $0.todo.title } }
    }
}

/// Secrets in memory.
final class TestKeys: KeyStore {
    private let secrets = Mutex<[Secret: Data]>([:])

    func read(_ secret: Secret) throws -> Data? { secrets.withLock { $0[secret] } }
    func write(_ data: Data, as secret: Secret) throws { secrets.withLock { $0[secret] = data } }
    func remove(_ secret: Secret) throws { secrets.withLock { $0[secret] = nil } }
}

/// A clock that a test moves.
@MainActor final class TestClock: PhoneClock {
    fileprivate(set) var now = Instant(milliseconds: 1_800_000_000_000)
    var zone = TimeZone.utc
    var habits = Habits()
    private var timers: [(number: Int, at: Instant, fire: @MainActor () -> Void)] = []
    private var lastTimer = 0
    private var lastID: UInt64 = 0

    func newID() -> DaybookCore.UUID {
        lastID += 1
        return .v7(at: now, random: (lastID &* 0x9E37_79B9_7F4A_7C15, .random(in: .min ... .max)))
    }

    func start(milliseconds: Int, _ fire: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        lastTimer += 1
        let number = lastTimer
        timers.append((number, now.advanced(by: .milliseconds(Int64(milliseconds))), fire))
        return { [weak self] in self?.timers.removeAll { $0.number == number } }
    }

    /// Lets time pass, with the timers that fire in it.
    func advance(minutes: Int64) {
        let end = now.advanced(by: .minutes(minutes))
        while let next = timers.filter({ $0.at <= end }).min(by: { $0.at < $1.at }) {
            timers.removeAll { $0.number == next.number }
            now = max(now, next.at)
            next.fire()
        }
        now = end
    }

    /// The process ends: no timer fires.
    func stop() { timers = [] }
}

/// Notifications that are only noted.
@MainActor final class TestNotifications: PhoneNotifications {
    var permission = NotificationStatus.Permission.unasked
    private(set) var planned: [PlannedReminder] = []
    private(set) var cancelled: [Todo.ID] = []
    private(set) var shown: [PlannedReminder] = []
    private(set) var closed: [Todo.ID] = []
    private(set) var badge = 0

    func notifying() async -> NotificationStatus { NotificationStatus(permission) }
    func ask() async -> NotificationStatus {
        if permission == .unasked { permission = .granted }
        return NotificationStatus(permission)
    }
    func pending() async -> [Todo.ID] {
        await Task.yield()
        return planned.map(\.todo)
    }
    /// Others may run before the system takes a reminder.
    func plan(_ reminder: PlannedReminder) async {
        await Task.yield()
        planned.removeAll { $0.todo == reminder.todo }
        planned.append(reminder)
        planned.sort {
            ($0.due.milliseconds, $0.todo.uuid.description) < ($1.due.milliseconds, $1.todo.uuid.description)
        }
    }
    func cancel(_ todos: [Todo.ID]) {
        cancelled += todos
        planned.removeAll { todos.contains($0.todo) }
    }
    func show(_ reminder: PlannedReminder) async { shown.append(reminder) }
    func close(_ todo: Todo.ID) { closed.append(todo) }
    func closeAll() {
        planned = []
        badge = 0
    }
    func badge(_ count: Int) { badge = count }
}

/// Hands that remember.
@MainActor final class TestServices: PhoneServices {
    private(set) var announced: [String] = []

    func announce(_ text: String) { announced.append(text) }
}

/// A widget that is asked for its states by a test.
@MainActor final class TestWidget: PhoneWidget {
    let folder: WidgetFolder?
    var isHidden = false
    private(set) var reloads = 0

    init(_ folder: WidgetFolder) { self.folder = folder }

    func reload() { reloads += 1 }

    /// What the widget shows at a moment.
    func state(at moment: Instant) -> WidgetState { WidgetState(folder?.list(), at: moment, in: .utc) }

    /// The titles that it shows; nil when it shows no list.
    func titles(at moment: Instant) -> [String]? {
        guard case .today(let rows, _, _) = state(at: moment).content else { return nil }
        return rows.map { $0.title }
    }
}

/// Takes what is a PNG already.
struct TestPhotos: PhotoMaker {
    func photo(of bytes: [UInt8], side: Int) async throws -> PhotoTransfers.Picture {
        guard case .found(let header) = ImageHeader.read(bytes) else { throw PhotoFailure(.notImage) }
        return PhotoTransfers.Picture(
            type: header.type,
            width: header.width,
            height: header.height,
            bytes: bytes,
            thumbnail: Pictures.png(width: max(header.width / 2, 1), height: max(header.height / 2, 1))
        )
    }
}

/// No server answers.
struct NoNetwork: PhoneTransport {
    func answer(to call: Call) async throws -> Answer {
        throw SyncFailure.unreachable(server: "https://example.org", reason: "there is no network")
    }

    func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer {
        try await answer(to: call)
    }

    func download(_ call: Call, to file: URL) async throws -> Answer { try await answer(to: call) }
    func upload(_ call: Call, from file: URL) async throws -> Answer { try await answer(to: call) }
}
