/// A module with the names of its functions, as `wasm-opt -g` writes it.
struct Module {
    /// Data that is in the memory when the module starts.
    struct Segment {
        var address: Int
        var bytes: Bytes
    }

    struct Function {
        /// 0 if it has no name.
        var name: UInt32
        var body: Body
    }

    /// The contents of all sections but the custom ones, by their kinds.
    let sections: [UInt8: Bytes]
    /// How many functions are imported. Their indices come before those of ``functions``.
    let imports: Int
    let functions: [Function]
    /// The names of all functions by their indices.
    let names: [Int: String]
    let segments: [Segment]

    init(_ bytes: Bytes) {
        let (sections, custom) = Self.sections(of: bytes)
        self.sections = sections.mapValues(\.bytes)
        let bodies = Self.bodies(sections)
        let names = Self.names(found(custom["name"], "section name"))
        let imports = found(sections[2], "section 2").items { reader in
            _ = (reader.name(), reader.name())
            require(reader.byte() == 0, "only functions are imported")
            return reader.number()
        }.count
        functions = bodies.enumerated().map { index, body in
            Function(name: names[imports + index].map { FNV.hash($0.utf8) } ?? 0, body: Body(body))
        }
        (self.names, self.imports) = (names, imports)
        segments = found(sections[11], "section 11").items { reader in
            require(reader.number() == 0, "all data is in the memory")
            return Segment(address: reader.constant(), bytes: reader.take(reader.number()))
        }
    }

    /// The bodies of a module's functions.
    static func bodies(of bytes: Bytes) -> [Bytes] { bodies(sections(of: bytes).0) }

    /// The indices of the functions that are exported.
    var exports: [Int] {
        let exported = Reader(found(sections[7], "section 7")).items { reader in
            _ = reader.name()
            return (isFunction: reader.byte() == 0, number: reader.number())
        }
        return exported.filter(\.isFunction).map(\.number)
    }

    /// The element section with other function indices.
    static func elements(_ section: Bytes, _ index: (Int) -> Int) -> Bytes {
        let segments = Reader(section).items { reader in
            require(reader.number() == 0, "all elements are in the table")
            let place = reader.constant()
            return [0] + Bytes(constant: place) + Bytes(vector: reader.vector { Bytes(number: index($0.number())) })
        }
        return Bytes(vector: segments)
    }

    private static func bodies(_ sections: [UInt8: Reader]) -> [Bytes] {
        found(sections[10], "section 10").items { $0.take($0.number()) }
    }

    static func sections(of bytes: Bytes) -> ([UInt8: Reader], [String: Reader]) {
        require(bytes.starts(with: header), "this is not a module of WebAssembly")
        var (sections, custom): ([UInt8: Reader], [String: Reader]) = ([:], [:])
        var reader = Reader(bytes, at: header.count)
        while !reader.isAtEnd {
            let kind = reader.byte()
            var section = Reader(reader.take(reader.number()))
            if kind == 0 { custom[section.name()] = section.rest } else { sections[kind] = section }
        }
        return (sections, custom)
    }

    static let header: Bytes = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]

    private static func names(_ section: Reader) -> [Int: String] {
        var names: [Int: String] = [:]
        section.forEachPart { kind, reader in
            guard kind == 1 else { return }
            names = Dictionary(reader.vector { ($0.number(), $0.name()) }) { $1 }
        }
        return names
    }
}

/// FNV-1a (https://www.rfc-editor.org/rfc/rfc9923).
enum FNV {
    /// 32 bits.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    /// 64 bits.
    static func wideHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension UInt32 {
    /// Eight hexadecimal digits.
    var digits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
