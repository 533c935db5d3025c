import DaybookCore
import TestSupport

/// Bodies made from ones that the server would accept.
extension SplitMix64 {
    /// A body made from its schema, with no, one or several changes.
    mutating func body(_ body: Described.Body, of person: Int) throws -> [UInt8] {
        var given: [Bool] = array(8...8) { $0.oneIn(2) }
        let sample = Sample(person: person) { _ in
            given.append(given.removeFirst())
            return given[0]
        }
        if body.type == "image/*" { return photo() }
        guard body.type == "application/json" else { return try archive() }
        var json = sample.value(body.schema)
        for _ in 0..<int(0...3) { json = spoilt(json) }
        var bytes = written(json)
        if oneIn(4) { for _ in 0..<int(1...2) { damage(&bytes) } }
        return bytes
    }

    /// A picture, or nearly one.
    private mutating func photo() -> [UInt8] {
        let (width, height) = (int(1...40), int(1...40))
        var bytes =
            switch int(0...3) {
            case 0: Pictures.png(width: width, height: height)
            case 1: Pictures.gif(width: width, height: height)
            case 2: Pictures.webp(width: width, height: height)
            default: Pictures.jpeg(width: width, height: height)
            }
        if oneIn(2) { for _ in 0..<int(1...6) { mutate(&bytes) } }
        return bytes
    }

    /// A zip that an import accepts, or nearly. Checksums would refuse damage after packing, so half of the damage
    /// comes before.
    private mutating func archive() throws -> [UInt8] {
        if oneIn(8) { return array(0...60) { UInt8(truncatingIfNeeded: $0.next()) } }
        var file = [UInt8].daybookFile(array(0...4) { $0.change(at: $0.int64(-9...9)) })
        if oneIn(2) { for _ in 0..<int(1...3) { damage(&file) } }
        var bytes = try [UInt8].zip(oneIn(20) ? text() : "daybook.json", file)
        if oneIn(3) { for _ in 0..<int(1...2) { mutate(&bytes) } }
        return bytes
    }

    /// The value with a part of it changed, removed, added, or of another type.
    private mutating func spoilt(_ json: JSON) -> JSON {
        switch json {
        case .object(var members) where !members.isEmpty && !oneIn(8):
            let index = int(0...members.count - 1)
            switch int(0...5) {
            case 0: members.remove(at: index)
            case 1: members.append(.init(oneIn(2) ? "colour" : text(), self.json()))
            case 2: members.append(members[index])
            case 3: members[index].name = text()
            default: members[index].value = spoilt(members[index].value)
            }
            return .object(members)
        case .array(var items) where !items.isEmpty && !oneIn(6):
            let index = int(0...items.count - 1)
            switch int(0...3) {
            case 0: items.remove(at: index)
            case 1: items += [JSON](repeating: items[index], count: int(1...40))
            default: items[index] = spoilt(items[index])
            }
            return .array(items)
        case .string(let text) where !oneIn(3): return .string(spoilt(text))
        default: return oneIn(3) ? extreme() : self.json()
        }
    }

    private mutating func spoilt(_ text: String) -> String {
        switch int(0...5) {
        case 0: return ""
        case 1: return text + self.text()
        case 2: return String(repeating: pick(["x", "é", "👨‍👩‍👧‍👦", "\u{301}"]), count: int(1...5_000))
        case 3: return String(text.dropLast())
        case 4: return text.uppercased()
        default: return self.text()
        }
    }

    private mutating func extreme() -> JSON {
        switch int(0...3) {
        case 0: return .number(pick(["1e999", "-1e-999", "99999999999999999999", "-0"]))
        case 1: return .integer(pick([.max, .min, -1, 0, 1 << 53, 253_402_300_800_000]))
        case 2: return (0..<int(1...60)).reduce(.null) { value, _ in .array([value]) }
        default: return .array([JSON](repeating: .integer(0), count: int(0...3_000)))
        }
    }

    /// The text of a value. Not always the shortest, and sometimes with half of a surrogate pair.
    private mutating func written(_ json: JSON) -> [UInt8] {
        let bytes = json.encoded
        guard oneIn(8), let quote = bytes.lastIndex(of: 0x22) else { return bytes }
        return bytes[..<quote] + Array(pick(["\\ud800", "\\u0000", "\\uD83D\\uDE00", "\u{1}", "\\/", "\\u00e9"]).utf8)
            + bytes[quote...]
    }

    /// A header's value, changed from a valid one.
    mutating func header(_ values: [String]) -> String {
        var bytes = Array(pick(values).utf8)
        for _ in 0..<int(0...3) { mutate(&bytes) }
        if oneIn(20) { bytes += [UInt8](repeating: 0x61, count: int(1...9_000)) }
        // Characters that no connection would accept are not tested here.
        return String(decoding: bytes.filter { $0 == 0x09 || (0x20...0x7E).contains($0) || $0 >= 0x80 }, as: UTF8.self)
    }

    /// A query made from its schemas, or a random one.
    mutating func query(_ parameters: [JSON.Member]) -> String {
        let pairs: [String] = array(0...4) { random in
            let known = parameters.isEmpty ? nil : random.pick(parameters)
            let name = known.map { random.oneIn(8) ? $0.name + "x" : $0.name } ?? random.text()
            let value = known.map { Sample().value($0.value, name: $0.name) } ?? .null
            let text = random.oneIn(2) ? value.stringValue ?? "\(value.integerValue ?? 1)" : random.text()
            return random.percentEncoded(name) + "=" + random.percentEncoded(text)
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    private mutating func percentEncoded(_ text: String) -> String {
        if oneIn(20) { return pick(["%", "%zz", "%00", "%ff", "%ed%a0%80", "+", "%2"]) }
        return text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let digits = String(byte, radix: 16)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
