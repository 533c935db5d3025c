/// The constants of a program, as the linker knows them by their symbols (`wasm-ld --emit-relocs`;
/// https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md). wasm-opt leaves them where they are.
struct Constants {
    /// The places of data in the memory, in order. Those that overlap are one.
    private let places: [Range<Int>]
    private let starts: [Int]
    /// Whether the data at each place never change.
    private let areConstant: [Bool]
    /// The addresses that stand in data, with the addresses where they stand.
    private let pointers: [(place: Int, target: Int)]
    /// Data that nothing reads: Swift's hashes of its files.
    let unread: [Range<Int>]

    init(_ linked: Bytes) {
        let (sections, custom) = Module.sections(of: linked)
        let segments = found(sections[11], "section 11").items { reader in
            require(reader.number() == 0, "all data is in the memory")
            let (address, size) = (reader.constant(), reader.number())
            defer { _ = reader.take(size) }
            return (address: address, start: reader.at, size: size)
        }
        let names = Self.names(found(custom["name"], "section name"))
        let symbols = Self.symbols(found(custom["linking"], "section linking"))
        let address = { (symbol: Symbol) in segments[symbol.segment].address + symbol.offset }
        var places: [Range<Int>] = []
        var areConstant: [Bool] = []
        for symbol in symbols.compactMap({ $0 }).filter({ $0.size > 0 }).sorted(by: { address($0) < address($1) }) {
            let place = address(symbol)..<address(symbol) + symbol.size
            let isConstant = names[symbol.segment] == ".rodata"
            if let last = places.last, last.upperBound > place.lowerBound {
                places[places.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
                areConstant[places.count - 1] = areConstant[places.count - 1] && isConstant
            } else {
                places.append(place)
                areConstant.append(isConstant)
            }
        }
        (self.places, starts, self.areConstant) = (places, places.map(\.lowerBound), areConstant)
        unread = segments.indices.filter { names[$0] == ".swift_modhash" }.map {
            segments[$0].address..<segments[$0].address + segments[$0].size
        }
        pointers = Self.relocations(found(custom["reloc.DATA"], "section reloc.DATA")).compactMap { relocation in
            guard relocation.kind == 5, let symbol = symbols[relocation.symbol],
                let segment = segments.last(where: { $0.start <= relocation.place })
            else { return nil }
            return (segment.address + relocation.place - segment.start, address(symbol) + relocation.addend)
        }
    }

    /// The fewest bytes before data by which code may miss it: a text's address is kept 20 too small (`nativeBias` of Swift's
    /// `_StringObject` where pointers have 32 bits).
    private static let bias = 32

    /// The numbers of the places that an address may mean.
    private func meant(by address: Int) -> some Sequence<Int> {
        let end = starts.lastIndex(notAfter: address + Self.bias) ?? -1
        return sequence(first: end) { $0 - 1 }.prefix { $0 >= 0 && places[$0].upperBound >= address }
    }

    /// The constants that code cannot reach, by itself or through other data, if it names no other numbers than these.
    func places(notReachedFrom numbers: Set<Int>) -> [Range<Int>] {
        var isReached = [Bool](repeating: false, count: places.count)
        var waiting = Array(numbers)
        var inner: [Int: [Int]] = [:]
        for (place, target) in pointers {
            if let index = starts.lastIndex(notAfter: place), places[index].contains(place) {
                inner[index, default: []].append(target)
            } else {
                waiting.append(target)
            }
        }
        while let address = waiting.popLast() {
            for index in meant(by: address) where !isReached[index] {
                isReached[index] = true
                waiting += inner[index] ?? []
            }
        }
        return places.indices.filter { areConstant[$0] && !isReached[$0] }.map { places[$0] }
    }

    // MARK: - The linker's sections

    /// Data at a place of a segment.
    private struct Symbol {
        var segment, offset, size: Int
    }

    /// The names of the segments.
    private static func names(_ section: Reader) -> [Int: String] {
        var names: [Int: String] = [:]
        section.forEachPart { kind, reader in
            if kind == 9 { names = Dictionary(reader.vector { ($0.number(), $0.name()) }) { $1 } }
        }
        return names
    }

    /// All symbols; those that are not data are nil.
    private static func symbols(_ section: Reader) -> [Symbol?] {
        var section = section
        require(section.number() == 2, "the linker's symbols are of another version")
        var symbols: [Symbol?] = []
        section.rest.forEachPart { kind, reader in if kind == 8 { symbols = reader.vector(symbol) } }
        return symbols
    }

    private static func symbol(_ reader: inout Reader) -> Symbol? {
        let (kind, flags) = (reader.byte(), reader.number())
        let (isUndefined, hasName) = (flags & 0x10 != 0, flags & 0x40 != 0)
        if kind == 1 {
            _ = reader.name()
            return isUndefined ? nil : Symbol(segment: reader.number(), offset: reader.number(), size: reader.number())
        }
        _ = reader.number()
        if kind != 3, !isUndefined || hasName { _ = reader.name() }
        return nil
    }

    private static func relocations(_ section: Reader) -> [(kind: UInt8, place: Int, symbol: Int, addend: Int)] {
        var section = section
        _ = section.number()
        return section.vector { reader in
            let (kind, place, symbol) = (reader.byte(), reader.number(), reader.number())
            let hasAddend = [3, 4, 5, 8, 9, 11].contains(kind)
            return (kind, place, symbol, hasAddend ? reader.signed() : 0)
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
