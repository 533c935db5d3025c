// A photo's bytes are on this device's disk before a record names them (S6). The record may reach the server before the
// bytes; other devices show a placeholder meanwhile.

extension Notebook {
    private mutating func takeIncoming(_ ticket: String) -> PhotoTransfers.Incoming? {
        guard let place = photos.incoming.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return photos.incoming.remove(at: place)
    }

    // MARK: - Into a note

    /// A file was chosen, dropped or pasted for a note.
    public mutating func photoStarted(_ note: Note.ID, _ ticket: String) -> [Effect] {
        let there = notes.photos[note].count
        let coming = photos.incoming.count { $0.note == note }
        if let broken = rules.notePhotosViolation(there + coming + 1, having: there + coming) {
            // N4: a refused photo leaves the rest of the note as it is.
            return [.message(broken.message)]
        }
        photos.incoming.append(PhotoTransfers.Incoming(ticket: ticket, note: note))
        return []
    }

    /// The file is a picture, now upright, scaled, and without the camera's metadata (N5). `newID` names the photo.
    public mutating func photoReady(_ ticket: String, _ picture: PhotoTransfers.Picture, _ newID: UUID) -> [Effect] {
        guard let place = photos.incoming.firstIndex(where: { $0.ticket == ticket }) else { return [] }
        let note = photos.incoming[place].note
        let bytes = picture.type == .gif ? GIFCleaner.cleaned(picture.bytes) : picture.bytes
        let digest = SHA256.digest(bytes)
        let isThere = notes.photos[note].contains { $0.sha256 == digest }
        let isComing = photos.incoming.contains { $0.note == note && $0.photo?.sha256 == digest }
        if isThere || isComing || bytes.count > rules.photoBytesMaximum {
            photos.incoming.remove(at: place)
            let text = isThere || isComing ? Texts.photoThere : Texts.photoFailed(.tooLarge)
            return [.message(text)]
        }
        let thumbnail = picture.thumbnail.isEmpty ? nil : SHA256.digest(picture.thumbnail)
        photos.incoming[place].photo = Photo(
            id: Photo.ID(newID),
            note: note,
            sha256: digest,
            type: picture.type,
            width: picture.width,
            height: picture.height,
            bytes: bytes.count,
            position: 0,
            thumbnail: thumbnail
        )
        let replacement = bytes == picture.bytes ? [] : bytes
        return [.keepPhoto(ticket: ticket, digest, thumbnail: thumbnail, picture.type, replacement)]
    }

    /// The file is not a photo, or its bytes could not be put on the disk; the text gives the reason.
    public mutating func photoFailed(_ ticket: String, _ reason: String) -> [Effect] {
        takeIncoming(ticket) == nil ? [] : [.message(reason)]
    }

    /// The photo's bytes are on the disk. `draft` holds the fields of its note, which may have no record yet.
    public mutating func photoKept(_ ticket: String, _ draft: NoteDraft, _ now: Instant) -> [Effect] {
        guard let incoming = takeIncoming(ticket), var photo = incoming.photo else { return [] }
        let before = notes.photos[incoming.note]
        photo.position = Photo.positions(for: before.map { Optional($0) } + [nil]).last ?? 0
        let stamp = replica.stamp(now: now)
        var fields = [Note.photosChanged(at: stamp)]
        // The photo may be the first thing in a new note.
        if replica.records[Record.Key(kind: .note, id: incoming.note.uuid)] == nil {
            fields += Note.fields(for: rules.normalized(draft), at: stamp)
        }
        var effects = make(
            [
                Record(kind: .photo, id: photo.id.uuid, fields: photo.fields(at: stamp)),
                Record(kind: .note, id: incoming.note.uuid, fields: fields),
            ],
            as: .addedPhoto
        )
        if let thumbnail = photo.thumbnail { queue(thumbnail, nil) }
        queue(photo.sha256, photo.type)
        effects.append(.announce(Texts.photoAdded(before.count + 1)))
        return effects + startUploads()
    }

    /// Takes a photo out of its note.
    public mutating func remove(_ id: Photo.ID, _ now: Instant) -> [Effect] {
        guard let note = notes.photos.note(of: id) else { return [] }
        let stamp = replica.stamp(now: now)
        return make(
            [
                Record(kind: .photo, id: id.uuid, deleted: stamp),
                Record(kind: .note, id: note.uuid, fields: [Note.photosChanged(at: stamp)]),
            ],
            as: .removedPhoto
        )
    }

    /// Brings back a photo that was removed from its note, unless the note already has the most photos that are
    /// allowed.
    mutating func restore(_ id: Photo.ID, _ now: Instant) -> [Effect] {
        guard let record = replica.records[Record.Key(kind: .photo, id: id.uuid)], !record.isAlive,
            let photo = Photo(record, evenIfDeleted: true), let note = notes[photo.note],
            !note.photos.contains(where: { $0.sha256 == photo.sha256 })
        else { return [] }
        let count = note.photos.count
        if let broken = rules.notePhotosViolation(count + 1, having: count) { return [.message(broken.message)] }
        let stamp = replica.stamp(now: now)
        let position = Record.Field(Photo.Field.position, .integer(photo.position), stamp)
        return make(
            [
                Record(kind: .photo, id: id.uuid, fields: [position]),
                Record(kind: .note, id: photo.note.uuid, fields: [Note.photosChanged(at: stamp)]),
            ],
            as: .addedPhoto
        ) + startUploads() + [.announce(Texts.photoIsBack(Texts.named(note.title)))]
    }

