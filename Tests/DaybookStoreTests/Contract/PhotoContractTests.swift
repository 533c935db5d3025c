import DaybookCore
import Testing

@testable import DaybookStore

@Suite("Every storage keeps photos")
struct PhotoContractTests {
    @Test("[N4] [N6] a photo is found by its digest, with all that is known of it", arguments: StorageKind.allCases)
    func kept(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            #expect(try await storage.photo(digest(of: "lake"), of: asha.id) == nil)
            guard case .stored(let photo) = try await storage.keep("lake", of: asha, at: moment(5)) else {
                return #expect(Bool(false), "it was not stored")
            }
            #expect(photo.facts == facts(of: "lake") && photo.bytes == 4)
            #expect(photo.storedAt == moment(5) && photo.unusedSince == moment(5) && !photo.path.isEmpty)
            #expect(try await storage.photo(digest(of: "lake"), of: asha.id) == photo)
            #expect(try await storage.read("lake", of: asha) == "lake")
        }
    }

    @Test("[N6] the same photo is stored once per account", arguments: StorageKind.allCases)
    func once(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha, at: moment(5))
            let first = try #require(try await storage.photo(digest(of: "lake"), of: asha.id))
            #expect(try await storage.keep("lake", of: asha, at: moment(9)) == .existing(first))
            #expect(try await storage.photoUsage(of: asha.id) == PhotoUsage(count: 1, bytes: 4))
            #expect(try await storage.read("lake", of: asha) == "lake")
        }
    }

    @Test("[N6] of the same photo coming many times at once one is stored", arguments: StorageKind.allCases)
    func atOnce(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let stored = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        if case .stored = try await storage.keep("lake", of: asha) { true } else { false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(stored == 1)
            #expect(try await storage.photoUsage(of: nil) == PhotoUsage(count: 1, bytes: 4))
            #expect(try await storage.read("lake", of: asha) == "lake")
        }
    }

    @Test(
        "[A11] no account finds another's photo; each has its own copy of the same photo",
        arguments: StorageKind.allCases
    )
    func others(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.keep("lake", of: asha)
            #expect(try await storage.photo(digest(of: "lake"), of: ben.id) == nil)
            #expect(try await storage.touchPhoto(digest(of: "lake"), of: ben.id, at: moment()) == nil)
            #expect(try await storage.photos(of: ben.id, after: nil, limit: 9).isEmpty)
            #expect(try await storage.photoUsage(of: ben.id) == PhotoUsage(count: 0, bytes: 0))
            if case .stored = try await storage.keep("lake", of: ben) {} else { #expect(Bool(false)) }
            #expect(try await storage.photoUsage(of: nil) == PhotoUsage(count: 2, bytes: 8))
            #expect(try await storage.deleteAccount(ben.id))
            #expect(try await storage.read("lake", of: asha) == "lake")
            #expect(try await storage.photo(digest(of: "lake"), of: ben.id) == nil)
        }
    }

    @Test("a photo over the quota is not kept; what is there already costs nothing", arguments: StorageKind.allCases)
    func quota(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.keep("lake", of: asha, quota: 4)
            let usage = PhotoUsage(count: 1, bytes: 4)
            #expect(try await storage.keep("tree", of: asha, quota: 7) == .overQuota(usage))
            #expect(try await storage.photo(digest(of: "tree"), of: asha.id) == nil)
            #expect(try await storage.photoUsage(of: asha.id) == usage)
            if case .existing = try await storage.keep("lake", of: asha, quota: 1) {} else { #expect(Bool(false)) }
            if case .stored = try await storage.keep("tree", of: asha, quota: 8) {} else { #expect(Bool(false)) }
        }
    }

    @Test("a photo cannot be kept for an account that is gone", arguments: StorageKind.allCases)
    func accountGone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            await #expect(throws: StorageError.accountGone) { try await storage.keep("lake", of: person(1)) }
            let asha = try await storage.add(1)
            let upload = try await storage.beginPhoto()
            try await upload.write([1, 2, 3])
            #expect(try await storage.deleteAccount(asha.id))
            await #expect(throws: StorageError.accountGone) {
                try await storage.keepPhoto(upload, as: facts(of: "x"), of: asha.id, quota: nil, at: moment())
            }
            #expect(try await storage.photoUsage(of: nil) == PhotoUsage(count: 0, bytes: 0))
        }
    }

    @Test("photos are listed in pages, in the order of their digests", arguments: StorageKind.allCases)
    func pages(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for text in ["c1", "a1", "e1", "b1", "d1"] { try await storage.keep(text, of: asha) }
            var found: [Digest] = []
            while true {
                let page = try await storage.photos(of: asha.id, after: found.last, limit: 2)
                found += page.map(\.facts.sha256)
                if page.count < 2 { break }
            }
            #expect(found == ["a1", "b1", "c1", "d1", "e1"].map { digest(of: $0) })
        }
    }

    @Test("a photo is read from any place, and to its end at most", arguments: StorageKind.allCases)
    func reading(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let text = String(repeating: "0123456789", count: 50_000)
            try await storage.keep(text, of: asha)
            let photo = try #require(try await storage.photo(digest(of: text), of: asha.id))
            let reader = try #require(try await storage.openPhoto(photo))
            for (offset, count, expected) in [
                (0, 3, "012"), (499_997, 10, "789"), (500_000, 10, ""), (7, 0, ""), (250_009, 2, "90"),
            ] {
                let bytes = try await reader.bytes(from: offset, count: count)
                #expect(String(decoding: bytes, as: UTF8.self) == expected, "\(offset)")
            }
            // A reader continues when the photo is removed meanwhile.
            #expect(try await storage.deleteAccount(asha.id))
            #expect(try await reader.bytes(from: 0, count: 500_000) == Array(text.utf8))
            #expect(try await storage.openPhoto(photo) == nil)
        }
    }
}
