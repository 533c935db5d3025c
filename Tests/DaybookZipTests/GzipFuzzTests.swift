import TestSupport
import Testing

@testable import DaybookZip

@Suite("Fuzz: gzip")
struct GzipFuzzTests {
    @Test("a stream that was damaged in any way is read or refused, and never more than its limit is unpacked")
    func damaged() {
        let note = CrashNote(2)
        for seed in Seeds.cases(usual: 20_000) {
            note.begin(seed)
            defer { note.end() }
            var random = SplitMix64(seed: seed)
            let content = random.array(0...2_000) { UInt8(truncatingIfNeeded: $0.next() & 7) }
            var bytes = GzipTests.packed(content, level: random.int(1...9))
            if random.oneIn(4) { bytes += GzipTests.packed(content) }
            let isWhole = random.oneIn(10)
            for _ in 0..<(isWhole ? 0 : random.int(1...4)) { random.mutate(&bytes) }
            let limit = random.oneIn(2) ? 1_000 : 10_000
            guard let found = try? GzipTests.unpacked(bytes, limit: limit, pieces: random.int(1...5_000)) else {
                continue
            }
            if found.count > limit || (isWhole && Set(found) != Set(content)) {
                Issue.record("\(seed.asSeed): \(found.count) bytes")
                return
            }
        }
    }
}
