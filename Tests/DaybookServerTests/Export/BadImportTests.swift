import DaybookCore
import DaybookExport
import DaybookStore
import DaybookZip
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Files that are no export")
struct BadImportTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let status: Int

        init(_ description: String, _ status: Int, _ bytes: [UInt8]) {
            (self.description, self.status, self.bytes) = (description, status, bytes)
        }

        /// A zip with this daybook.json.
        init(_ status: Int, _ json: String) {
            self.init(String(json.prefix(60)), status, (try? .zip("daybook.json", json)) ?? [])
        }
    }

    static let head = #""format":"daybook-export","version":1"#

    static let cases: [Case] = [
        .init("nothing", 400, []),
        .init("no zip", 400, Array("PK, but no zip".utf8)),
        .init("another zip", 422, (try? .zip("holiday.txt", "Dear diary")) ?? []),
        .init(400, ""), .init(400, "[]"), .init(400, "{"), .init(400, #"{"records":[]"#),
        .init(400, #"{"records":[]}x"#),
        .init(400, #"{"records":[],}"#), .init(400, #"{"records":[1,]}"#), .init(400, #"{,"records":[]}"#),
        .init(400, #"{"a" 1,"records":[]}"#), .init(400, #"{"a":nul,"records":[]}"#), .init(400, #"{1:2}"#),
        .init(400, #"{"a":"\u00zz","records":[]}"#), .init(400, #"{"a":[1}],"records":[]}"#),
        .init(422, "{}"), .init(422, #"{"records":[]}"#), .init(422, #"{"records":[],"records":[]}"#),
        .init(422, #"{"format":"daybook-export","format":"daybook-export","version":1,"records":[]}"#),
        .init(422, #"{"format":"other","version":1,"records":[]}"#),
        .init(422, #"{"format":"daybook-export","version":2,"records":[{"new":"shape"}]}"#),
        .init(422, #"{"format":"daybook-export","version":"1","records":[]}"#),
        .init(422, #"{"format":"daybook-export","version":1}"#),
        .init(400, "{\(head),\"records\":{}}"), .init(400, "{\(head),\"records\":null}"),
        .init(422, "{\(head),\"records\":[1]}"), .init(422, "{\(head),\"records\":[{}]}"),
        .init(422, "{\(head),\"records\":[{\"kind\":\"todo\",\"id\":\"\(uuid(1))\",\"more\":1}]}"),
        .init(400, "{\(head),\"records\":[{\"kind\":\"todo\" \"id\":1}]}"),
        .init(422, "{\(head)," + (0..<99).map { "\"\($0)\":1," }.joined() + "\"records\":[]}"),
        .init(400, "{\(head),\"records\":[" + String(repeating: "[", count: 100_000)),
        .init(413, "{\(head),\"more\":\"" + String(repeating: " ", count: 129 << 20) + "\",\"records\":[]}"),
    ]

    @Test("a clear answer, nothing changed", arguments: cases)
    func bad(_ bad: Case) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.importZip(bad.bytes, by: person)
            #expect(answer.status.code == bad.status, "\(answer.text)")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(try !answer.json.text("detail").isEmpty)
            #expect(try await world.changes(of: person) == 0)
        }
    }

    @Test("members that a later version adds are passed over")
    func later() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let head = Self.head + #", "preferences" : {"sort":["title",{}]},"x":"]}\"" "#
            _ = try await world.importZip(try .export([todo(1)], head: head), by: person).json(.ok)
            #expect(try await world.records(of: person) == [todo(1)])
        }
    }

    @Test("limits hold for what is unpacked, by count and by value")
    func limits() throws {
        let now = stamp().wall
        let nested = JSON.array([.array([.null, .null]), .object([.init("a", .null)])])
        let record = Record(kind: .init("x"), id: uuid(1), fields: [.init("a", nested, stamp())])
        let zip = try [UInt8].export([record, todo(2)])
        #expect(throws: ImportFailure.tooManyRecords) {
            try ImportFile(zip: ArchiveBytes(zip), now: now, limits: .init(records: 1))
        }
        // Six values in the first record, four fields of one value in the second.
        #expect(throws: ImportFailure.tooManyRecords) {
            try ImportFile(zip: ArchiveBytes(zip), now: now, limits: .init(values: 9))
        }
        let file = try ImportFile(zip: ArchiveBytes(zip), now: now, limits: .init(values: 10))
        #expect(file.keys == [record.key, todo(2).key])
        let data = try ImportFile.data(of: ArchiveBytes(zip))
        #expect(try data.count == 2 && data.record(0) == record && data.record(1) == todo(2))
        for limits in [ImportFile.Limits(recordBytes: 100), .init(recordCommas: 3)] {
            #expect(throws: ImportFailure.largeRecord(0)) {
                try ImportFile(zip: ArchiveBytes(zip), now: now, limits: limits)
            }
        }
        #expect(throws: ImportFailure.archive(.tooLarge)) {
            try ImportFile(zip: ArchiveBytes(zip), now: now, limits: .init(bytes: 100, photoBytes: 0))
        }
    }

    @Test("[A14] an import takes as many records and photos as an account may have by default")
    func full() {
        let limits = ImportFile.Limits()
        #expect(limits.records == Budget.accountRecords.entry.standard)
        #expect(limits.entries == Budget.accountPhotos.entry.standard + 1_000)
        // Records of half a kilobyte, with sixteen values each.
        #expect(limits.bytes >= limits.records * 512 && limits.values >= limits.records * 16)
    }

    @Test("what would take many times the memory of its text is refused before it is made of it")
    func swelling() throws {
        let many = Array(#"{\#(Self.head),"records":[\#(String(repeating: "0,", count: 1_000))0]}"#.utf8)
        #expect(throws: ImportFailure.tooManyRecords) { try DaybookFile(many, limits: .init(records: 1_000)) }
        let list = "[\(String(repeating: "0,", count: 40_000))0]"
        let head = Array(#"{\#(Self.head),"more":\#(list),"records":[]}"#.utf8)
        #expect(throws: ImportFailure.shape("more")) { try DaybookFile(head) }
        let names: [(Int, ImportFailure?)] = [(64, nil), (65, .longName), (60_000, .longName)]
        for (count, failure) in names {
            let named = Array(#"{\#(Self.head),"\#(String(repeating: "n", count: count))":1,"records":[]}"#.utf8)
            let escaped = Array(
                #"{\#(Self.head),"\#(String(repeating: #"\u006e"#, count: count))":1,"records":[]}"#.utf8
            )
            for file in [named, escaped] {
                if let failure {
                    #expect(throws: failure) { try DaybookFile(file) }
                } else {
                    _ = try DaybookFile(file)
                }
            }
        }
        #expect(ImportFailure.longName.text == "daybook.json has a member with a name of more than 64 bytes.")
        // A value in the place of a name is not parsed as a tree either.
        #expect(throws: ImportFailure.self) { try DaybookFile(Array("{\(list):1}".utf8)) }
    }

    @Test("a body of another stated type, or a too large one, is not read")
    func unread() async throws {
        try await World.with(configure: { $0.photoQuota = 0 }) { world in
            let person = try await world.signUp()
            let zip = try [UInt8].export([todo(1)])
            for type in ["application/json", "", "multipart/form-data"] {
                #expect(try await world.importZip(zip, by: person, type: type).status == .unsupportedMediaType)
            }
            let large = try await world.importZip(
                [UInt8](repeating: 0, count: Imports.dataBytesMaximum + 1),
                by: person
            )
            #expect(large.status == .contentTooLarge && large.headers[.connection] == "close")
        }
    }
}
