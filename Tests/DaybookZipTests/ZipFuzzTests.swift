import TestSupport
import Testing

@testable import DaybookZip

@Suite("Fuzz: archives")
struct ZipFuzzTests {
    @Test("an archive that was damaged in any way is read or refused, and never more than its limits is unpacked")
    func damaged() {
        let note = CrashNote(1)
        for seed in Seeds.cases(usual: 20_000) {
            note.begin(seed)
            defer { note.end() }
            var random = SplitMix64(seed: seed)
            var bytes = Self.archive(&random)
            for _ in 0..<random.int(1...4) { random.damage(&bytes) }
            let limits = ZipReader.Limits(entries: 8, bytes: 40_000)
            guard let reader = try? ZipReader(bytes, limits: limits) else { continue }
            var total = 0
            for entry in reader.entries { total += (try? reader.bytes(of: entry))?.count ?? 0 }
            if reader.entries.count > limits.entries || total > limits.bytes {
                Issue.record("\(seed.asSeed): \(reader.entries.count) entries of \(total) bytes")
                return
            }
        }
    }

    @Test("what is written is read back, whatever it is")
    func roundTrip() throws {
        let note = CrashNote(0)
        for seed in Seeds.cases(usual: 2_000) {
            note.begin(seed)
            defer { note.end() }
            var random = SplitMix64(seed: seed)
            let contents = random.array(0...5) { $0.content() }
            let writer = ZipWriter(modified: ZipWritingTests.time)
            for (number, content) in contents.enumerated() { try random.write(content, as: "\(number)", to: writer) }
            writer.finish()
            let reader = try? ZipReader(writer.drain(), limits: .generous)
            let found = try reader?.entries.map { try reader?.bytes(of: $0) }
            guard found == contents else {
                Issue.record("\(seed.asSeed): \(contents.map(\.count))")
                return
            }
        }
    }

    /// An archive of the kind that Daybook writes, or one with a false value in a place where it matters.
    private static func archive(_ random: inout SplitMix64) -> [UInt8] {
        if random.oneIn(2) { return written(&random) }
        var archive = Archive(
            .init("a", random.text(), isDeflated: random.oneIn(2)),
            .init("b/c", random.text(), isDeflated: random.oneIn(2))
        )
        let index = random.int(0...1)
        switch random.int(0...9) {
        case 0: archive.entries[index].both { $0.size = random.number() }
        case 1: archive.entries[index].both { $0.packedSize = random.number() }
        case 2: archive.entries[index].shift = Int(Int32(truncatingIfNeeded: random.next()) % 300)
        case 3: archive.count = UInt16(truncatingIfNeeded: random.number())
        case 4: archive.directorySize = random.number()
        case 5: archive.directoryStart = random.number()
        case 6: archive.entries[index].both { $0.flags = UInt16(truncatingIfNeeded: random.next()) }
        case 7: archive.entries[index].central.extra = random.array(0...24) { UInt8(truncatingIfNeeded: $0.next()) }
        case 8: archive.entries[index].mode = random.number()
        default: archive.comment = random.array(0...30) { UInt8(truncatingIfNeeded: $0.next()) }
        }
        return archive.bytes
    }

    private static func written(_ random: inout SplitMix64) -> [UInt8] {
        let writer = ZipWriter(modified: ZipWritingTests.time)
        for number in 0..<random.int(0...3) { try? random.write(random.content(), as: "\(number)", to: writer) }
        writer.finish()
        return writer.drain()
    }
}

extension SplitMix64 {
    fileprivate mutating func text() -> String {
        String(repeating: pick(["a", "some text ", "\0", "é"]), count: int(0...40))
    }

    fileprivate mutating func content() -> [UInt8] {
        if oneIn(3) { return array(0...200) { UInt8(truncatingIfNeeded: $0.next()) } }
        return [UInt8](repeating: UInt8(truncatingIfNeeded: next()), count: oneIn(10) ? int(0...200_000) : int(0...300))
    }

    /// A number at a limit, or a random one.
    fileprivate mutating func number() -> UInt32 {
        oneIn(2) ? pick([0, 1, 2, 21, 22, 0xFFFF, 0x7FFF_FFFF, .max - 1, .max]) : UInt32(truncatingIfNeeded: next())
    }

    fileprivate mutating func write(_ content: [UInt8], as name: String, to writer: ZipWriter) throws {
        switch int(0...2) {
        case 0: try writer.add(name, PackedEntry(stored: content))
        case 1: try writer.add(name, PackedEntry(deflated: content))
        default:
            writer.begin(name)
            let middle = int(0...content.count)
            writer.write(Array(content[..<middle]))
            writer.write(Array(content[middle...]))
            try writer.end()
        }
    }

    /// Damages the headers more often than the data, because the headers are few bytes.
    fileprivate mutating func damage(_ bytes: inout [UInt8]) {
        guard oneIn(2), bytes.count > 30 else { return mutate(&bytes) }
        let place = bytes.count - int(1...min(bytes.count, 120))
        bytes[place] = pick([0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: next())])
    }
}
