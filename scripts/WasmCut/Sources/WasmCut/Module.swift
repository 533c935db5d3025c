/// What the cut needs of a linked module with its relocations and names (`wasm-ld --emit-relocs`).
struct Module {
    struct Import {
        var module: String
        var name: String
        var type: Int
    }

    struct Export {
        var name: String
        /// 0 for a function.
        var kind: UInt8
        var index: Int
    }

    struct Global {
        var type: UInt8
        var changes: UInt8
        var value: Int
    }

    struct Segment {
        var name: String
        var address: Int
        var bytes: Bytes

        var range: Range<Int> { address..<address + bytes.count }
    }

    /// A symbol of the linker (https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md).
    enum Symbol {
        case function(Int)
        /// Data at a place of a segment.
        case data(segment: Int, offset: Int, size: Int)
        case global(Int)
        /// A symbol that nothing here needs to know.
        case other
    }

    /// A place at which the linker has written what a symbol stands for.
    struct Relocation {
        enum Kind {
            case function, tablePlace, relativeTablePlace, tableWord, type, global, address
        }

        var kind: Kind
        /// In the body of a function, or the address of data.
        var place: Int
        var symbol: Int
    }

    let types: Bytes
    let imports: [Import]
    /// The type of each function, imports first.
    let functionTypes: [Int]
    let memory: Bytes
    let globals: [Global]
    let exports: [Export]
    /// The functions in the table, from its second place on.
    let table: [Int]
    /// The bodies of the functions that are not imported, and their relocations in order.
    var bodies: [Bytes]
    var relocations: [[Relocation]]
    let segments: [Segment]
    /// The relocations of data.
    let pointers: [Relocation]
    let symbols: [Symbol]
    /// The names of the functions.
    let names: [Int: String]

    init(_ bytes: Bytes) {
        let (sections, custom) = Self.sections(of: bytes)
        types = found(sections[1], "section 1").bytes
        imports = found(sections[2], "section 2").items { reader in
            let (module, name) = (reader.name(), reader.name())
            require(reader.byte() == 0, "only functions are imported")
            return Import(module: module, name: name, type: reader.number())
        }
        functionTypes = imports.map(\.type) + found(sections[3], "section 3").items { $0.number() }
        memory = found(sections[5], "section 5").bytes
        globals = found(sections[6], "section 6").items {
            Global(type: $0.byte(), changes: $0.byte(), value: $0.constant())
        }
        let tables = found(sections[9], "section 9").items { reader in
            require(reader.number() == 0 && reader.constant() == 1, "the linker leaves the table's first place empty")
            return reader.vector { $0.number() }
        }
        require(tables.count == 1, "the table has one segment")
        table = tables[0]
        let code = found(sections[10], "section 10").items { reader in
            let size = reader.number()
            return (start: reader.at, body: reader.take(size))
        }
        bodies = code.map(\.body)
        let data = found(sections[11], "section 11").items { reader in
            require(reader.number() == 0, "all data is in the memory")
            let (address, size) = (reader.constant(), reader.number())
            return (address: address, start: reader.at, bytes: reader.take(size))
        }
        let (names, segmentNames) = Self.names(found(custom["name"], "section name"))
        self.names = names
        exports = Self.unwrapped(
            found(sections[7], "section 7").items { Export(name: $0.name(), kind: $0.byte(), index: $0.number()) },
            names
        )
        segments = data.enumerated().map {
            Segment(name: segmentNames[$0] ?? "", address: $1.address, bytes: $1.bytes)
        }
        symbols = Self.symbols(found(custom["linking"], "section linking"))

        relocations = Array(repeating: [], count: bodies.count)
        let starts = code.map(\.start)
        for var relocation in Self.relocations(found(custom["reloc.CODE"], "section reloc.CODE")) {
            let index = found(starts.lastIndex(notAfter: relocation.place), "a relocated function")
            relocation.place -= starts[index]
            relocations[index].append(relocation)
        }
        let dataStarts = data.map(\.start)
        pointers = Self.relocations(found(custom["reloc.DATA"], "section reloc.DATA")).map { relocation in
            let segment = data[found(dataStarts.lastIndex(notAfter: relocation.place), "relocated data")]
            var relocation = relocation
            relocation.place += segment.address - segment.start
            return relocation
        }
    }

