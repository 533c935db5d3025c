import Testing

@testable import DaybookCore

@Suite("Photos of notes")
struct PhotoTests {
    private static let text = String(repeating: "Down the river and up the hill. ", count: 4)

    private func picture(_ seed: UInt8, type: Photo.MediaType = .jpeg) -> PhotoTransfers.Picture {
        PhotoTransfers.Picture(type: type, width: 20, height: 10, bytes: [seed, 1, 2, 3], thumbnail: [seed, 9])
    }

    private func started() -> (Story, Note.ID) {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        let id = Note.ID(story.newID)
        story.play(.list(.newNoteTapped))
        return (story, id)
    }

    /// A note with a photo in a tab that another one leads.
    private func led() -> Story {
        var (story, note) = started()
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        _ = reduce(&story.app, .leadsChanged(false), story.now)
        #expect(uploads(add(&story, note, 1)).isEmpty)
        return story
    }

    /// Sends an action and hands out what follows.
    private func effects(_ story: inout Story, _ action: PhotoTransfers.Action) -> [Effect] {
        defer { story.newID.low += 1 }
        return reduce(&story.app, .home(.photo(action), newID: story.newID), story.now)
    }

    private func add(_ story: inout Story, _ note: Note.ID, _ seed: UInt8) -> [Effect] {
        _ = effects(&story, .started(note, ticket: "t\(seed)"))
        _ = effects(&story, .ready(ticket: "t\(seed)", picture(seed)))
        return effects(&story, .kept(ticket: "t\(seed)"))
    }

    private func restore(_ story: inout Story, _ key: Record.Key) -> [Effect] {
        reduce(&story.app, .home(.upper(.restoreTapped(key)), newID: story.newID), story.now)
    }

    private func uploads(_ effects: [Effect]) -> [Digest] {
        effects.compactMap { if case .notebook(.upload(let digest, _, _, _)) = $0 { digest } else { nil } }
    }

    @Test("[N6] [S6] A photo has a record once its bytes are on the disk, under their hash")
    func added() throws {
        var (story, note) = started()
        _ = effects(&story, .started(note, ticket: "a"))
        let picture = picture(7)
        let kept = effects(&story, .ready(ticket: "a", picture))
        let digest = SHA256.digest(picture.bytes)
        #expect(kept == [.notebook(.keepPhoto(ticket: "a", digest, thumbnail: SHA256.digest([7, 9]), .jpeg, []))])
        #expect(story.homeState.notebook.notes.photos[note].isEmpty)
        _ = effects(&story, .kept(ticket: "a"))
        let photo = try #require(story.homeState.notebook.notes[note]?.photos.first)
        #expect(photo.sha256 == digest && photo.width == 20 && photo.bytes == 4)
    }

    @Test("[S9] Of several refused changes the line counts all, and Show leads to the note of a photo")
    func refused() throws {
        var (story, note) = started()
        _ = add(&story, note, 1)
        var home = story.homeState
        let photo = try #require(home.notebook.notes[note]?.photos.first)
        let key = Record.Key(kind: .photo, id: photo.id.uuid)
        func refusal(_ key: Record.Key) -> Replica.Rejection {
            Replica.Rejection(change: Record(kind: key.kind, id: key.id), violations: [])
        }
        let limits = Limits.Choice.key
        home.notebook.replica.rejections = [key: refusal(key), limits: refusal(limits)]
        #expect(home.banner(isOnline: true) == "2 changes need your attention.")
        #expect(home.firstRefused == note.key && home.showRefused() == [.go(.note(note))])
        home.notebook.replica.rejections[limits] = nil
        #expect(home.banner(isOnline: true) == "“Untitled note” needs your attention.")
        home.notebook.replica.rejections = [limits: refusal(limits)]
        #expect(home.banner(isOnline: true) == "1 change needs your attention." && home.firstRefused == nil)
    }

    @Test("[N5] A draft's photos stay here with it, and go once it is a note, thumbnail first")
    func draftPhotos() {
        var (story, note) = started()
        #expect(uploads(add(&story, note, 1)).isEmpty)
        #expect(story.homeState.notebook.replica.sendableCount == 0)
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        let newID = story.newID
        let done = reduce(&story.app, .home(.note(.doneTapped), newID: newID), story.now)
        #expect(uploads(done) == [SHA256.digest([1, 9]), SHA256.digest([1, 1, 2, 3])])
        #expect(story.homeState.notebook.replica.sendableCount == 2)
    }

    @Test("[N2] Ten photos fit, and an eleventh is refused with the rest kept")
    func eleven() {
        var (story, note) = started()
        for seed in 1...11 { _ = add(&story, note, UInt8(seed)) }
        #expect(story.homeState.notebook.notes[note]?.photos.count == 10)
        #expect(story.homeState.toast?.text == Texts.tooManyPhotos(10))
        #expect(story.homeState.notebook.photos.incoming.isEmpty)
    }

