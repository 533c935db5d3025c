import DaybookCore
import Foundation
import Testing

@testable import DaybookClient

/// Pictures by their parts, as files have them. Their pixels are nobody's.
enum TestPicture {
    /// A scan of a JPEG, with a zero that was put in, and its end.
    static let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xFF, 0, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xD9]

    /// A JPEG of 40 × 30 pixels with these segments in front of its frame.
    static func jpeg(before segments: [(UInt8, [UInt8])] = []) -> [UInt8] {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            let length = content.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        }
        let table = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        let frame = segment(0xC0, [8, 0, 30, 0, 40, 1, 1, 0x11, 0])
        return [0xFF, 0xD8] + segments.flatMap { segment($0.0, $0.1) } + table + frame + scan
    }

    /// A PNG with these chunks behind its header. Nobody looks at its checksums.
    static func png(width: Int, height: Int, before chunks: [(String, [UInt8])] = []) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count) + Array(name.utf8) + content + [1, 2, 3, 4]
        }
        let header = chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0])
        let more = chunks.flatMap { chunk($0.0, $0.1) }
        return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + header + more + chunk("IDAT", [1, 2]) + chunk("IEND", [])
    }

    /// A WebP of 16 × 16 pixels on a canvas, with these chunks behind the picture.
    static func webp(more chunks: [(String, [UInt8])] = []) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + number(content.count) + content + (content.count % 2 == 1 ? [0] : [])
        }
        let canvas = chunk("VP8X", [0x0C, 0, 0, 0, 15, 0, 0, 15, 0, 0])
        let picture = chunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0, 7])
        let body = Array("WEBP".utf8) + canvas + picture + chunks.flatMap { chunk($0.0, $0.1) }
        return Array("RIFF".utf8) + number(body.count) + body
    }

    /// A picture as it is made ready for a note, each number another one.
    static func picture(_ number: Int) -> PhotoTransfers.Picture {
        let mark: [(String, [UInt8])] = [("bKGD", [UInt8(truncatingIfNeeded: number)])]
        let bytes = png(width: 3, height: 2, before: mark)
        return PhotoTransfers.Picture(
            type: .png,
            width: 3,
            height: 2,
            bytes: bytes,
            thumbnail: jpeg(before: [(0xFE, [UInt8(truncatingIfNeeded: number)])])
        )
    }

    /// Width and height of a whole picture.
    static func size(_ bytes: [UInt8]) throws -> [Int] {
        let header = try PhotoFile(Data(bytes)).header
        return [header.width, header.height]
    }
}

extension NotebookFile {
    /// The title of the notes that tests write for photos.
    static var noteTitle: String { "A note with photos" }

    /// Writes a note that keeps the rules.
    func addNote() throws -> Note.ID {
        let id = Note.ID(Device.newID(now: Device.now))
        let draft = NoteDraft(title: NotebookFile.noteTitle, description: String(repeating: "A long text. ", count: 9))
        try write { writer in
            try writer.change([]) {
                _ = $0.write(Rules.standard.normalized(draft), over: NoteDraft(), to: id, Device.now)
            }
        }
        return id
    }

    /// Adds a photo. Returns why it was refused.
    func add(_ picture: PhotoTransfers.Picture, to note: Note.ID, _ folder: NotebookFolder) throws -> String? {
        try write { try $0.addPhoto(picture, to: note, in: folder, Device.now) }
    }

    /// The photos of a note, in order.
    func photos(of note: Note.ID) throws -> [Photo] { try read { try $0.note(note)?.note.photos ?? [] } }
}