    /// Moves a photo by this many places among its note's. A place beyond an end is that end.
    public mutating func move(_ id: Photo.ID, by places: Int, _ now: Instant) -> [Effect] {
        guard let note = notes.photos.note(of: id) else { return [] }
        var wanted = notes.photos[note]
        guard let from = wanted.firstIndex(where: { $0.id == id }) else { return [] }
        let place = from + min(max(places, -from), wanted.count - 1 - from)
        if place == from { return [] }
        wanted.insert(wanted.remove(at: from), at: place)
        let positions = Photo.positions(for: wanted.map { Optional($0) })
        let stamp = replica.stamp(now: now)
        var changes = [Record(kind: .note, id: note.uuid, fields: [Note.photosChanged(at: stamp)])]
        for (photo, position) in zip(wanted, positions) {
            let fields = photo.changes(to: position, at: stamp)
            if !fields.isEmpty { changes.append(Record(kind: .photo, id: photo.id.uuid, fields: fields)) }
        }
        return make(changes, as: .movedPhoto) + [.announce(Texts.moved(to: place + 1, of: wanted.count))]
    }

    // MARK: - To the server

    private mutating func queue(_ digest: Digest, _ type: Photo.MediaType?, wasTried: Bool = false) {
        guard !photos.uploads.contains(where: { $0.sha256 == digest }) else { return }
        photos.uploads.append(PhotoTransfers.Upload(sha256: digest, type: type, wasTried: wasTried))
    }

    /// The disk reported all photos that the server lacks: found at launch, or stored by other tabs of this browser.
    public mutating func uploadsWaiting(_ digests: [Digest]) -> [Effect] {
        let isWaiting = Set(digests)
        photos.uploads.removeAll { $0.percent == nil && !isWaiting.contains($0.sha256) }
        for digest in digests { queue(digest, nil) }
        // These were uploaded before their records were refused.
        let deletable = namedPhotos(isRefused: true).subtracting(isWaiting)
        for digest in deletable { queue(digest, nil, wasTried: true) }
        return (deletable.isEmpty ? [] : [.photosRefused(Array(deletable))]) + startUploads()
    }

    /// Sends the waiting photos, two at a time: those of records that are neither held nor refused. The server would
    /// delete the bytes of a refused record after a day (N6).
    mutating func startUploads() -> [Effect] {
        guard callsServer, connection.session == .open, connection.engine.phase != .stopped,
            photos.failures == 0, !photos.uploads.isEmpty
        else { return [] }
        var free = PhotoTransfers.uploadsAtOnce - photos.uploads.count { $0.percent != nil }
        let named = namedPhotos(isRefused: false)
        var effects: [Effect] = []
        for place in photos.uploads.indices where free > 0 {
            let upload = photos.uploads[place]
            guard upload.percent == nil, upload.refusal == nil, named.contains(upload.sha256) else { continue }
            photos.uploads[place].percent = 0
            photos.uploads[place].wasTried = true
            effects.append(.upload(upload.sha256, upload.type, again: upload.wasTried, account: account.id))
            free -= 1
        }
        return effects
    }

    /// The photos and thumbnails of records that the server refused, or of the others that are not held on this device.
    private func namedPhotos(isRefused: Bool) -> Set<Digest> {
        var named: Set<Digest> = []
        if isRefused, replica.rejections.isEmpty { return named }
        for (key, record) in replica.records where key.kind == .photo && (isRefused || !replica.held.contains(key)) {
            guard (replica.rejections[key] != nil) == isRefused, let photo = Photo(record) else { continue }
            named.insert(photo.sha256)
            if let thumbnail = photo.thumbnail { named.insert(thumbnail) }
        }
        return named
    }

    /// The progress of an upload, in percent from 0 to 100.
    public mutating func uploadProgressed(_ digest: Digest, percent: Int) {
        let place = photos.uploads.firstIndex { $0.sha256 == digest && $0.percent != nil }
        if let place { photos.uploads[place].percent = min(max(percent, 0), 100) }
    }

    /// The server answered an upload, or did not. `isSessionChanging` as for ``answered(_:_:_:isSessionChanging:)``.
    public mutating func uploaded(_ digest: Digest, _ answer: Answer, isSessionChanging: Bool = false) -> [Effect] {
        guard let place = photos.uploads.firstIndex(where: { $0.sha256 == digest }) else { return [] }
        photos.uploads[place].percent = nil
        switch answer.status {
        case 200, 201:
            photos.uploads.remove(at: place)
            photos.failures = 0
            let isRefused = namedPhotos(isRefused: true).contains(digest)
            return (isRefused ? [.listPhotos] : []) + startUploads()
        case 401:
            return isSessionChanging ? retryUploads(answer) : end()
        case 404:
            // The disk no longer has the photo, so this device cannot send it.
            photos.uploads.remove(at: place)
            return startUploads()
        case 400..<500 where answer.status != 429, 507:
            // The server's own text, which tells for example how much room there is.
            let detail = (try? JSON(answer.body))?["detail"]?.stringValue
            photos.uploads[place].refusal = detail ?? Texts.photoRefused(answer.status)
            return [.announce(photos.uploads[place].refusal ?? "")] + startUploads()
        default:
            return retryUploads(answer)
        }
    }

    /// Pauses all uploads until a timer fires: in 2 to 60 s, or after the time that the server asked for.
    private mutating func retryUploads(_ answer: Answer) -> [Effect] {
        photos.failures += 1
        let wait = min(1_000 << min(photos.failures, 6), 60_000)
        let spread = wait / 2 + Int(Double(wait / 2) * min(max(answer.jitter, 0), 1))
        let asked = min(max(answer.retryAfter ?? 0, 0), 3_600) * 1_000
        return [.start(.retryUploads, milliseconds: max(spread, asked))]
    }

    /// Tries again after failures.
    public mutating func resumeUploads() -> [Effect] {
        photos.failures = 0
        return startUploads()
    }
}
