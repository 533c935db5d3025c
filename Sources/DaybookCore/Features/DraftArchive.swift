/// The file of the drafts: a zip with the names of the server's export (docs/export.md), which an import reads. It is
/// written in pieces, with one photo in memory at a time.
package struct DraftArchive: Equatable, Sendable {
    /// The name of the file.
    package static var name: String { "daybook-drafts.zip" }
    /// The most bytes of photos in a file. A zip without 64-bit numbers holds less than 4 GiB.
    static let photoBytesMaximum = 1 << 30

    private var zip: StoredZip
    /// The bytes that were written before the first photo.
    private var head: [UInt8] = []
    private var photos: [Entry] = []
    private var room = DraftArchive.photoBytesMaximum
    /// The photos that could not be read or do not fit. A missing thumbnail does not count.
    package private(set) var missing = 0

    private struct Entry: Equatable, Sendable {
        var digest: Digest
        var type: Photo.MediaType
        var isThumbnail: Bool
    }

    /// The file before its photos were read.
    package init(_ drafts: Drafts, _ now: Instant) {
        zip = StoredZip(modified: now)
        write("daybook.json", Self.data(drafts, now))
        write("todos.json", Self.list("todos", drafts.records.compactMap { Todo($0) }) { $0.write(to: &$1) })
        let notes = drafts.records.compactMap { record in
            Note(record, photos: drafts.photos.filter { $0.note.uuid == record.id })
        }
        write("notes.json", Self.list("notes", notes) { $0.write(to: &$1) })
        // The thumbnails come last, so that they take no room from the photos.
        for photo in drafts.photos { add(photo.sha256, photo.type, isThumbnail: false) }
        for photo in drafts.photos { if let thumbnail = photo.thumbnail { add(thumbnail, .jpeg, isThumbnail: true) } }
    }

    private mutating func write(_ name: String, _ bytes: [UInt8]) {
        head += zip.begin(name, bytes)
        head += bytes
    }

    private mutating func add(_ digest: Digest, _ type: Photo.MediaType, isThumbnail: Bool) {
        if photos.contains(where: { $0.digest == digest }) { return }
        photos.append(Entry(digest: digest, type: type, isThumbnail: isThumbnail))
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
    package var next: Digest? { photos.first?.digest }

    /// The next photo was read. Returns the bytes to write; nil when another photo is next.
    package mutating func take(_ digest: Digest, _ bytes: [UInt8]) -> [Effect]? {
        guard let entry = photos.first, entry.digest == digest else { return nil }
        photos.removeFirst()
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
