extension Notebook {
    /// A request of the notebook to its face, or news for it. The face gives the result of a call, a timer or a write
    /// back to the notebook.
    public enum Effect: Equatable, Sendable {
        /// Write an entry to the journal; ``Notebook/stored(_:)`` or ``Notebook/storeFailed(_:)`` follows.
        case append(sequence: Int, [UInt8])
        /// Replace the snapshot, and the journal up to `through`; answered like ``append(sequence:_:)``, or by
        /// ``Notebook/merge(_:)`` and ``Notebook/storeOvertaken()`` when another tab's snapshot has more in it.
        case pack(sequence: Int, through: Int, [UInt8])
        /// Ask the leader, which talks to the server for all tabs that share the disk, to call the server.
        case askLeader
        /// Read all that the disk holds; ``Notebook/merge(_:)`` follows.
        case readDisk
        /// Call the server; ``Notebook/answered(_:_:_:isSessionChanging:)`` follows.
        case request(Request)
        /// Open the server's stream of events; ``Notebook/serverEventReceived(cursor:)`` follows for each event.
        case listen(Request)
        case stopListening
        /// ``Notebook/timerFired(_:isVisible:)`` follows once, unless the timer is started again or cancelled before.
        case start(Timer, milliseconds: Int)
        case cancel(Timer)
        /// Put the bytes of a photo on the disk, under these names. Empty bytes mean the picture that the face has
        /// scaled.
        indirect case keepPhoto(ticket: String, Digest, thumbnail: Digest?, Photo.MediaType, [UInt8])
        /// Send the bytes of a photo or a thumbnail to the server. `again`: they may be there already.
        indirect case upload(Digest, Photo.MediaType?, again: Bool, account: UUID)
        /// Report which photos on the disk the server lacks.
        case listPhotos
        /// The server may delete the bytes of these photos, because it refused their records. The disk counts them as
        /// photos that the server lacks.
        case photosRefused([Digest])

        /// A text about a verb that was carried out. A screen reader speaks it; a terminal prints it.
        case announce(String)
        /// A message for the person.
        case message(String)
        /// Another device, or another tab, changed these records.
        case changed([Record.Key])
        /// Newer texts of other devices replaced texts of these records. The histories on this device keep the old
        /// texts. Each record occurs once.
        case replaced([Record.Key])
        /// No call is in progress. Work that waited for an answer need not wait for the next call.
        case callsEnded
        /// A reminder came due; missed when that was while this device was off.
        case reminderRang(Todo.ID, due: Instant, isMissed: Bool)
        /// The person has answered a reminder that rang.
        case reminderEnded(Todo.ID)
        /// The samples could not be fetched.
        case samplesFailed
        /// The server has ended the session.
        case ended
    }

    /// The timers of a notebook.
    public enum Timer: UInt8, Sendable {
        case retrySync
        case pollSync
        case listenAgain
        case retryUploads
        case reminder
    }

    /// A timer that the notebook started has fired. While the face is not visible, the notebook does not poll.
    public mutating func timerFired(_ timer: Timer, isVisible: Bool = true) -> [Effect] {
        switch timer {
        case .retrySync: return sync()
        case .listenAgain:
            connection.events.state = .closed
            return sync()
        case .pollSync:
            let again = Effect.start(.pollSync, milliseconds: Connection.pollMilliseconds)
            let isQuiet = connection.engine.failures == 0 && !connection.events.isConnected
            return storeAgain() + (isVisible && isQuiet ? sync() + [again] : [again])
        case .retryUploads: return resumeUploads()
        case .reminder:
            reminders.armed = nil
            return []
        }
    }
}
