/// The file of the drafts, or of everything that an account without a server has: a zip with the names of the server's
/// export (docs/export.md), which an import reads. It is written in pieces, with one photo in memory at a time.
package struct DraftArchive: Equatable, Sendable {
    /// The name of the file.
    package static var name: String { "daybook-drafts.zip" }
    /// The most bytes of photos in a file of drafts: a browser may hold the whole file in memory.
    static var photoBytesMaximum: Int { 1 << 30 }

    private var zip: StoredZip
    /// The bytes that were written before the first photo.
    private var head: [UInt8] = []
    private var photos: [Entry] = []
    /// The number of photos that were read.
    private var taken = 0
    private var room: Int
    /// The photos that could not be read or do not fit. A missing thumbnail does not count.
    package private(set) var missing = 0

    private struct Entry: Equatable, Sendable {
        var digest: Digest
        var type: Photo.MediaType
        var isThumbnail: Bool
    }

    /// The file before its photos were read. `photoBytes` is the most bytes of photos that it takes.
    package init(_ drafts: Drafts, _ now: Instant, photoBytes: Int = .max) {
        zip = StoredZip(modified: now)
        room = photoBytes
        write("daybook.json", Self.data(drafts, now))
        write("todos.json", Self.list("todos", drafts.records.compactMap { Todo($0) }) { $0.write(to: &$1) })
        var byNote = PhotosByNote()
        for photo in drafts.photos { byNote.upsert(photo) }
        let notes = drafts.records.compactMap { Note($0).map(byNote.fill) }
        write("notes.json", Self.list("notes", notes) { $0.write(to: &$1) })
        // The thumbnails come last, so that they take no room from the photos.
        var added: Set<Digest> = []
        for photo in drafts.photos where added.insert(photo.sha256).inserted {
            photos.append(Entry(digest: photo.sha256, type: photo.type, isThumbnail: false))
        }
        for photo in drafts.photos {
            guard let thumbnail = photo.thumbnail, added.insert(thumbnail).inserted else { continue }
            photos.append(Entry(digest: thumbnail, type: .jpeg, isThumbnail: true))
        }
    }

    private mutating func write(_ name: String, _ bytes: [UInt8]) {
        head += zip.begin(name, bytes)
        head += bytes
    }

    private static func data(_ drafts: Drafts, _ now: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(ascii: "{\"format\":\"daybook-export\",\"version\":1,\"exportedAt\":\"")
        now.writeRFC3339(to: &bytes)
        bytes.append(ascii: "\",")
        return bytes + list("records", drafts.records) { $0.write(to: &$1) }.dropFirst()
    }

    private static func list<Item>(
        _ name: StaticString,
        _ items: [Item],
        _ write: (Item, inout [UInt8]) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(ascii: "{\"")
        bytes.append(ascii: name)
        bytes.append(ascii: "\":[")
        for (place, item) in items.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\n"))
            write(item, &bytes)
        }
        bytes.append(ascii: "\n]}\n")
        return bytes
    }

    /// The photo that is to be read next; nil when all were read.
    package var next: Digest? { taken < photos.count ? photos[taken].digest : nil }

    /// The next photo was read. Returns the bytes to write; nil when another photo is next.
    package mutating func take(_ digest: Digest, _ bytes: [UInt8]) -> [Effect]? {
        guard next == digest else { return nil }
        let entry = photos[taken]
        taken += 1
        guard !bytes.isEmpty, bytes.count <= room else {
            if !entry.isThumbnail { missing += 1 }
            return []
        }
        room -= bytes.count
        let header = zip.begin("photos/" + digest.description + "." + entry.type.fileExtension, bytes)
        defer { head = [] }
        return [.write(head + header, photo: digest)]
    }

    /// The bytes after the last photo.
    package mutating func end() -> [UInt8] { head + zip.end() }
}