    @Test("[N6] The same photo twice is there once")
    func twice() {
        var (story, note) = started()
        _ = add(&story, note, 1)
        _ = add(&story, note, 1)
        #expect(story.homeState.notebook.notes[note]?.photos.count == 1)
        #expect(story.homeState.toast?.text == Texts.photoThere)
    }

    @Test(
        "[N4] What is no picture is refused and the note goes on",
        arguments: [PhotoTransfers.Failure.notImage, .tooLarge, .memory]
    )
    func refused(failure: PhotoTransfers.Failure) {
        var (story, note) = started()
        _ = add(&story, note, 1)
        _ = effects(&story, .started(note, ticket: "x"))
        _ = effects(&story, .failed(ticket: "x", failure))
        #expect(story.homeState.toast?.text == Texts.photoFailed(failure))
        #expect(
            story.homeState.notebook.notes[note]?.photos.count == 1 && story.homeState.notebook.photos.incoming.isEmpty
        )
    }

    @Test("[N1] Moving and removing change one record and the note's time; removing can be undone")
    func order() throws {
        var (story, note) = started()
        for seed: UInt8 in 1...3 { _ = add(&story, note, seed) }
        let photos = try #require(story.homeState.notebook.notes[note]?.photos)
        // Each move counts from where the photo is by then, since keys come faster than frames.
        story.play(.note(.photoMoved(photos[2].id, by: -1)))
        story.play(.note(.photoMoved(photos[2].id, by: -1)))
        #expect(story.homeState.notebook.notes[note]?.photos.map(\.id) == [photos[2].id, photos[0].id, photos[1].id])
        story.play(.note(.photoRemoved(photos[0].id)))
        #expect(story.homeState.notebook.notes[note]?.photos.map(\.id) == [photos[2].id, photos[1].id])
        story.play(.toast(.undoTapped))
        #expect(story.homeState.notebook.notes[note]?.photos.map(\.id) == [photos[2].id, photos[0].id, photos[1].id])
    }

    @Test("[S12] A photo that was taken off is in the trash and in the note's history, and comes back")
    func takenOff() throws {
        var (story, note) = started()
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        for seed: UInt8 in 1...2 { _ = add(&story, note, seed) }
        let photos = try #require(story.homeState.notebook.notes[note]?.photos)
        func trash() -> [Trashed] { story.homeState.notebook.trash(now: story.now) }
        story.play(.note(.doneTapped))
        #expect(trash() == [])
        story.play(.note(.photoRemoved(photos[0].id)))
        #expect(trash().map(\.title) == ["A walk"])
        #expect(trash().first?.photo?.sha256 == photos[0].sha256)
        #expect(story.homeState.notebook.trash(now: story.now, of: note) == trash())
        #expect(story.homeState.notebook.trash(now: story.now.advanced(by: .days(31))) == [])
        story.play(.upper(.trashOpened))
        let key = trash()[0].key
        let shown = restore(&story, key)
        #expect(shown.contains(.announce("Photo restored to “A walk”.")))
        #expect(story.homeState.notebook.notes[note]?.photos.map(\.id) == photos.map(\.id))
        #expect(trash() == [])
        // With its note it is the note that comes back.
        story.play(.note(.photoRemoved(photos[0].id)))
        let now = story.now
        _ = story.app.withHome { $0.carry($0.notebook.delete(note, now)) }
        #expect(trash().map(\.key.kind) == [.note])
    }

    @Test("[N2] [S12] A photo comes back only while the note has room for it, and not twice")
    func takenOffLimit() throws {
        var (story, note) = started()
        for seed: UInt8 in 1...10 { _ = add(&story, note, seed) }
        let photos = try #require(story.homeState.notebook.notes[note]?.photos)
        story.play(.note(.photoRemoved(photos[0].id)))
        _ = add(&story, note, 11)
        let key = Record.Key(kind: .photo, id: photos[0].id.uuid)
        story.play(.upper(.trashOpened))
        _ = restore(&story, key)
        #expect(story.homeState.notebook.notes[note]?.photos.count == 10)
        #expect(story.homeState.toast?.text == Texts.tooManyPhotos(10))
        // The same picture again: nothing is left to bring back.
        story.play(.note(.photoRemoved(photos[1].id)))
        _ = add(&story, note, 1)
        #expect(story.homeState.notebook.trash(now: story.now, of: note).map(\.key.id) == [photos[1].id.uuid])
        _ = restore(&story, key)
        #expect(story.homeState.notebook.notes[note]?.photos.count == 10)
    }

    @Test("[N5] Two go at a time; a failure waits and begins again; what the server refuses stays, with the reason")
    func uploading() throws {
        var (story, note) = started()
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        let first = add(&story, note, 1)
        #expect(uploads(first).count == 2)
        #expect(uploads(add(&story, note, 2)).isEmpty)
        let failed = effects(&story, .uploaded(SHA256.digest([1, 9]), Answer(status: 0)))
        let timers = failed.compactMap {
            if case .startTimer(.notebook(.retryUploads), let wait) = $0 { wait } else { nil }
        }
        #expect(timers.count == 1 && uploads(failed).isEmpty)
        let again = reduce(&story.app, .timerFired(.notebook(.retryUploads)), story.now)
        #expect(uploads(again) == [SHA256.digest([1, 9])])
        let next = effects(&story, .uploaded(SHA256.digest([1, 9]), Answer(status: 201)))
        #expect(uploads(next) == [SHA256.digest([2, 9])])
        _ = effects(&story, .uploaded(SHA256.digest([2, 9]), Answer(status: 507)))
        let upload = try #require(story.homeState.notebook.photos.uploads.first { $0.sha256 == SHA256.digest([2, 9]) })
        #expect(upload.refusal != nil && upload.percent == nil)
    }

    @Test("[N5] [S13] A tab whose writes fail sends its photos by itself, as it sends its changes")
    func sendsAlone() {
        var story = led()
        let sequence = story.homeState.notebook.disk.sequence
        let failed = reduce(&story.app, .storeFailed(sequence: sequence, .full), story.now)
        #expect(uploads(failed) == [SHA256.digest([1, 9]), SHA256.digest([1, 1, 2, 3])])
    }

    @Test("[N5] A launch sends what the disk holds and the server lacks; a tab that does not lead sends nothing")
    func launch() {
        var story = led()
        let digests = [SHA256.digest([1, 9]), SHA256.digest([1, 1, 2, 3]), SHA256.digest([99])]
        #expect(uploads(effects(&story, .waiting(digests))).isEmpty)
        let leads = reduce(&story.app, .leadsChanged(true), story.now)
        #expect(leads.contains(.notebook(.listPhotos)))
        #expect(uploads(effects(&story, .waiting(digests))) == Array(digests.prefix(2)), "what no note names stays")
    }

    /// The server refuses all that a call brought, or takes it.
    private func answer(_ story: inout Story, refuses: Bool) -> [Effect] {
        let keys = refuses ? Array(story.homeState.notebook.replica.outbox.keys) : []
        let refused = keys.map { SyncAnswer.Rejected(key: $0, violations: [Violation(.photos, .other, "no room")]) }
        let answer = SyncAnswer(cursor: 1, hasMore: false, now: story.now, changes: [], rejected: refused)
        return reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
    }

    @Test("[N6] [S9] The bytes of a refused photo count as not uploaded, and go once more when the record is accepted")
    func refusedRecord() throws {
        var (story, note) = started()
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        story.answerSync()
        let digests = uploads(add(&story, note, 1))
        for digest in digests { _ = effects(&story, .uploaded(digest, Answer(status: 201))) }
        #expect(answer(&story, refuses: true).contains(.notebook(.listPhotos)))
        let listed = effects(&story, .waiting([]))
        let marked = listed.compactMap { if case .notebook(.photosRefused(let photos)) = $0 { photos } else { nil } }
        #expect(marked.map { Set($0) } == [Set(digests)] && digests.count == 2)
        // Nothing is sent that the server would delete, not after a launch either.
        #expect(uploads(listed) == [] && uploads(effects(&story, .waiting(digests))) == [])
        let photo = try #require(story.homeState.notebook.notes[note]?.photos.first)
        let now = story.now
        _ = story.app.withHome { $0.carry($0.notebook.remove(photo.id, now) + ($0.notebook.undo(now)?.effects ?? [])) }
        #expect(story.homeState.notebook.replica.rejections.keys.contains { $0.kind == .photo } == false)
        story.answerSync()
        let sent = story.homeState.notebook.photos.uploads
        #expect(Set(sent.filter { $0.percent != nil }.map { $0.sha256 }) == Set(digests))
        #expect(sent.allSatisfy { $0.wasTried })
    }

    @Test("[N6] [S9] Bytes that arrive after their record was refused count as not uploaded")
    func refusedFirst() {
        var (story, note) = started()
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        story.answerSync()
        let digests = uploads(add(&story, note, 1))
        _ = answer(&story, refuses: true)
        #expect(effects(&story, .uploaded(digests[0], Answer(status: 201))).contains(.notebook(.listPhotos)))
    }

    @Test("[N5] A GIF keeps its pictures and how often they play, and loses what else was written into it")
    func gif() {
        let head = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        let loop = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0] + [2, 2, 0x44, 1, 0]
        let comment = [0x21, 0xFE, 5] + Array("Delhi".utf8) + [0]
        let place = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [3, 1, 2, 3, 0]
        let plain = head + loop + control + frame + [0x3B]
        #expect(GIFCleaner.cleaned(head + comment + loop + place + control + frame + comment + [0x3B, 1, 2]) == plain)
        #expect(GIFCleaner.cleaned(plain) == plain)
        for count in 0..<plain.count {
            #expect(GIFCleaner.cleaned(Array(plain.prefix(count))) == Array(plain.prefix(count)), "cut at \(count)")
        }
    }

    @Test("[N5] A photo that is ready only once its new note was closed begins that note")
    func late() {
        var (story, note) = started()
        _ = effects(&story, .started(note, ticket: "a"))
        story.play(.note(.closed))
        _ = effects(&story, .ready(ticket: "a", picture(1)))
        _ = effects(&story, .kept(ticket: "a"))
        #expect(story.homeState.notebook.notes[note]?.photos.count == 1)
    }

    @Test("[N3] A photo is looked at large at an address of its own, from which back leads to the note")
    func gallery() throws {
        var (story, note) = started()
        for seed: UInt8 in 1...2 { _ = add(&story, note, seed) }
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        let photos = try #require(story.homeState.notebook.notes[note]?.photos.map(\.id))
        let newID = story.newID
        let opened = reduce(&story.app, .home(.note(.galleryOpened(photos[0])), newID: newID), story.now)
        #expect(opened == [] && story.app.places == [.notes, .note(note), .photos(note)])
        #expect(Route(path: Route.photos(note).path) == .photos(note))
        story.play(.note(.gallerySwiped(to: 1)))
        #expect(story.homeState.openNote?.gallery == photos[1])
        #expect(story.back() == [] && story.app.keyboard.place == .photo(photos[1]))
        #expect(story.homeState.openNote?.id == note && story.homeState.openNote?.gallery == nil)
        story.play(.note(.galleryOpened(photos[1])))
        let closed = reduce(&story.app, .home(.note(.galleryClosed), newID: newID), story.now)
        #expect(closed == [] && story.app.keyboard.place == .photo(photos[1]))
    }

    /// Another device deletes this, and a sync tells of it. Answers what follows.
    private func deleteElsewhere(_ story: inout Story, _ kind: Record.Kind, _ id: UUID) throws -> [Effect] {
        var record = try #require(story.homeState.notebook.replica.records[Record.Key(kind: kind, id: id)])
        record.merge(Record(kind: kind, id: id, deleted: Stamp(wall: story.now, counter: 9, device: 5)))
        _ = reduce(&story.app, .syncAsked, story.now)
        let answer = SyncAnswer(cursor: 5, hasMore: false, now: story.now, changes: [record])
        return reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
    }

    @Test(
        "[N3] A photo that fills the screen goes when another device removes it, and no other one",
        arguments: [false, true]
    )
    func galleryOfARemovedPhoto(isWriting: Bool) throws {
        var (story, note) = started()
        for seed: UInt8 in 1...3 { _ = add(&story, note, seed) }
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        story.answerSync()
        if isWriting { story.play(.note(.writeTapped)) }
        let photos = try #require(story.homeState.notebook.notes[note]?.photos.map(\.id))
        story.play(.note(.galleryOpened(photos[1])))

        _ = try deleteElsewhere(&story, .photo, photos[0].uuid)
        #expect(story.homeState.openNote?.gallery == photos[1])
        #expect(story.homeState.notebook.notes[note]?.photos.count == 2)
        let shown = try deleteElsewhere(&story, .photo, photos[1].uuid)
        #expect(shown.contains(.announce(Texts.photoRemovedElsewhere)))
        #expect((story.app.keyboard.place == .writeNote) == !isWriting)
        #expect(story.homeState.openNote?.id == note && story.homeState.openNote?.gallery == nil)
        _ = try deleteElsewhere(&story, .photo, photos[2].uuid)
        #expect(story.app.places == [.notes, .note(note)])
    }

    @Test("[N3] A photo goes with its note, and both addresses with them")
    func galleryOfADeletedNote() throws {
        var (story, note) = started()
        _ = add(&story, note, 1)
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(Self.text)))
        story.play(.note(.doneTapped))
        story.answerSync()
        let photo = try #require(story.homeState.notebook.notes[note]?.photos.first)
        story.play(.note(.galleryOpened(photo.id)))
        _ = try deleteElsewhere(&story, .note, note.uuid)
        #expect(story.homeState.openNote == nil && story.app.places == [.notes])
        // Its address leads to the offer to put it back.
        _ = reduce(&story.app, .routeChanged(Address(.note(note))), story.now)
        #expect(story.homeState.openNote == nil && story.homeState.overlay == .missing(.note(note)))
    }
}
