import DaybookCore
import DaybookStore
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Photos that come")
struct PhotoUploadTests {
    static let pictures: [(String, [UInt8], [Int64])] = [
        ("image/png", Pictures.png(width: 300, height: 7), [300, 7]),
        ("image/gif", Pictures.gif(width: 30, height: 7), [30, 7]),
        ("image/webp", Pictures.webp(width: 300, height: 7), [300, 7]),
        ("image/webp", Pictures.lossyWebP, [16, 16]),
        ("image/webp", Pictures.animatedWebP, [3, 2]),
        ("image/jpeg", Pictures.jpeg(width: 300, height: 7), [300, 7]),
        ("image/jpeg", Pictures.progressiveJPEG, [5, 3]),
    ]

    @Test("[N4] a photo of each type is stored with its size, recognized by its content", arguments: pictures)
    func stored(_ type: String, _ bytes: [UInt8], _ size: [Int64]) async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            // The claimed type is ignored.
            let answer = try await world.put(bytes, by: asha, headers: [.contentType: "text/html"]).json(.created)
            #expect(answer.text("sha256") == digest(of: bytes).description && answer.text("type") == type)
            #expect([answer["width"]?.integerValue, answer["height"]?.integerValue] == size)
            #expect(answer["bytes"] == .integer(Int64(bytes.count)))
            let got = try await world.get(bytes, by: asha)
            #expect(got.status == .ok && got.bytes == bytes && got.headers[.contentType] == type)
            let kept = try #require(try await world.photos(of: asha).first)
            #expect([Int64(kept.facts.width), Int64(kept.facts.height)] == size && kept.bytes == bytes.count)
        }
    }

    @Test("[N6] the same photo again is 200 and stored once, for each account by itself")
    func again() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let ben = try await world.signUp(2)
            let photo = Pictures.png(width: 3, height: 3)
            let first = try await world.put(photo, by: asha).json(.created)
            #expect(try await world.put(photo, by: asha).json(.ok) == first)
            #expect(try await world.photos(of: asha).count == 1)
            // No answer shows that another person has the photo.
            #expect(try await world.get(photo, by: ben).status == .notFound)
            #expect(try await world.put(photo, by: ben).json(.created) == first)
            #expect(try await world.photos(of: ben).count == 1)
        }
    }

    @Test("[N6] bytes that are not those of the address are refused, also when the photo is there already")
    func otherBytes() async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let (one, two) = (Pictures.png(width: 3, height: 3), Pictures.png(width: 3, height: 4))
            for _ in 0..<2 {
                let answer = try await world.put(two, as: digest(of: one), by: asha)
                #expect(answer.status == .unprocessableContent && answer.broken == ["photo:hash"], "\(answer.text)")
                _ = try await world.put(one, by: asha)
            }
            #expect(try await world.get(one, by: asha).bytes == one)
            #expect(try await world.photos(of: asha).count == 1)
        }
    }

    @Test("[N4] what is no such picture is refused, whatever it is called", arguments: Pictures.others)
    func noPicture(_ bytes: [UInt8]) async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            for type in ["image/jpeg", "image/svg+xml"] {
                let answer = try await world.put(bytes, by: asha, headers: [.contentType: type])
                #expect(answer.status == .unsupportedMediaType, "\(answer.text)")
            }
            #expect(try await world.photos(of: asha).isEmpty)
        }
    }

    @Test("[N4] a picture that breaks off is refused; of a JPEG only in front of its pixels", arguments: pictures)
    func truncated(_ type: String, _ bytes: [UInt8], _ size: [Int64]) async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let behind = type == "image/jpeg" ? [] : [bytes.count - 12, bytes.count - 1]
            for end in [0, 1, 4, 11, 19] + behind {
                let answer = try await world.put(Array(bytes[..<end]), by: asha)
                #expect(answer.status == .unsupportedMediaType, "\(end)")
            }
            #expect(try await world.photos(of: asha).isEmpty)
        }
    }

    @Test("[N4] a bomb of 50,000 × 50,000 pixels is refused", arguments: Pictures.bombs)
    func bomb(_ bytes: [UInt8]) async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let answer = try await world.put(bytes, by: asha)
            #expect(answer.status == .unprocessableContent && answer.broken == ["photo:too_large_dimensions"])
            #expect(answer.text.contains("50000 × 50000"))
            #expect(try await world.photos(of: asha).isEmpty)
        }
    }

    @Test("[N4] a polyglot is nothing but the picture that it begins as")
    func polyglot() async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let html = Array("<html><script>alert(1)</script></html>".utf8)
            let comment = Pictures.segment(0xFE, html)
            for (type, bytes) in [
                ("image/gif", Pictures.gif(width: 2, height: 2) + html),
                ("image/jpeg", Pictures.jpeg(width: 2, height: 2, segments: comment) + [0x50, 0x4B, 3, 4]),
                ("image/png", Pictures.png(width: 2, height: 2) + html),
            ] {
                #expect(try await world.put(bytes, by: asha).json(.created).text("type") == type)
                let got = try await world.get(bytes, by: asha)
                #expect(got.headers[.contentType] == type)
                #expect(got.headers[.xContentTypeOptions] == "nosniff")
                #expect(
                    got.headers[values: try #require(SecurityHeaders.policyName)] == ["default-src 'none'; sandbox"]
                )
            }
        }
    }

    @Test("[N4] ten megabytes are taken, one byte more is not, announced or not")
    func tooLarge() async throws {
        try await World.with(configure: { $0.rules.photoBytesMaximum = 1_000_000 }) { world in
            let asha = try await world.signUp()
            let small = Pictures.png(width: 2, height: 2)
            let most = small + Array(repeating: 0, count: 1_000_000 - small.count)
            #expect(try await world.put(most, by: asha).status == .created)
            #expect(try await world.get(most, by: asha).bytes == most)
            let answer = try await world.put(most + [0], by: asha)
            #expect(answer.status == .contentTooLarge && answer.text.contains("1 MB"))
            #expect(answer.headers[.connection] == "close")
            #expect(try await world.photos(of: asha).count == 1)
        }
    }

    @Test("an account has so much room and no more; what is there already may come again")
    func quota() async throws {
        let photos = (1...4).map { Pictures.webp(width: $0, height: 1) }
        try await World.with(configure: { $0.photoQuota = Int64(photos[0].count) * 3 }) { world in
            let asha = try await world.signUp(1)
            let ben = try await world.signUp(2)
            for photo in photos.prefix(3) { #expect(try await world.put(photo, by: asha).status == .created) }
            let answer = try await world.put(photos[3], by: asha)
            #expect(answer.status.code == 507 && answer.broken == ["photo:quota"], "\(answer.text)")
            #expect(try await world.put(photos[0], by: asha).status == .ok)
            #expect(try await world.put(photos[3], by: ben).status == .created)
            #expect(try await world.photos(of: asha).count == 3)
        }
    }

    @Test("without a quota there is no limit")
    func noQuota() async throws {
        try await World.with(configure: { $0.photoQuota = nil }) { world in
            let asha = try await world.signUp()
            #expect(try await world.put(Pictures.png(width: 2, height: 2), by: asha).status == .created)
        }
    }

    @Test("a photo is not packed, and its address is a digest")
    func form() async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let photo = Pictures.png(width: 2, height: 2)
            let packed = try await world.put(photo, by: asha, headers: [.contentEncoding: "gzip"])
            #expect(packed.status == .unsupportedMediaType && packed.headers[.acceptEncoding] == "identity")
            let name = digest(of: photo).description
            for address in [name.uppercased(), String(name.dropLast()), name + "0", "x", uuid(1).description, "%00"] {
                for method in [HTTPRequest.Method.put, .get, .head] {
                    let answer = try await world.call(
                        method,
                        "/api/v1/photos/\(address)",
                        bytes: method == .put ? photo : nil,
                        by: asha
                    )
                    #expect(answer.status == .notFound, "\(method) \(address)")
                }
            }
            #expect(try await world.photos(of: asha).isEmpty)
        }
    }

    @Test("[N6] one that no note uses is gone after a day")
    func garbage() async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let photo = Pictures.png(width: 2, height: 2)
            _ = try await world.put(photo, by: asha).json(.created)
            let now = world.clock.now
            _ = try await world.storage.collectGarbage(at: now.advanced(by: .hours(23)))
            #expect(try await world.get(photo, by: asha).status == .ok)
            // A repeated upload gives it another day.
            world.clock.advance(.hours(23))
            _ = try await world.put(photo, by: asha).json(.ok)
            _ = try await world.storage.collectGarbage(at: now.advanced(by: .hours(46)))
            #expect(try await world.get(photo, by: asha).status == .ok)
            _ = try await world.storage.collectGarbage(at: now.advanced(by: .hours(47)))
            #expect(try await world.get(photo, by: asha).status == .notFound)
        }
    }

    @Test("[A14] an account that is deleted takes its photos along")
    func deleted() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let ben = try await world.signUp(2)
            let photo = Pictures.png(width: 2, height: 2)
            for person in [asha, ben] { _ = try await world.put(photo, by: person).json(.created) }
            let gone = try await world.call(
                .delete,
                "/api/v1/account",
                #"{"password":"\#(Person.password)"}"#,
                by: asha
            )
            #expect(gone.status == .noContent)
            #expect(try await world.storage.photoUsage(of: nil).count == 1)
            #expect(try await world.get(photo, by: ben).status == .ok)
        }
    }

    @Test("what came and what is kept is counted")
    func metrics() async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            let photo = Pictures.png(width: 2, height: 2)
            _ = try await world.put(photo, by: asha).json(.created)
            _ = try await world.put(photo, by: asha).json(.ok)
            let text = try await world.call(.get, "/metrics").text
            for line in [
                "daybook_photo_uploads_total 1", "daybook_photo_upload_bytes_total \(photo.count)", "daybook_photos 1",
                "daybook_photo_bytes \(photo.count)",
            ] {
                #expect(text.contains("\n\(line)\n"), "\(line)")
            }
        }
    }
}
