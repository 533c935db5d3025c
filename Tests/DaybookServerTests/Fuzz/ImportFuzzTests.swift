import DaybookCore
import DaybookExport
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Fuzz: what is imported")
struct ImportFuzzTests {
    @Test("a file is read record by record as it would be in one piece, or it is refused")
    func file() {
        let note = CrashNote(8)
        for seed in Seeds.cases(usual: 10_000) {
            note.begin(seed)
            defer { note.end() }
            var random = SplitMix64(seed: seed)
            let records = random.array(0...3) { $0.change(at: $0.int64(-9...9)) }
            var bytes = [UInt8].daybookFile(records, head: random.pick(Self.heads))
            let times = random.int(0...3)
            for _ in 0..<times { random.damage(&bytes) }
            if let fault = Self.fault(of: bytes, holding: times == 0 ? records : nil) {
                Issue.record("\(seed.asSeed): \(fault): \(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
    }

    private static let heads = [
        BadImportTests.head, BadImportTests.head + #", "more" : [{"a":"]}\"\\"},1] "#, #""record":[],"":{}"#,
    ]

    /// The fault in how a file was read; `records` are the file's records when it was not damaged since.
    private static func fault(of bytes: [UInt8], holding records: [Record]?) -> String? {
        do throws(ImportFailure) {
            let file = try DaybookFile(bytes)
            var read: [Record] = []
            for index in 0..<file.count { read.append(try file.record(index)) }
            if let records, read != records { return "changed" }
            guard let whole = try? JSON(bytes, limits: .init(size: 1 << 20, depth: 64)) else {
                return "taken, though it is no JSON"
            }
            let head = JSON.object((whole.objectValue ?? []).filter { $0.name != "records" })
            let items = whole["records"]?.arrayValue ?? []
            return file.head == head && items.map { try? Record(json: $0) } == read ? nil : "read differently"
        } catch {
            return records == nil ? nil : "\(error)"
        }
    }
}
