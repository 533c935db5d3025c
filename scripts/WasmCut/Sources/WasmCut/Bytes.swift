// The binary format of WebAssembly (https://webassembly.github.io/spec/core/binary).

typealias Bytes = [UInt8]

/// Reads a part of a module, whose linker is trusted: reading past the end is a programming error.
struct Reader {
    let bytes: Bytes
    private(set) var at: Int

    init(_ bytes: Bytes, at: Int = 0) {
        self.bytes = bytes
        self.at = at
    }

    var isAtEnd: Bool { at >= bytes.count }

    mutating func byte() -> UInt8 {
        defer { at += 1 }
        return bytes[at]
    }

    mutating func take(_ count: Int) -> Bytes {
        defer { at += count }
        return Bytes(bytes[at..<at + count])
    }

    /// An unsigned number of at most 32 bits.
    mutating func number() -> Int {
        var (value, shift) = (0, 0)
        while true {
            let next = byte()
            value |= Int(next & 0x7F) << shift
            shift += 7
            if next < 0x80 { return value }
        }
    }

    /// The bytes of a number, whatever its sign and size.
    mutating func leb() -> Bytes {
        let start = at
        while byte() > 0x7F {}
        return Bytes(bytes[start..<at])
    }

    /// A signed number of at most 32 bits.
    mutating func signed() -> Int {
        let start = at
        let value = number()
        let bits = 7 * (at - start)
        return value >> (bits - 1) == 0 ? value : value - 1 << bits
    }

    mutating func name() -> String { String(decoding: take(number()), as: UTF8.self) }

    mutating func vector<Item>(_ read: (inout Reader) -> Item) -> [Item] {
        let count = number()
        return (0..<count).map { _ in read(&self) }
    }

    /// The value of an expression that is an `i32.const` alone.
    mutating func constant() -> Int {
        require(byte() == 0x41, "a constant is not an i32")
        defer { require(byte() == 0x0B, "a constant is an expression") }
        return signed()
    }

    mutating func skip(to place: Int) { at = place }

    /// The vector that begins here.
    func items<Item>(_ read: (inout Reader) -> Item) -> [Item] {
        var reader = self
        return reader.vector(read)
    }

    /// Reads the parts of a section that has a kind and a length before each.
    func forEachPart(_ read: (UInt8, inout Reader) -> Void) {
        var reader = self
        while !reader.isAtEnd {
            let (kind, size) = (reader.byte(), reader.number())
            let end = reader.at + size
            read(kind, &reader)
            reader.skip(to: end)
        }
    }

    /// What has not been read.
    var rest: Reader { Reader(Bytes(bytes[at...])) }
}

extension Bytes {
    /// An unsigned number, in as few bytes as it needs.
    init(number: Int) {
        self = []
        var rest = number
        while rest > 0x7F {
            append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// The most bytes of a number of 32 bits.
    static let widest = 5

    /// An unsigned number, in ``widest`` bytes.
    init(wide number: Int) {
        self = (0..<Self.widest).map { UInt8(number >> (7 * $0) & 0x7F | ($0 < Self.widest - 1 ? 0x80 : 0)) }
    }

    /// A signed number, in as few bytes as it needs.
    init(signed: Int) {
        self = []
        var rest = signed
        while !(-64..<64).contains(rest) {
            append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        append(UInt8(rest & 0x7F))
    }

    init(name: String) { self = Bytes(number: name.utf8.count) + name.utf8 }

    /// An expression that is an `i32.const` alone.
    init(constant: Int) { self = [0x41] + Bytes(signed: constant) + [0x0B] }

    init(vector items: [Bytes]) { self = Bytes(number: items.count) + items.joined() }

    init(section kind: UInt8, _ body: Bytes) { self = [kind] + Bytes(number: body.count) + body }
}
