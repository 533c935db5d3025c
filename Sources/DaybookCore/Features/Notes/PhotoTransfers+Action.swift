extension PhotoTransfers {
    /// The news of a face about photos that are being stored or uploaded.
    public enum Action: Equatable, Sendable {
        /// A file was chosen, dropped or pasted for a note.
        case started(Note.ID, ticket: String)
        /// The file is a picture, now upright, scaled, and without the camera's metadata (N5).
        case ready(ticket: String, Picture)
        case failed(ticket: String, Failure)
        /// The photo's bytes are on this device's disk.
        case kept(ticket: String)
        /// The photo's bytes could not be put on the disk.
        case lost(ticket: String)
        /// The photos that the disk holds and the server lacks.
        case waiting([Digest])
        case progress(Digest, percent: Int)
        /// A photo was read for a file; no bytes if neither the device nor the server has it now.
        case read(Digest, [UInt8])
        /// The server answered the upload, or did not.
        case uploaded(Digest, Answer)
        /// This many photos that another app has shared wait for the person's answer, with the query of their text.
        case sharedWaiting(Int, query: String)
    }

    /// The note that a picture on its way goes to.
    func note(of ticket: String) -> Note.ID? {
        incoming.first { $0.ticket == ticket }?.note
    }
}

extension Notebook {
    /// Handles news about photos that concerns no screen. `newID` names a photo.
    mutating func reducePhotos(_ action: PhotoTransfers.Action, newID: UUID) -> [Outcome] {
        switch action {
        case .ready(let ticket, let picture): return [Outcome](photoReady(ticket, picture, newID))
        case .failed(let ticket, let failure): return [Outcome](photoFailed(ticket, Texts.photoFailed(failure)))
        case .lost(let ticket): return [Outcome](photoFailed(ticket, Texts.photoNotKept))
        case .waiting(let digests): return [Outcome](uploadsWaiting(digests))
        case .progress(let digest, let percent):
            uploadProgressed(digest, percent: percent)
            return []
        case .started, .kept, .read, .uploaded, .sharedWaiting: return []
        }
    }
}
