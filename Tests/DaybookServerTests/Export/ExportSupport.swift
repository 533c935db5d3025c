import DaybookCore
import DaybookStore
import DaybookZip
import HTTPTypes
import Testing

@testable import DaybookServer

extension World {
    /// Downloads a person's export.
    func export(by person: Person) async throws -> [UInt8] {
        let answer = try await call(.get, "/api/v1/account/export", by: person)
        try #require(answer.status == .ok, "\(answer.text)")
        return answer.bytes
    }

    /// Uploads a zip.
    func importZip(_ bytes: [UInt8], by person: Person, type: String = "application/zip") async throws -> Answer {
        try await call(.post, "/api/v1/account/import", bytes: bytes, by: person, headers: [.contentType: type])
    }

    /// All records of a person, in the order of their changes.
    func records(of person: Person) async throws -> [Record] {
        let limit = PageLimit(records: 100_000, bytes: 1 << 30)
        return try await storage.changes(of: person.account, after: 0, limit: limit).changes.map(\.record)
    }

    /// The activity of a person's account, the newest first.
    func activity(of person: Person) async throws -> [ActivityKind] {
        try await storage.activity(of: person.account, limit: 100).map(\.kind)
    }
}

/// An unpacked export.
struct Unzipped {
    let names: [String]
    private let files: [String: [UInt8]]

    init(_ bytes: [UInt8]) throws {
        let zip = try ZipReader(bytes, limits: .init(entries: 100, bytes: 256 << 20))
        names = zip.entries.map(\.name)
        files = try Dictionary(uniqueKeysWithValues: zip.entries.map { ($0.name, try zip.bytes(of: $0)) })
    }

    func bytes(_ name: String) -> [UInt8] { files[name] ?? [] }

    func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }

    func json(_ name: String) throws -> JSON {
        try JSON(files[name] ?? [], limits: .init(size: 256 << 20, depth: 32))
    }

    /// The records of daybook.json.
    var records: [Record] {
        get throws { try (json("daybook.json")["records"]?.arrayValue ?? []).map { try Record(json: $0) } }
    }
}

extension [UInt8] {
    /// A zip with one file.
    static func zip(_ name: String, _ content: String) throws -> [UInt8] { try zip(name, Array(content.utf8)) }

    /// A zip with one file.
    static func zip(_ name: String, _ content: [UInt8]) throws -> [UInt8] {
        let writer = ZipWriter(modified: ZipTime(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0))
        try writer.add(name, PackedEntry(deflated: content))
        writer.finish()
        return writer.drain()
    }

    /// A zip with a daybook.json of these records.
    static func export(_ records: [Record], head: String = BadImportTests.head) throws -> [UInt8] {
        try zip("daybook.json", daybookFile(records, head: head))
    }

    /// A daybook.json of these records.
    static func daybookFile(_ records: [Record], head: String = BadImportTests.head) -> [UInt8] {
        let texts = records.map { record in
            var bytes: [UInt8] = []
            record.write(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        return Array("{\(head),\"records\":[\(texts.joined(separator: ","))]}".utf8)
    }
}
