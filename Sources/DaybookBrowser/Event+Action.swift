import DaybookCore
import DaybookViews

// The value of an element, parsed into its type.
extension Event {
    /// The action of an element that was used.
    func action(of intent: Intent, newID: UUID) -> App.Action? {
        let complete: Intent
        switch intent {
        case .text(let make): complete = make(self[2])
        case .day(let make): complete = make(CivilDate(self[2]))
        case .number(let make): complete = make(number(2))
        case .point(let make): complete = make(Overlay.Point(x: pixels(2), y: pixels(3)))
        default: complete = intent
        }
        return complete.action(newID: newID)
    }
}

// Reports of the host, without a person.
extension Event {
    /// The action of the event; nil for an event without one. `newID` is the id for a record that it may make.
    ///
    /// `isFocusMoving`: the focus is moving to the cursor's row, so its present place has no meaning.
    func action(newID: UUID, isFocusMoving: Bool = false) -> App.Action? {
        switch kind {
        case .key:
            let focused = isFocusMoving ? nil : id(2)
            return key.map { .home(.list(.key($0, at: focused)), newID: newID) }
        case .start: return .launched(world, path: self[0], after: signOutReason)
        case .timer: return Int(decimal: self[0]).flatMap { Effect.Timer(number: $0) }.map { .timerFired($0) }
        case .network: return .onlineChanged(isSet(0))
        case .visible: return .visibleChanged(isSet(0))
        case .zone: return TimeZone(compact: self[0]).map { .zoneChanged($0) }
        case .moved: return Int64(decimal: self[0]).map { .serverEventReceived(cursor: $0) }
        case .vaultFresh: return .storage(.made(newDevice: newID))
        case .vaultWrong: return .storage(.locked(unsent: Int(decimal: self[0])))
        case .vaultUnknown: return .storage(.unknown)
        case .vaultRefused: return .storage(.refused)
        case .vaultUnavailable: return .storage(.unavailable(newDevice: newID))
        case .stored: return Int(decimal: self[0]).map { .stored(sequence: $0) }
        case .storeFailed:
            let failure = self[1] == "QuotaExceededError" ? Disk.Failure.full : .refused
            return Int(decimal: self[0]).map { .storeFailed(sequence: $0, failure) }
        case .overtaken: return .storeOvertaken
        case .shared: return .shared(blocks, through: Int(decimal: self[0]) ?? 0)
        case .absorbed: return .diskReread(content(sequence: 0, through: self[0]))
        case .lead: return .leadsChanged(isSet(0))
        case .ask: return .syncAsked
        case .left: return UUID(self[0]).map { .leftElsewhere(account: $0) }
        case .update: return .updateReady
        case .tabEnded: return Int(decimal: self[0]).map { .tabEnded(UInt8(truncatingIfNeeded: $0)) }
        case .notifying: return .notifyingChanged(notifying(0))
        default:
            if let action = photoAction { return .home(.photo(action), newID: newID) }
            return reminderAction.map { .home(.reminder($0), newID: newID) }
        }
    }

    private var world: App.World {
        App.World(
            zone: TimeZone(compact: self[2]) ?? .utc,
            habits: Habits(weekStart: number(9) ?? 1, clock: Habits.Clock(rawValue: self[10]) ?? .hours24),
            isOnline: isSet(1),
            writer: UInt8(truncatingIfNeeded: Int(decimal: self[4]) ?? 0),
            notifying: notifying(5),
            others: UInt16(truncatingIfNeeded: Int(decimal: self[8]) ?? 0)
        )
    }

    /// The reason why the person was signed out just now; nil at a launch.
    private var signOutReason: SignOutReason? {
        switch self[3] {
        case "out": .loggedOut(unsent: 0)
        case "ended": .sessionEnded(unsent: 0, isKept: true)
        case "ended unkept": .sessionEnded(unsent: 0, isKept: false)
        case "deleted": .deleted
        default: nil
        }
    }

    /// The state of the browser's notifications, in two texts.
    private func notifying(_ place: Int) -> NotificationStatus {
        let permission = NotificationStatus.Permission(rawValue: self[place]) ?? .unsupported
        return NotificationStatus(permission, obstacle: NotificationStatus.Obstacle(rawValue: self[place + 1]))
    }

    // MARK: - Photos and reminders

    private var photoAction: PhotoTransfers.Action? {
        switch kind {
        case .photoStarted: return UUID(self[1]).map { .started(Note.ID($0), ticket: self[0]) }
        case .photoReady: return ready
        case .photoFailed: return .failed(ticket: self[0], PhotoTransfers.Failure(rawValue: self[1]) ?? .notImage)
        case .photoKept: return .kept(ticket: self[0])
        case .photoLost: return .lost(ticket: self[0])
        case .photoRead: return Digest(self[0]).map { .read($0, Array(bytes)) }
        case .sharedWaiting: return .sharedWaiting(Int(decimal: self[0]) ?? 0, query: self[1])
        case .photosWaiting: return .waiting((0..<count).compactMap { Digest(self[$0]) })
        case .uploading: return Digest(self[0]).map { .progress($0, percent: Int(decimal: self[1]) ?? 0) }
        default: return nil
        }
    }

    private var ready: PhotoTransfers.Action {
        let ticket = self[0]
        guard let type = Photo.MediaType(rawValue: self[1]), let length = Int(decimal: self[4]), length > 0,
            length <= bytes.count
        else { return .failed(ticket: ticket, .notImage) }
        let picture = PhotoTransfers.Picture(
            type: type,
            width: Int(decimal: self[2]) ?? 0,
            height: Int(decimal: self[3]) ?? 0,
            bytes: Array(bytes.prefix(length)),
            thumbnail: Array(bytes.dropFirst(length))
        )
        return .ready(ticket: ticket, picture)
    }

    private var reminderAction: DeviceReminders.Action? {
        switch kind {
        case .remindersShown:
            var entries: [ReminderSchedule.Entry] = []
            for place in stride(from: 0, to: count - 1, by: 2) {
                guard let todo = id(place), let due = Int64(decimal: self[place + 1]) else { continue }
                entries.append(ReminderSchedule.Entry(due: Instant(milliseconds: due), todo: todo))
            }
            return .shown(entries)
        case .subscribed: return .subscribed(PushAddress(endpoint: self[0], key: self[1], secret: self[2]))
        case .notSubscribed: return .notSubscribed
        case .reminderAnswered:
            guard let todo = id(0), let reply = DeviceReminders.Reply(rawValue: self[1]) else { return nil }
            return .answered(todo, reply)
        case .reminderOpened: return id(0).map { .openTapped($0) }
        default: return nil
        }
    }
}
