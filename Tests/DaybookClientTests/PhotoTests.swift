import DaybookCore
import Foundation
import TestSupport
import Testing

@testable import DaybookClient

/// Photos of a notebook in a file, and the real server.
@Suite("Photos of a notebook")
struct PhotoTests {
    // MARK: - Metadata

    @Test("[N5] Metadata, unknown parts and what follows the end leave a JPEG; tables, colours and pixels stay")
    func jpeg() throws {
        let secret = Array("52.5200 N, 13.4050 E".utf8)
        let picture = TestPicture.jpeg(before: [
            (0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]), (0xE1, Array("Exif\0\0".utf8) + secret),
            (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret), (0xED, secret), (0xFE, secret),
            (0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9]), (0xE2, Array("MPF\0".utf8) + secret), (0xE7, secret),
        ])
        let clean = try #require(PictureCleaner.clean(picture + secret, .jpeg))
        #expect(clean.bytes.firstRange(of: secret) == nil && clean.turn == 1)
        #expect(clean.bytes.firstRange(of: Array("ICC_PROFILE\0".utf8)) != nil)
        #expect(clean.bytes.firstRange(of: Array("JFIF\0".utf8)) != nil)
        #expect(clean.bytes.suffix(TestPicture.scan.count) == TestPicture.scan[...])
        #expect(try TestPicture.size(clean.bytes) == [40, 30])
        #expect(PictureCleaner.clean(picture.dropLast(2) + [0, 0], .jpeg) == nil, "Its end is missing")
    }

    @Test("[N5] A JPEG that lies on its side keeps the number of its turn and nothing else", arguments: [true, false])
    func turned(isLittle: Bool) throws {
        let turn: UInt8 = 6
        let list: [UInt8] =
            isLittle
            ? [
                0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0, 0x41, 0x42, 0x43, 0, 0x12, 1, 3, 0, 1,
                0, 0, 0, turn, 0, 0, 0,
            ]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0]
        let picture = TestPicture.jpeg(before: [(0xE1, Array("Exif\0\0".utf8) + list)])
        let clean = try #require(PictureCleaner.clean(picture, .jpeg))
        #expect(clean.turn == 6 && clean.bytes.firstRange(of: [0x41, 0x42, 0x43]) == nil)
        // The cleaned picture is cleaned again to the same bytes.
        #expect(PictureCleaner.clean(clean.bytes, .jpeg) == clean)
        #expect(try TestPicture.size(clean.bytes) == [40, 30])
    }

    @Test("[N5] Texts, times and unknown chunks leave a PNG, and what follows its end")
    func png() throws {
        let secret = Array("taken at home".utf8)
        let picture = TestPicture.png(
            width: 3,
            height: 2,
            before: [("tEXt", secret), ("eXIf", secret), ("zzZz", secret), ("gAMA", [0, 0, 1, 1])]
        )
        let clean = try #require(PictureCleaner.clean(picture + secret, .png))
        #expect(clean.bytes.firstRange(of: secret) == nil && clean.bytes.firstRange(of: Array("gAMA".utf8)) != nil)
        #expect(try TestPicture.size(clean.bytes) == [3, 2])
        #expect(PictureCleaner.clean(Array(picture.dropLast(1)), .png) == nil)
    }

    @Test("[N5] Exif and XMP leave a WebP, and its flags are cleared")
    func webp() throws {
        let secret = Array("taken at home!".utf8)
        let picture = TestPicture.webp(more: [("EXIF", secret), ("XMP ", secret), ("ABCD", secret)])
        let clean = try #require(PictureCleaner.clean(picture, .webp))
        #expect(clean.bytes.firstRange(of: secret) == nil && clean.bytes[20] == 0)
        #expect(try TestPicture.size(clean.bytes) == [16, 16])
        #expect(PictureCleaner.clean(Array(picture.dropLast(4)), .webp) == nil)
    }

    @Test("[N4] No bytes make the cleaner trap, and what it returns is the same picture once more")
    func fuzz() throws {
        var random = SplitMix64(seed: 0xC1EA)
        let pictures: [([UInt8], Photo.MediaType)] = [
            (TestPicture.jpeg(before: [(0xE1, Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{1}".utf8))]), .jpeg),
            (TestPicture.png(width: 3, height: 2), .png), (TestPicture.webp(more: [("EXIF", [1])]), .webp),
        ]
        for _ in 0..<20_000 {
            var (bytes, type) = pictures[Int.random(in: 0..<3, using: &random)]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...8, using: &random))
            guard let clean = PictureCleaner.clean(bytes, type) else { continue }
            #expect(clean.bytes.count <= bytes.count + 64)
            #expect(PictureCleaner.clean(clean.bytes, type)?.bytes == clean.bytes)
        }
    }

    @Test(
        "[N4] A file that is not a whole picture, or is too large to unpack, is refused; a large one has to be drawn again"
    )
    func files() throws {
        #expect(throws: PhotoFile.Failure.notImage) { try PhotoFile(Data("hello".utf8)) }
        #expect(throws: PhotoFile.Failure.tooLarge) {
            try PhotoFile(Data(TestPicture.png(width: 20_001, height: 2)))
        }
        #expect(throws: PhotoFile.Failure.unreadable("No such file or directory")) {
            try PhotoFile(path: "/nowhere/photo.jpg")
        }
        #expect(try PhotoFile(Data(TestPicture.png(width: 2_049, height: 2))).photo(turned: true) == nil)
        #expect(try PhotoFile(Data(TestPicture.png(width: 2_048, height: 2))).photo(turned: true)?.width == 2_048)
    }

    // MARK: - In the notebook

    @Test("[N1] [C20] A photo is added once, its bytes are beside the notebook, and undo, redo and the trash know it")
    func steps() throws {
        let test = TestFolder()
        let file = try test.open()
        let note = try file.addNote()
        let picture = TestPicture.picture(1)
        #expect(try file.add(picture, to: note, test.folder) == nil)
        #expect(try file.add(picture, to: note, test.folder) == "This photo is already in the note.")
        let photo = try #require(try file.photos(of: note).first)
        let folder = PhotoFolder(test.folder)
        #expect(folder.bytes(of: photo.sha256) == picture.bytes && photo.thumbnail.map { folder.has($0) } == true)

        #expect(try file.write { try $0.takeStep(.back, Device.now) }?.text.isEmpty == false)
        #expect(try file.photos(of: note).isEmpty)
        _ = try file.write { try $0.takeStep(.forward, Device.now) }
        #expect(try file.photos(of: note) == [photo])

        try file.write { writer in
            try writer.change([.init(kind: .note, id: note.uuid)]) { _ = $0.remove(photo.id, Device.now) }
        }
        let trashed = try file.read { try $0.trash(now: Device.now) }
        #expect(trashed.photos.map(\.photo.id) == [photo.id] && trashed.count == 1)
        let listed = try file.read { try $0.record(named: trashed[0].name, isDeleted: true) }
        _ = try file.write { writer in try writer.change([listed.key]) { $0.restore(listed.key, Device.now) } }
        #expect(
            try file.photos(of: note) == [photo]
                && file.read { try $0.trash(now: Device.now).isEmpty }
        )
        #expect(throws: NameError.self) { try file.read { try $0.record(named: trashed[0].name) } }
    }

    @Test("[N2] The eleventh photo is refused, and leaves no file")
    func tooMany() throws {
        let test = TestFolder()
        let file = try test.open()
        let note = try file.addNote()
        for number in 1...10 { #expect(try file.add(TestPicture.picture(number), to: note, test.folder) == nil) }
        #expect(try file.add(TestPicture.picture(11), to: note, test.folder)?.contains("10") == true)
        #expect(!PhotoFolder(test.folder).has(SHA256.digest(TestPicture.picture(11).bytes)))
        #expect(try file.photos(of: note).count == 10)
    }

    @Test("[S6] A file that no record has named for a day goes; that of a photo in the trash stays for 30 days")
    func strays() throws {
        let test = TestFolder()
        let file = try test.open()
        let note = try file.addNote()
        let folder = PhotoFolder(test.folder)
        let picture = TestPicture.picture(1)
        _ = try file.add(picture, to: note, test.folder)
        let stray = Array("stray".utf8)
        try folder.keep(stray, as: SHA256.digest(stray))
        let now = Device.now
        try file.forgetPhotos(now: now)
        #expect(folder.has(SHA256.digest(stray)))
        try file.forgetPhotos(now: now.advanced(by: .days(2)))
        #expect(!folder.has(SHA256.digest(stray)) && folder.has(SHA256.digest(picture.bytes)))
        _ = try file.write { try $0.takeStep(.back, Device.now) }
        try file.forgetPhotos(now: now.advanced(by: .days(29)))
        #expect(folder.has(SHA256.digest(picture.bytes)))
        try file.forgetPhotos(now: now.advanced(by: .days(32)))
        #expect(!folder.has(SHA256.digest(picture.bytes)))
    }

    // MARK: - With a server

    @Test(
        "[N6] A sync uploads the bytes before the record; they leave this machine when the server has both, and come back"
    )
    func uploads() async throws {
        try await TestServer.with { server in
            let first = try TestDevice(try await server.signUp())
            let note = try first.file.addNote()
            let picture = TestPicture.picture(1)
            _ = try first.file.add(picture, to: note, first.folder.folder)
            let digest = SHA256.digest(picture.bytes)
            let report = try await first.sync(server)
            #expect(report.photos == 1 && report.refusedPhotos.isEmpty)
            #expect(!PhotoFolder(first.folder.folder).has(digest))
            #expect(try await first.sync(server).isEmpty)

            let second = try TestDevice(try await server.signIn())
            try await second.sync(server)
            #expect(try second.file.read { try $0.note(note)?.note.photos.map(\.sha256) } == [digest])
            let bytes = try await server.connected { try await PhotoCalls(second.session, $0).download(digest) }
            #expect(bytes == picture.bytes)
        }
    }

    /// A way on which each photo gets an answer of the test, or the server's, and the uploads are counted.
    private func scripted(
        _ way: HTTPTransport,
        _ uploads: Counter = Counter(),
        _ script: @escaping @Sendable (_ bytes: [UInt8], _ number: Int) -> Answer?
    ) -> ScriptedTransport {
        ScriptedTransport(way: way) { call in
            call.content == .photo ? script(call.request.body, uploads.next()) : nil
        }
    }

    /// A device with a note and some photos, each with its thumbnail.
    private func device(_ server: TestServer, _ account: Int = 1, photos: Int) async throws -> TestDevice {
        let device = try TestDevice(try await server.signUp(account))
        let note = try device.file.addNote()
        for picture in (1...photos).map(TestPicture.picture) {
            _ = try device.file.add(picture, to: note, device.folder.folder)
        }
        return device
    }

    @Test("[C20] A photo that a proxy refuses is reported with words of our own, and the other photos are sent")
    func refusedByProxy() async throws {
        try await TestServer.with { server in
            let device = try await self.device(server, photos: 3)
            let first = try #require(PhotoFolder(device.folder.folder).all().first?.digest)
            let report = try await server.connected { way in
                try await device.sync(
                    scripted(way) { bytes, _ in SHA256.digest(bytes) == first ? Answer(status: 413) : nil }
                )
            }
            #expect(report.refusedPhotos.map(\.sha256) == [first])
            #expect(report.refusedPhotos.first?.reason.contains("client_max_body_size") == true)
            #expect(PhotoFolder(device.folder.folder).all().map(\.digest) == [first])
        }
    }

    @Test("[C20] A photo that fails alone does not hold up the others of a watch, and three in a row stop its uploads")
    func failsAlone() async throws {
        try await TestServer.with { server in
            let device = try await self.device(server, photos: 3)
            let first = try #require(PhotoFolder(device.folder.folder).all().first?.digest)
            await #expect(throws: SyncFailure.notDaybook(status: 403)) {
                try await server.connected { way in
                    let script = scripted(way) { bytes, _ in
                        SHA256.digest(bytes) == first ? Answer(status: 403) : nil
                    }
                    try await device.sync(script, isPatient: false)
                }
            }
            #expect(PhotoFolder(device.folder.folder).all().map(\.digest) == [first])
            #expect(try device.file.read { try $0.unsentCount() } == 0, "Records are synced all the same")

            let other = try await self.device(server, 2, photos: 3)
            let uploads = Counter()
            await #expect(throws: SyncFailure.notDaybook(status: 404)) {
                try await server.connected { way in
                    try await other.sync(scripted(way, uploads) { _, _ in Answer(status: 404) }, isPatient: false)
                }
            }
            #expect(uploads.next() == 4)
        }
    }

    @Test(
        "[C20] Photos of which a proxy refuses each, before all others, are told, and the others are sent",
        arguments: [3, 6]
    )
    func firstRefused(_ count: Int) async throws {
        try await TestServer.with { server in
            let device = try await self.device(server, photos: 4)
            let photos = PhotoFolder(device.folder.folder)
            let first = photos.all().prefix(count).map(\.digest)
            let uploads = Counter()
            let report = try await server.connected { way in
                try await device.sync(
                    scripted(way, uploads) { bytes, _ in
                        first.contains(SHA256.digest(bytes)) ? Answer(status: 403) : nil
                    }
                )
            }
            #expect(Set(report.refusedPhotos.map(\.sha256)) == Set(first))
            #expect(report.refusedPhotos.allSatisfy { $0.reason.contains("proxy") && $0.reason.contains("403") })
            #expect(photos.all().map(\.digest) == first && uploads.next() == 9, "Each is sent once")
            #expect(try await device.sync(server).refusedPhotos.isEmpty && photos.all().isEmpty)
        }
    }

    @Test("[C20] Behind photos that fail, others are sent only while the server answers, and its failure is told")
    func restFails() async throws {
        try await TestServer.with { server in
            let device = try await self.device(server, photos: 4)
            let uploads = Counter()
            await #expect(throws: SyncFailure.busy(nil, retryAfter: 7)) {
                try await server.connected { way in
                    let script = scripted(way, uploads) { _, number in
                        number < 5 ? Answer(status: 403) : Answer(status: 503, retryAfter: 7)
                    }
                    try await device.sync(script)
                }
            }
            #expect(uploads.next() == 6, "Nothing is sent after it")
            await #expect(throws: SyncFailure.busy(nil, retryAfter: nil)) {
                try await server.connected { way in
                    try await device.sync(scripted(way) { _, number in number < 5 ? Answer(status: 500) : nil })
                }
            }
            #expect(PhotoFolder(device.folder.folder).all().count == 4)
        }
    }

    @Test("[C20] Uploads wait as long as the server asks for, also when something else is synced, and grow rarer")
    func paused() async throws {
        try await TestServer.with { server in
            let device = try await self.device(server, photos: 1)
            // No time passes but what the test lets pass, so nothing depends on how fast the machine is.
            var uptime = ContinuousClock.now
            try await server.connected { way in
                let uploads = Counter()
                let busy = Answer(status: 503, retryAfter: 5, jitter: 1)
                let transport = scripted(way, uploads) { _, number in number == 1 ? busy : nil }
                let synchronizer = Synchronizer(device.file, device.session, transport, uptime: { uptime })
                for title in ["", "Milk"] {
                    if !title.isEmpty { try device.file.add(titles: [title]) }
                    await #expect(throws: SyncFailure.busy(nil, retryAfter: 5)) { try await synchronizer.run() }
                    #expect(synchronizer.areRecordsSynced && synchronizer.pause == 5_001)
                    #expect(try device.file.read { try $0.unsentCount() } == 0)
                }
                #expect(uploads.next() == 2, "One photo was sent once")
                uptime += .milliseconds(synchronizer.pause)
                #expect(try await synchronizer.run().photos == 1 && synchronizer.pause == 0)
            }
            let other = try await self.device(server, 2, photos: 1)
            try await server.connected { way in
                let transport = scripted(way) { _, _ in Answer(status: 502, jitter: 1) }
                let synchronizer = Synchronizer(other.file, other.session, transport, uptime: { uptime })
                for pause in [1_001, 2_001, 4_001] {
                    await #expect(throws: SyncFailure.busy(nil, retryAfter: nil)) { try await synchronizer.run() }
                    #expect(synchronizer.pause == pause)
                    uptime += .milliseconds(synchronizer.pause)
                }
            }
        }
    }

    @Test("[S6] Bytes whose record did not reach the server stay, and are sent again")
    func killedBetween() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let note = try device.file.addNote()
            let picture = TestPicture.picture(1)
            _ = try device.file.add(picture, to: note, device.folder.folder)
            let digest = SHA256.digest(picture.bytes)
            // As a command that is killed after the upload.
            try await server.connected { transport in
                let uploads = PhotoUploads(device.file, device.session, transport)
                var report = SyncReport()
                try await uploads.send(&report) { _ in }
                #expect(report.photos == 1)
                try uploads.forgetSent(now: Device.now)
            }
            #expect(PhotoFolder(device.folder.folder).has(digest))
            #expect(try await device.sync(server).photos == 1)
            #expect(!PhotoFolder(device.folder.folder).has(digest))
        }
    }

    @Test("[S6] The bytes of a photo whose record the server refuses stay here until the server has taken the record")
    func refusedRecord() async throws {
        let folder = TestFolder()
        let picture = TestPicture.picture(1)
        let (digest, thumbnail) = (SHA256.digest(picture.bytes), SHA256.digest(picture.thumbnail))
        // The note fills the account.
        let device = try await TestServer.with(in: folder, configure: { $0.budgets[.accountRecords] = 1 }) { server in
            let device = try TestDevice(try await server.signUp())
            let note = try device.file.addNote()
            _ = try await device.sync(server)
            _ = try device.file.add(picture, to: note, device.folder.folder)
            try await server.connected { transport in
                let synchronizer = Synchronizer(device.file, device.session, transport)
                let first = try await synchronizer.run()
                let refused = try device.file.read { try $0.refused(limit: 5) }
                #expect(first.photos == 1 && refused.count == 1)
                // A watch does not send them at each change, and the next command sends them once.
                let second = try await synchronizer.run()
                #expect(second.photos == 0)
            }
            let next = try await device.sync(server)
            #expect(next.photos == 1)
            return device
        }
        let photos = PhotoFolder(device.folder.folder)
        #expect(photos.has(digest) && photos.has(thumbnail))
        try await TestServer.with(in: folder) { server in
            // The record is sent again with its next change.
            for direction in [Steps.Direction.back, .forward] {
                _ = try device.file.write { try $0.takeStep(direction, Device.now) }
            }
            let report = try await device.sync(server)
            let refused = try device.file.read { try $0.refused(limit: 5) }
            #expect(report.photos == 1 && refused.count == 0)
            #expect(!photos.has(digest) && !photos.has(thumbnail))
            let bytes = try await server.connected { try await PhotoCalls(device.session, $0).download(digest) }
            #expect(bytes == picture.bytes)
        }
    }

    @Test(
        "[N4] A photo that the server refuses is reported with the reason, stays, and does not stop records from being synced"
    )
    func refused() async throws {
        try await TestServer.with { server in
            let device = try TestDevice(try await server.signUp())
            let note = try device.file.addNote()
            // Core takes the picture unchecked; the server looks at the bytes.
            var picture = TestPicture.picture(1)
            picture.bytes = Array("no picture at all".utf8)
            _ = try device.file.add(picture, to: note, device.folder.folder)
            let report = try await device.sync(server)
            #expect(report.refusedPhotos.map(\.title) == [NotebookFile.noteTitle] && report.sent > 0)
            #expect(report.refusedPhotos.first?.reason.isEmpty == false)
            #expect(PhotoFolder(device.folder.folder).has(SHA256.digest(picture.bytes)))
        }
    }
}
