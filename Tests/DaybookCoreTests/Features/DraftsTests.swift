import Testing

@testable import DaybookCore

@Suite("What only this device has")
struct DraftsTests {
    private typealias File = (name: String, bytes: [UInt8])

    /// The file that the face writes for the person. The face answers each request for a photo with these bytes.
    private func file(_ story: inout Story, photos: [Digest: [UInt8]] = [:]) -> [UInt8]? {
        var effects = reduce(&story.app, .home(.upper(.draftsTapped), newID: story.newID), story.now)
        var (bytes, last): ([UInt8], [UInt8]) = ([], [])
        while !effects.isEmpty {
            switch effects.removeFirst() {
            case .readPhoto(let digest):
                last = photos[digest] ?? []
                let read = App.Action.home(.photo(.read(digest, last)), newID: story.newID)
                effects += reduce(&story.app, read, story.now)
            case .write(let piece, _): bytes += piece + last
            case .save("daybook-drafts.zip", let piece): return bytes + piece
            default: break
            }
        }
        return nil
    }

    /// The files of a zip, as its local headers tell them.
    private func files(_ zip: [UInt8]) -> [File] {
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(zip[place + $1]) << ($1 * 8) }
        }
        var files: [File] = []
        var place = 0
        while number(place, 4) == 0x0403_4B50 {
            let (name, size) = (number(place + 26, 2), number(place + 18, 4))
            let start = place + 30
            let text = String(decoding: zip[start..<start + name], as: UTF8.self)
            files.append((text, Array(zip[start + name..<start + name + size])))
            place = start + name + size
        }
        return files
    }

    private func json(_ zip: [UInt8]?, _ name: String) -> JSON? {
        zip.flatMap { files($0).first { $0.name == name } }.flatMap { try? JSON($0.bytes) }
    }

    @Test("[A14] Nothing, once all is saved")
    func none() {
        var story = Story.signedIn()
        _ = story.add("Milk")
        #expect(story.homeState.draftCount == 0)
    }

    @Test("[A14] [N2] A note that is too short, with its texts, and what is being typed")
    func drafts() {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        story.play(.list(.newNoteTapped))
        story.play(.note(.titleChanged("Idea")))
        story.play(.note(.descriptionChanged("Too \"short\"\n🥛")))
        story.play(.note(.doneTapped))
        story.play(.list(.sectionChosen(.todos)))
        story.play(.list(.quickAddChanged("Half a line")))
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("Milk")))
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.editor(.tagTextChanged("ho")))
        #expect(story.homeState.draftCount == 3)
        let zip = file(&story)
        #expect(zip.map { files($0).map { $0.name } } == ["daybook.json", "todos.json", "notes.json"])
        let note = json(zip, "notes.json")?["notes"]?.arrayValue?.first
        #expect(note?["description"] == .string("Too \"short\"\n🥛"))
        let todos = json(zip, "todos.json")?["todos"]?.arrayValue ?? []
        #expect(todos.map { $0["title"] } == [.string("Milk"), .string("Half a line")])
        #expect(todos.first?["detail"] == .string("Two litres"))
        #expect(todos.first?["tags"] == .array([.string("ho")]))
        let records = json(zip, "daybook.json")?["records"]?.arrayValue ?? []
        #expect(records.compactMap { try? Record(json: $0) }.map(\.kind) == [.note, .todo, .todo])
        #expect(Set(records.compactMap { $0["id"]?.stringValue }).count == 3)
        #expect(json(zip, "daybook.json")?["format"] == .string("daybook-export"))
    }

    /// The bytes of a photo, and of its thumbnail.
    private func picture(_ number: UInt8) -> [UInt8] { [number, 2, 3] }
    private func small(_ number: UInt8) -> [UInt8] { [number, 9] }

    /// Somebody with a note that is too short and has so many photos, and the bytes of all its files.
    private func writing(photos count: UInt8) throws -> (story: Story, stored: [Digest: [UInt8]]) {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        story.play(.list(.newNoteTapped))
        story.play(.note(.titleChanged("Idea")))
        let note = try #require(story.homeState.openNote?.id)
        var stored: [Digest: [UInt8]] = [:]
        for number in 1...count {
            let (bytes, thumbnail) = (picture(number), small(number))
            let ticket = "\(number)"
            let picture = PhotoTransfers.Picture(type: .png, width: 4, height: 3, bytes: bytes, thumbnail: thumbnail)
            story.play(.photo(.started(note, ticket: ticket)))
            story.newID.low += 1
            _ = reduce(&story.app, .home(.photo(.ready(ticket: ticket, picture)), newID: story.newID), story.now)
            story.play(.photo(.kept(ticket: ticket)))
            stored[SHA256.digest(bytes)] = bytes
            stored[SHA256.digest(thumbnail)] = thumbnail
        }
        story.play(.note(.doneTapped))
        return (story, stored)
    }

    @Test("[A14] The photos of drafts, each once; one that cannot be read is told")
    func photos() throws {
        var (story, stored) = try writing(photos: 2)
        let zip = file(&story, photos: stored)
        let photos = zip.map { files($0).filter { $0.name.hasPrefix("photos/") } } ?? []
        #expect(Set(photos.map { $0.name }).count == 4)
        for photo in photos {
            let digest = SHA256.digest(photo.bytes)
            #expect(["photos/\(digest).png", "photos/\(digest).jpg"].contains(photo.name))
        }
        #expect(json(zip, "notes.json")?["notes"]?.arrayValue?.first?["photos"]?.arrayValue?.count == 2)
        #expect(story.homeState.toast == nil)
        stored[SHA256.digest(picture(1))] = nil
        #expect(file(&story, photos: stored).map { files($0).count } == 6)
        #expect(story.homeState.toast?.text == "1 photo could not be read or does not fit, and is not in the file.")
    }

    @Test("[A14] A photo that is gone with its thumbnail counts once; a thumbnail that is gone alone does not count")
    func thumbnails() throws {
        let (story, _) = try writing(photos: 1)
        var both = story
        let empty = file(&both)
        #expect(empty.map { files($0).count } == 3)
        #expect(both.homeState.toast?.text == "1 photo could not be read or does not fit, and is not in the file.")
        var one = story
        let photo = SHA256.digest(picture(1))
        let zip = file(&one, photos: [photo: picture(1)])
        #expect(zip.map { files($0).map { $0.name } }?.dropFirst(3) == ["photos/\(photo).png"])
        #expect(one.homeState.toast == nil)
    }

    @Test("[A14] [P6] A file of drafts has photos up to its limit; a file of everything has all photos")
    func room() throws {
        let (story, stored) = try writing(photos: 3)
        let everything = Drafts(everythingIn: story.homeState.notebook)
        func file(_ archive: DraftArchive) -> (names: [String], missing: Int) {
            var (archive, bytes) = (archive, [UInt8]())
            while let digest = archive.next {
                let photo = stored[digest] ?? []
                for case .write(let piece, _) in archive.take(digest, photo) ?? [] { bytes += piece + photo }
            }
            return (files(bytes + archive.end()).map(\.name), archive.missing)
        }
        // A photo has three bytes, a thumbnail two: two photos fit, and one thumbnail in what is left.
        let limited = file(DraftArchive(everything, story.now, photoBytes: 8))
        #expect(limited.missing == 1 && limited.names.count(where: { $0.hasPrefix("photos/") }) == 3)
        let whole = file(DraftArchive(everything, story.now))
        #expect(whole.missing == 0 && whole.names.count(where: { $0.hasPrefix("photos/") }) == 6)
    }

    @Test("[A14] While the file is being written, another tap shows a message alone; then one begins the next")
    func again() throws {
        var (story, _) = try writing(photos: 1)
        let (photo, thumbnail) = (SHA256.digest(picture(1)), SHA256.digest(small(1)))
        let first = reduce(&story.app, .home(.upper(.draftsTapped), newID: story.newID), story.now)
        #expect(first.contains(.readPhoto(photo)))
        let toast = Toast(text: "Your drafts are still being written to a file. Wait a moment.")
        story.home(
            .upper(.draftsTapped),
            [.startTimer(.toast, milliseconds: Toast.milliseconds), .announce(toast.text)]
        ) {
            $0.toast = toast
        }
        story.play(.photo(.read(photo, [])))
        story.play(.photo(.read(thumbnail, [])))
        #expect(story.homeState.draftArchive == nil)
        let next = reduce(&story.app, .home(.upper(.draftsTapped), newID: story.newID), story.now)
        #expect(next.contains(.readPhoto(photo)))
    }
}
