/// The second file: how to make the whole module of the first part, with instructions in streams.
///
/// Opcodes stand in one stream, and the numbers behind them in others, by their use. What is alike then stands together: in brotli
/// that is a seventh less than the bytes that the first part lacks. The file has the size of the whole module, the pairs
/// (``Pairs``), the length of each stream, and the streams. ``Joined`` tells how they are read, and so does Web/join.js.
struct Streams {
    enum Stream: Int, CaseIterable {
        /// A byte (``Section``) for each section of the first part.
        case sections
        /// Sections that the whole module has in place of those of the first part, and the number of its functions.
        case added
        /// Numbers of 64 bits.
        case longs
        /// Numbers of 32 bits.
        case constants
        /// For each `unreachable` of the first part: whether it stands for what was left out.
        case cuts
        /// The local variables of functions that the first part lacks.
        case declarations
        /// What follows other opcodes.
        case others
        case opcodes, labels, locals, offsets, calls
    }

    enum Section: UInt8 {
        /// It is the same in both modules.
        case same
        /// Only the first part has it.
        case left
        /// ``Stream/added`` has another one.
        case replaced
        /// The functions.
        case code
    }

    private let pairs: Pairs
    private var streams = Stream.allCases.map { _ in Bytes() }
    private var size = Module.header.count

    init(_ module: Module) {
        pairs = Pairs(module.functions.map(\.body))
    }

    private subscript(stream: Stream) -> Bytes {
        get { streams[stream.rawValue] }
        set { streams[stream.rawValue] = newValue }
    }

    /// A section that both modules have.
    mutating func keep(_ section: Bytes) {
        self[.sections].append(Section.same.rawValue)
        size += section.count
    }

    /// A section of the first part that the whole module lacks.
    mutating func leave() { self[.sections].append(Section.left.rawValue) }

    /// What the whole module has in place of a section of the first part.
    mutating func replace(by section: Bytes) {
        self[.sections].append(Section.replaced.rawValue)
        self[.added] += Bytes(number: section.count) + section
        size += section.count
    }

    /// The functions. The first part lacks some ranges of each; nil stands for all of it. It may lack the last functions.
    mutating func code(_ functions: [(Body, [Range<Int>]?)]) {
        let count = Bytes(number: functions.count)
        self[.sections].append(Section.code.rawValue)
        self[.added] += count
        size += 1 + Bytes.widest + count.count
        for (body, unused) in functions {
            size += Bytes.widest + body.bytes.count
            if body.kept(without: unused) == Body.nothing {
                self[.declarations] += body.bytes[..<body.instructions[0].range.lowerBound]
                add(body.instructions[...], of: body)
            } else {
                addCuts(unused ?? [], of: body)
            }
        }
    }

    private mutating func addCuts(_ unused: [Range<Int>], of body: Body) {
        var (unused, index) = (unused[...], 0)
        while index < body.instructions.count {
            let start = body.instructions[index].range.lowerBound
            if let cut = unused.first, cut.lowerBound == start {
                unused.removeFirst()
                let end = body.instructions[index...].firstIndex { $0.range.lowerBound == cut.upperBound }
                let last = found(end, "the end of a block")
                self[.cuts].append(1)
                add(body.instructions[index...last], of: body)
                index = last + 1
            } else {
                if body.instructions[index].opcode == Opcode.unreachable { self[.cuts].append(0) }
                index += 1
            }
        }
    }

    /// Instructions up to the one that ends their block.
    private mutating func add(_ instructions: ArraySlice<Body.Instruction>, of body: Body) {
        for instruction in instructions {
            let start = instruction.range.lowerBound + 1
            var (reader, numbers) = (Reader(body.bytes, at: start), Opcode.numbers(after: instruction.opcode)[...])
            if let code = pairs.code(of: instruction, in: body) {
                self[.opcodes].append(code)
                numbers.removeFirst()
                reader.skip(to: start + 1)
            } else {
                self[.opcodes].append(instruction.opcode)
            }
            for stream in numbers { self[stream] += reader.leb() }
            self[.others] += body.bytes[reader.at..<instruction.range.upperBound]
        }
    }

    var second: Bytes {
        let lengths = streams.flatMap { Bytes(number: $0.count) }
        return Bytes(number: size) + pairs.written + lengths + streams.joined()
    }
}

/// Opcodes with the byte behind them that stand as one code: blocks with their types, loads and stores with their alignments.
struct Pairs {
    private static let first: UInt8 = 0xC0

    private let pairs: [[UInt8]]
    private let codes: [[UInt8]: UInt8]

    /// As many of the most frequent ones as there are codes that are no opcode.
    init(_ bodies: [Body]) {
        var counts: [[UInt8]: Int] = [:]
        for body in bodies {
            for instruction in body.instructions where Self.mayBePair(instruction, in: body) {
                counts[Self.pair(instruction, in: body), default: 0] += 1
            }
        }
        let frequent = counts.sorted { ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1]) }
        pairs = frequent.prefix(Int(UInt8.max - Self.first) + 1).map(\.key)
        codes = Dictionary(uniqueKeysWithValues: zip(pairs, Self.first...UInt8.max))
    }

    init(_ reader: inout Reader) {
        pairs = reader.vector { $0.take(2) }
        codes = [:]
    }

    var written: Bytes { Bytes(vector: pairs) }

    func code(of instruction: Body.Instruction, in body: Body) -> UInt8? {
        Self.mayBePair(instruction, in: body) ? codes[Self.pair(instruction, in: body)] : nil
    }

    /// The pair of a code; nil if it is an opcode.
    subscript(code: UInt8) -> [UInt8]? { code < Self.first ? nil : pairs[Int(code - Self.first)] }

    private static func mayBePair(_ instruction: Body.Instruction, in body: Body) -> Bool {
        let opcode = instruction.opcode
        let isPaired = Opcode.memory.contains(opcode) || Opcode.blocks.contains(opcode)
        return isPaired && body.bytes[instruction.range.lowerBound + 1] < 0x80
    }

    private static func pair(_ instruction: Body.Instruction, in body: Body) -> [UInt8] {
        Bytes(body.bytes[instruction.range.prefix(2)])
    }
}

extension Body {
    /// The body of a function of which nothing runs.
    static let nothing: Bytes = [0, Opcode.unreachable, Opcode.end]

    /// What the first part has of a function, which lacks some ranges of it; nil stands for all of it.
    func kept(without unused: [Range<Int>]?) -> Bytes {
        guard let unused else { return Self.nothing }
        var (kept, done) = (Bytes(), 0)
        for range in unused {
            kept += bytes[done..<range.lowerBound] + [Opcode.unreachable]
            done = range.upperBound
        }
        return kept + bytes[done...]
    }
}
