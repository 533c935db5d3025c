/// The two parts of a module.
///
/// Both have one memory and one table. The first part calls the second through places of the table that are empty until the
/// second part is there: such a call traps. The second part imports functions of the first. It reaches the stack pointer
/// through two functions, because a global that changes cannot cross modules in the first version of WebAssembly.
struct Cut {
    private enum Part: Int {
        case first, second
    }

    private let module: Module
    private let uses: Uses
    /// The number of imports: the functions before that number are the host's.
    private let border: Int
    private let first: [Int]
    private let second: [Int]
    /// The functions in the table: those of the first part and of the host, then those of the second part.
    private let table: [[Int]]
    /// The place of each of them.
    private let places: [Int: Int]
    /// What the second part imports of the first, with its names.
    private let shared: [(function: Int, name: String)]
    private let stack: (get: String, set: String)
    /// The name of the table, which no other build has.
    private let build: String

    /// Cuts at the seams: what is reached only through one of them is in the second part.
    init(_ module: Module, _ uses: Uses, isSeam: (Int) -> Bool = { _ in false }) {
        self.module = module
        self.uses = uses
        border = module.imports.count
        let border = border
        let start = uses.reached(from: module.roots, isSeam: isSeam)
        let everything = uses.reached(from: module.roots).sorted()
        let first = everything.filter { start.contains($0) && $0 >= border }
        let second = everything.filter { !start.contains($0) }
        (self.first, self.second) = (first, second)
        build = Self.hash(module.bodies, first)
        table = Self.table(module, first: Set(first), second: Set(second))
        places = Dictionary(uniqueKeysWithValues: table.joined().enumerated().map { ($1, $0 + 1) })

        var called: [Int: Int] = [:]
        let mine = Set(second)
        for index in second {
            for relocation in module.relocations[index - border] where relocation.kind == .function {
                let target = module.function(relocation.symbol)
                if !mine.contains(target) { called[target, default: 0] += 1 }
            }
        }
        // Those that are called often get the shortest names.
        let order = called.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        var names = ShortNames(besides: module.exports.map(\.name))
        shared = order.map { ($0, names.next()) }
        stack = (names.next(), names.next())
    }

