extension Notebook {
    /// Something that a notebook asks of its face, or tells it. What comes of a call, a timer or a write goes back into
    /// the notebook.
    public enum Effect: Equatable, Sendable {
        /// Write an entry to the journal; ``Notebook/stored(_:)`` or ``Notebook/storeFailed(_:_:)`` follows.
        case append(sequence: Int, [UInt8])
        /// Replace the snapshot, and the journal up to `through`; answered like ``append(sequence:_:)``, or by
        /// ``Notebook/absorb(_:)`` and ``Notebook/storeOvertaken()`` when another tab's snapshot has more in it.
        case pack(sequence: Int, through: Int, [UInt8])
        /// Have the one that talks to the server for all that share the disk do so.
        case askLeader
        /// Read all that the disk holds; ``Notebook/absorb(_:)`` follows.
        case readDisk
        /// Call the server; ``Notebook/answered(_:_:_:isSessionChanging:)`` follows.
        case request(Request)
        /// Open a stream of what the server tells; ``Notebook/heard(cursor:)`` follows as often as it tells something.
        case listen(Request)
        case stopListening
        /// ``Notebook/timerFired(_:isVisible:)`` follows once, unless the timer is started again or cancelled before.
        case start(Timer, milliseconds: Int)
        case cancel(Timer)
        /// Put the bytes of a photo on the disk, under these names; empty bytes: what the face has scaled.
        case keepPhoto(ticket: String, Digest, thumbnail: Digest?, Photo.MediaType, [UInt8])
        /// Send the bytes of a photo or a thumbnail to the server. `again`: they may be there already.
        case upload(Digest, Photo.MediaType?, again: Bool, account: UUID)
        /// Tell which photos on the disk the server lacks.
        case listPhotos

        /// What was done, in words: a screen reader says them, a terminal prints them.
        case announce(String)
        /// What the person should know, in words.
        case tell(String)
        /// Records look different: another device, or another tab, changed them.
        case changed([Record.Key])
        /// No call is under way, and what waited for an answer need not wait for the next one.
        case rested
        /// A reminder came due; missed when that was while this device was off.
        case rang(Todo.ID, due: Instant, isMissed: Bool)
        /// A reminder that rang is dealt with.
        case quieted(Todo.ID)
        /// The samples could not be fetched.
        case samplesFailed
        /// The server knows no session any more.
        case ended
    }

    /// What a face is asked to wake a notebook for.
    public enum Timer: UInt8, Sendable {
        case retrySync
        case pollSync
        case listenAgain
        case retryUploads
        case reminder
    }

    /// A timer that the notebook started has fired. Nobody looks at a face that is not visible: it catches up later.
    public mutating func timerFired(_ timer: Timer, isVisible: Bool = true) -> [Effect] {
        switch timer {
        case .retrySync: return sync()
        case .listenAgain:
            connection.events.state = .closed
            return sync()
        case .pollSync:
            let again = Effect.start(.pollSync, milliseconds: Connection.pollMilliseconds)
            let isQuiet = connection.engine.failures == 0 && !connection.events.isConnected
            return isVisible && isQuiet ? sync() + [again] : [again]
        case .retryUploads: return resumeUploads()
        case .reminder:
            reminders.armed = nil
            return []
        }
    }
}