    /// The linker wraps each exported function in one that also ends a program of C, which this is not.
    private static func unwrapped(_ exports: [Export], _ names: [Int: String]) -> [Export] {
        let numbers = Dictionary(names.map { ($1, $0) }) { max($0, $1) }
        return exports.map { export in
            guard export.kind == 0, names[export.index] == "\(export.name).command_export",
                let index = numbers[export.name]
            else { return export }
            return Export(name: export.name, kind: export.kind, index: index)
        }
    }

    /// The functions that the host calls.
    var roots: [Int] { exports.filter { $0.kind == 0 }.map(\.index) }

    /// The function that a symbol stands for.
    func function(_ symbol: Int) -> Int {
        guard case .function(let index) = symbols[symbol] else { fail("symbol \(symbol) is not a function") }
        return index
    }

    private static func sections(of bytes: Bytes) -> ([UInt8: Reader], [String: Reader]) {
        require(bytes.starts(with: [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]), "this is not a module of WebAssembly")
        var (sections, custom): ([UInt8: Reader], [String: Reader]) = ([:], [:])
        var reader = Reader(bytes, at: 8)
        while !reader.isAtEnd {
            let kind = reader.byte()
            var section = Reader(reader.take(reader.number()))
            if kind == 0 { custom[section.name()] = section } else { sections[kind] = section }
        }
        return (sections, custom)
    }

    /// The names of functions and of segments.
    private static func names(_ section: Reader) -> (functions: [Int: String], segments: [Int: String]) {
        var (functions, segments): ([Int: String], [Int: String]) = ([:], [:])
        section.forEachPart { kind, reader in
            let read = { (reader: inout Reader) in (reader.number(), reader.name()) }
            if kind == 1 { functions = Dictionary(reader.vector(read)) { $1 } }
            if kind == 9 { segments = Dictionary(reader.vector(read)) { $1 } }
        }
        return (functions, segments)
    }

    private static func symbols(_ section: Reader) -> [Symbol] {
        var section = section
        require(section.number() == 2, "the linker's symbols are of another version")
        var symbols: [Symbol] = []
        section.forEachPart { kind, reader in if kind == 8 { symbols = reader.vector(symbol) } }
        return symbols
    }

    private static func symbol(_ reader: inout Reader) -> Symbol {
        let (kind, flags) = (reader.byte(), reader.number())
        let (isUndefined, hasName) = (flags & 0x10 != 0, flags & 0x40 != 0)
        if kind == 1 {
            _ = reader.name()
            return isUndefined
                ? .other : .data(segment: reader.number(), offset: reader.number(), size: reader.number())
        }
        let index = reader.number()
        if kind != 3, !isUndefined || hasName { _ = reader.name() }
        return kind == 0 ? .function(index) : kind == 2 ? .global(index) : .other
    }

    private static func relocations(_ section: Reader) -> [Relocation] {
        var section = section
        _ = section.number()
        return section.vector { reader in
            let (kind, place, symbol) = (reader.byte(), reader.number(), reader.number())
            switch kind {
            case 3, 4, 5, 11, 8, 9: _ = reader.signed()
            default: break
            }
            return Relocation(kind: self.kind(kind), place: place, symbol: symbol)
        }
    }

    private static func kind(_ number: UInt8) -> Relocation.Kind {
        switch number {
        case 0: .function
        case 1: .tablePlace
        case 2: .tableWord
        case 3, 4, 5, 11: .address
        case 6: .type
        case 7: .global
        case 12: .relativeTablePlace
        default: fail("a relocation of kind \(number) is not known")
        }
    }
}

extension Reader {
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
}

extension [Int] {
    /// The place of the last number that is at most `number`, in numbers that rise.
    func lastIndex(notAfter number: Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