    /// FNV-1a (https://www.rfc-editor.org/rfc/rfc9923), folded to 32 bits.
    private static func hash(_ bodies: [Bytes], _ first: [Int]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let mix = { (byte: UInt8) in hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for body in bodies { body.forEach(mix) }
        for index in first { Bytes(number: index).forEach(mix) }
        let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static func table(_ module: Module, first: Set<Int>, second: Set<Int>) -> [[Int]] {
        let border = module.imports.count
        var seen: Set<Int> = []
        let there = module.table.filter {
            ($0 < border || first.contains($0) || second.contains($0)) && seen.insert($0).inserted
        }
        let mine = there.filter { $0 < border || first.contains($0) }
        var other = there.filter { $0 >= border && !first.contains($0) }
        var called: Set<Int> = []
        for index in first {
            for relocation in module.relocations[index - border] where relocation.kind == .function {
                called.insert(module.function(relocation.symbol))
            }
        }
        other += called.subtracting(first).subtracting(other).filter { $0 >= border }.sorted()
        return [mine, other]
    }

    // MARK: - Data

    /// The data, in which places of the table are those of the new table.
    private var movedSegments: [Module.Segment] {
        var segments = module.segments
        for pointer in module.pointers where pointer.kind == .tableWord {
            let number = found(segments.firstIndex { $0.range.contains(pointer.place) }, "relocated data")
            let start = pointer.place - segments[number].address
            // 0 where nothing can be called.
            let place = UInt32(places[module.function(pointer.symbol)] ?? 0)
            for byte in 0..<4 { segments[number].bytes[start + byte] = UInt8(truncatingIfNeeded: place >> (8 * byte)) }
        }
        return segments
    }

    /// The data of each part. Constants that no function of the first part names, not even through others, are in the second.
    private var data: [[Bytes]] {
        let mine = first.reduce(into: Set<Int>()) { $0.formUnion(uses.symbols[$1]) }
        var parts: [[Bytes]] = [[], []]
        // Hashes of the modules, which nothing reads.
        for segment in movedSegments where segment.name != ".swift_modhash" {
            var owners = [Part?](repeating: nil, count: segment.bytes.count)
            let own = { (data: Uses.Data, part: Part) in
                let range = data.range.clamped(to: segment.range)
                for address in range { owners[address - segment.address] = part }
            }
            if segment.name == ".rodata" {
                for data in uses.data where !mine.contains(data.symbol) { own(data, .second) }
            }
            for data in uses.data where mine.contains(data.symbol) { own(data, .first) }
            for (range, part) in Self.runs(owners.map { $0 ?? .first }) {
                let bytes = Bytes(segment.bytes[range])
                if bytes.allSatisfy({ $0 == 0 }) { continue }
                let place = Bytes(constant: segment.address + range.lowerBound)
                parts[part.rawValue].append([0] + place + Bytes(number: bytes.count) + bytes)
            }
        }
        return parts
    }

    /// The fewest bytes that are worth a segment of their own in the second part.
    private static let leastRun = 12

    /// Runs of bytes of one part.
    private static func runs(_ owners: [Part]) -> [(range: Range<Int>, part: Part)] {
        var runs: [(range: Range<Int>, part: Part)] = []
        var start = 0
        while start < owners.count {
            let end = owners[start...].firstIndex { $0 != owners[start] } ?? owners.count
            let part = owners[start] == .second && end - start >= leastRun ? Part.second : .first
            if let last = runs.last, last.part == part {
                runs[runs.count - 1].range = last.range.lowerBound..<end
            } else {
                runs.append((start..<end, part))
            }
            start = end
        }
        return runs
    }

    // MARK: - Code

    /// The numbers of functions in a part.
    private struct Numbers {
        var functions: [Int: Int]
        /// The functions that read and set the stack pointer.
        var getStack: Int
        var setStack: Int

        subscript(function: Int) -> Int { found(functions[function], "function \(function) in its part") }
    }

    private func place(of function: Int) -> Int { found(places[function], "function \(function) in the table") }

    /// A body with the numbers of its part.
    private func body(_ index: Int, _ numbers: Numbers, _ part: Part) -> Bytes {
        let body = module.bodies[index - border]
        var written = Bytes()
        written.reserveCapacity(body.count)
        var at = 0
        for relocation in module.relocations[index - border].sorted(by: { $0.place < $1.place }) {
            let place = relocation.place
            switch relocation.kind {
            case .function:
                let target = module.function(relocation.symbol)
                require(body[place - 1] == Opcode.call, "a function is named where none is called")
                if let number = numbers.functions[target] {
                    written += body[at..<place] + Bytes(number: number)
                } else {
                    written += body[at..<place - 1] + [Opcode.i32Const] + Bytes(signed: self.place(of: target))
                    written += [Opcode.callIndirect] + Bytes(number: module.functionTypes[target]) + [0]
                }
            case .tablePlace, .relativeTablePlace:
                let base = relocation.kind == .relativeTablePlace ? 1 : 0
                written += body[at..<place] + Bytes(signed: self.place(of: module.function(relocation.symbol)) - base)
            case .global:
                guard part == .second, case .global(let global) = module.symbols[relocation.symbol] else { continue }
                let isRead = body[place - 1] == Opcode.globalGet
                require(
                    global == 0 && (isRead || body[place - 1] == Opcode.globalSet),
                    "only the stack pointer changes"
                )
                written += body[at..<place - 1] + [Opcode.call]
                written += Bytes(number: isRead ? numbers.getStack : numbers.setStack)
            case .tableWord, .type, .address: continue
            }
            // The linker leaves five bytes for each number.
            at = place + 5
        }
        return written + body[at...]
    }

    /// The globals. One in which the linker keeps a function's place in the table follows the table.
    private var globals: [Bytes] {
        var moved: [Int: Int] = [:]
        for (body, relocations) in zip(module.bodies, module.relocations) {
            for relocation in relocations where relocation.kind == .global {
                guard case .function(let function) = module.symbols[relocation.symbol] else { continue }
                var reader = Reader(body, at: relocation.place)
                moved[reader.number()] = places[function]
            }
        }
        return module.globals.enumerated().map {
            [$1.type, $1.changes] + Bytes(constant: moved[$0] ?? $1.value)
        }
    }

    // MARK: - Writing

    /// The type `() -> i32` and `(i32) -> ()`, and all types of the module.
    private func types() -> (all: Bytes, get: Int, set: Int) {
        var reader = Reader(module.types)
        var types = reader.vector { reader in
            [reader.byte()] + Bytes(vector: reader.vector { [$0.byte()] })
                + Bytes(vector: reader.vector { [$0.byte()] })
        }
        let index = { (type: Bytes) in
            if let index = types.firstIndex(of: type) { return index }
            types.append(type)
            return types.count - 1
        }
        let (get, set) = (index([0x60, 0, 1, 0x7F]), index([0x60, 1, 0x7F, 0]))
        return (Bytes(vector: types), get, set)
    }

    private var tableLimits: Bytes {
        let count = Bytes(number: 1 + table[0].count + table[1].count)
        return [0x70, 1] + count + count
    }

    private func elements(_ part: Part, _ numbers: Numbers) -> Bytes {
        let start = 1 + (part == .first ? 0 : table[0].count)
        let functions = table[part.rawValue].map { Bytes(number: numbers[$0]) }
        return Bytes(vector: [[0] + Bytes(constant: start) + Bytes(vector: functions)])
    }

    private func code(_ functions: [Int], _ numbers: Numbers, _ part: Part, _ more: [Bytes] = []) -> Bytes {
        let bodies = functions.map { body($0, numbers, part) } + more
        return Bytes(vector: bodies.map { Bytes(number: $0.count) + $0 })
    }

    /// The names of functions, which wasm-opt takes away in the end.
    private func names(_ numbers: Numbers, _ more: [(Int, String)] = []) -> Bytes {
        let names = numbers.functions.compactMap { index, number in module.names[index].map { (number, $0) } } + more
        let body = Bytes(vector: names.sorted { $0 < $1 }.map { Bytes(number: $0.0) + Bytes(name: $0.1) })
        return Bytes(name: "name") + [1] + Bytes(number: body.count) + body
    }

    private static let header: Bytes = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]

    /// The first part, complete but for the functions of the second.
    func writeFirst() -> Bytes {
        let functions = Array(0..<border) + first
        let numbers = Numbers(
            functions: Dictionary(uniqueKeysWithValues: functions.enumerated().map { ($1, $0) }),
            getStack: functions.count,
            setStack: functions.count + 1
        )
        let types = types()
        let imports = module.imports.map {
            Bytes(name: $0.module) + Bytes(name: $0.name) + [0] + Bytes(number: $0.type)
        }
        var exports = module.exports.map { ($0.name, $0.kind, $0.kind == 0 ? numbers[$0.index] : $0.index) }
        exports += shared.map { ($0.name, 0, numbers[$0.function]) }
        exports += [(stack.get, 0, numbers.getStack), (stack.set, 0, numbers.setStack), (build, 1, 0)]
        let functionTypes = first.map { module.functionTypes[$0] } + [types.get, types.set]
        let get: Bytes = [0, Opcode.globalGet, 0, Opcode.end]
        let set: Bytes = [0, Opcode.localGet, 0, Opcode.globalSet, 0, Opcode.end]
        let sections: [Bytes] = [
            Bytes(section: 1, types.all),
            Bytes(section: 2, Bytes(vector: imports)),
            Bytes(section: 3, Bytes(vector: functionTypes.map { Bytes(number: $0) })),
            Bytes(section: 4, [1] + tableLimits),
            Bytes(section: 5, module.memory),
            Bytes(section: 6, Bytes(vector: globals)),
            Bytes(section: 7, Bytes(vector: exports.map { Bytes(name: $0) + [$1] + Bytes(number: $2) })),
            Bytes(section: 9, elements(.first, numbers)),
            Bytes(section: 10, code(first, numbers, .first, [get, set])),
            Bytes(section: 11, Bytes(vector: data[0])),
            Bytes(section: 0, names(numbers, [(numbers.getStack, "get_stack"), (numbers.setStack, "set_stack")])),
        ]
        return Self.header + sections.joined()
    }

    /// The second part, which imports what it needs from the module `a`: the exports of the first.
    func writeSecond() -> Bytes {
        let imported = shared.map(\.function)
        let (getStack, start) = (imported.count, imported.count + 2)
        var functions: [Int: Int] = [:]
        for (number, function) in imported.enumerated() { functions[function] = number }
        for (number, function) in second.enumerated() { functions[function] = start + number }
        let numbers = Numbers(functions: functions, getStack: getStack, setStack: getStack + 1)
        let types = types()
        let entry = { (name: String, kind: Bytes) in Bytes(name: "a") + Bytes(name: name) + kind }
        var imports = shared.map { entry($0.name, [0] + Bytes(number: module.functionTypes[$0.function])) }
        imports.append(entry(stack.get, [0] + Bytes(number: types.get)))
        imports.append(entry(stack.set, [0] + Bytes(number: types.set)))
        imports.append(entry(build, [1] + tableLimits))
        // The memory's section is a vector of one.
        imports.append(entry("memory", [2] + module.memory.dropFirst()))
        let sections: [Bytes] = [
            Bytes(section: 1, types.all),
            Bytes(section: 2, Bytes(vector: imports)),
            Bytes(section: 3, Bytes(vector: second.map { Bytes(number: module.functionTypes[$0]) })),
            Bytes(section: 6, Bytes(vector: globals)),
            Bytes(section: 9, elements(.second, numbers)),
            Bytes(section: 10, code(second, numbers, .second)),
            Bytes(section: 11, Bytes(vector: data[1])),
            Bytes(section: 0, names(numbers)),
        ]
        return Self.header + sections.joined()
    }
}

private enum Opcode {
    static let end: UInt8 = 0x0B
    static let call: UInt8 = 0x10
    static let callIndirect: UInt8 = 0x11
    static let localGet: UInt8 = 0x20
    static let globalGet: UInt8 = 0x23
    static let globalSet: UInt8 = 0x24
    static let i32Const: UInt8 = 0x41
}

/// a, b, …, Z, aa, …
private struct ShortNames {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private let taken: Set<String>
    private var (number, length, end) = (0, 1, letters.count)

    init(besides taken: [String]) { self.taken = Set(taken) }

    mutating func next() -> String {
        while true {
            if number == end { (number, length, end) = (0, length + 1, end * Self.letters.count) }
            var (rest, name) = (number, "")
            for _ in 0..<length {
                name.append(Self.letters[rest % Self.letters.count])
                rest /= Self.letters.count
            }
            number += 1
            if !taken.contains(name) { return name }
        }
    }
}
