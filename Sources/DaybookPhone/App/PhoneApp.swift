import DaybookClient
import DaybookCore
import DaybookWidget
import Foundation
import Observation

/// The app on a phone: events become actions, and effects are carried out by the device.
///
/// The screens, their rules and their texts come from Core. The views show ``app`` and send actions.
@MainActor @Observable public final class PhoneApp {
    /// The state of all screens.
    public internal(set) var app = App()
    /// The reason why the notebook of the person who is signed in cannot be opened; nil when it can. Nothing was
    /// deleted.
    public internal(set) var trouble: String?
    /// The server for the next sign-in or sign-up; nil for accounts of this device alone.
    public internal(set) var server: ServerAddress?
    /// The file with the person's data that is being written or offered.
    public internal(set) var export = Export.none

    @ObservationIgnored let storage: PhoneStorage
    @ObservationIgnored let device: PhoneDevice
    /// The session of the person who is signed in; nil for an account of this device alone.
    @ObservationIgnored var session: ServerSession?
    /// The session that a sign-in has just begun, until its notebook is open.
    @ObservationIgnored var arriving: ServerSession?
    /// The session whose end the server does not know yet.
    @ObservationIgnored var pendingSignOut: ServerSession?
    /// Increases when a person leaves. The results of earlier work are then dropped, so they do not reach the next
    /// person.
    @ObservationIgnored var generation = 0
    @ObservationIgnored var timers: [(timer: Effect.Timer, cancel: @MainActor () -> Void)] = []
    @ObservationIgnored var transports: [String: any PhoneTransport] = [:]
    @ObservationIgnored var events: Task<Void, Never>?
    /// The pictures that are becoming photos, by their tickets.
    @ObservationIgnored var pictures: [String: PhotoTransfers.Picture] = [:]
    /// The file of the drafts, while it is being written, and the photo that was read last for it.
    @ObservationIgnored var drafts: FileHandle?
    @ObservationIgnored var lastRead: [UInt8] = []
    /// The reminders that the system is to have, those that this process has given it, and the work that gives them.
    @ObservationIgnored var planned: [PlannedReminder] = []
    @ObservationIgnored var given: [PlannedReminder] = []
    @ObservationIgnored var isPlanning = false
    @ObservationIgnored var planning: Task<Void, Never>?
    @ObservationIgnored var badge: Int?
    /// The list that the widget got last, and the values that it was made of.
    @ObservationIgnored var widgetList: WidgetList?
    @ObservationIgnored var widgetSource: WidgetSource?
    /// The callers that wait for the end of a refresh.
    @ObservationIgnored var refreshing: [CheckedContinuation<Void, Never>] = []
    @ObservationIgnored var launch: Task<Void, Never>?
    /// Whether the app is on the screen. The system also launches it for a request or a refresh.
    @ObservationIgnored var isVisible = false
    /// The work in progress, by its numbers.
    @ObservationIgnored private var work: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var lastWork = 0
    /// What the notebook has asked to write and no transaction has begun with.
    @ObservationIgnored var waiting: [(sequence: Int, write: PhoneStorage.Write)] = []
    /// The last piece of work at the disk. The next one waits for it.
    @ObservationIgnored private var diskWork: Task<Void, Never>?

    /// An app over a device. `server`: the server that was chosen last.
    public init(_ device: PhoneDevice, server: ServerAddress? = nil) {
        self.device = device
        self.server = server
        storage = PhoneStorage(folder: device.folder, keys: device.keys, cost: device.cost)
    }

    // MARK: - Actions

    /// Carries an action out. `moment`: when it happened, if that was earlier.
    public func send(_ action: App.Action, at moment: Instant? = nil) {
        let now = device.clock.now
        let ringing = app.home?.notebook.reminders.ringing ?? []
        let effects = reduce(&app, action, moment ?? now)
        for effect in effects { carryOut(moment.map { effect.begun(at: $0, now) } ?? effect) }
        showUnplanned(ringing)
        plan()
    }

    /// Carries out an action of the screens behind sign-in.
    public func send(_ action: Home.Action, at moment: Instant? = nil) {
        send(.home(action, newID: device.clock.newID()), at: moment)
    }

    /// Chooses the server for the next sign-in or sign-up; nil for accounts of this device alone.
    public func choose(_ server: ServerAddress?) {
        guard app.home == nil else { return }
        self.server = server
        request(Request(.rules, .get, "/api/v1/rules"))
    }

    /// Calls the server, and returns when all is sent and read or the call has failed.
    public func refresh() async {
        guard app.home != nil else { return }
        catchUp()
        await withCheckedContinuation { continuation in
            refreshing.append(continuation)
            send(.pulledToRefresh)
        }
    }

    // MARK: - Work

    /// Begins work beside the screens. Work at the disk is done in its order.
    @discardableResult func begin(
        atDisk: Bool = false,
        _ job: @escaping @MainActor () async -> Void
    ) -> Task<Void, Never> {
        lastWork += 1
        let (number, before) = (lastWork, atDisk ? diskWork : nil)
        let task = Task {
            await before?.value
            await job()
            work[number] = nil
        }
        work[number] = task
        if atDisk { diskWork = task }
        return task
    }

    /// Returns when all work at the disk that has begun is finished. Calls of the server go on.
    func finishWriting() async {
        var last: Task<Void, Never>?
        while let task = diskWork, task != last {
            await task.value
            last = task
        }
    }

    /// Returns when all that has begun outlasts the process: changes are on the disk, and the system has the reminders.
    public func finish() async {
        await finishWriting()
        await planning?.value
    }

    /// Returns when only the server's stream of events is still in progress.
    public func settle() async {
        while let task = work.values.first { await task.value }
    }
}
