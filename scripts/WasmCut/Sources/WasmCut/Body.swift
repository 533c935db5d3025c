/// The body of a function: its local variables, then instructions.
struct Body {
    struct Instruction {
        var opcode: UInt8
        var range: Range<Int>
    }

    let bytes: Bytes
    let instructions: [Instruction]

    init(_ bytes: Bytes) {
        self.bytes = bytes
        var reader = Reader(bytes)
        _ = reader.vector { ($0.number(), $0.byte()) }
        var instructions: [Instruction] = []
        while !reader.isAtEnd {
            let start = reader.at
            let opcode = reader.byte()
            reader.skipRest(of: opcode)
            instructions.append(Instruction(opcode: opcode, range: start..<reader.at))
        }
        self.instructions = instructions
    }

    /// Where a stretch of instructions begins of which either none runs or the first does: at the beginning, and after each
    /// instruction that begins or ends a block or may leave it.
    var stretches: [Int] {
        var places = [instructions[0].range.lowerBound]
        for instruction in instructions.dropLast() where Opcode.splits.contains(instruction.opcode) {
            places.append(instruction.range.upperBound)
        }
        return places
    }

    /// A hash of what stays the same while only addresses and the numbers of functions change.
    var shape: UInt32 {
        let parts = instructions.lazy.map { instruction in
            Opcode.shapeless.contains(instruction.opcode) || Opcode.memory.contains(instruction.opcode)
                ? self.bytes[instruction.range.prefix(1)] : self.bytes[instruction.range]
        }
        return FNV.hash(parts.joined())
    }

    /// The numbers that the instructions in some ranges name and that may be addresses.
    func addresses(outside left: [Range<Int>]) -> [Int] {
        var left = left[...]
        return instructions.compactMap { instruction in
            while let next = left.first, next.upperBound <= instruction.range.lowerBound { left.removeFirst() }
            if let next = left.first, next.contains(instruction.range.lowerBound) { return nil }
            var reader = Reader(bytes, at: instruction.range.lowerBound + 1)
            if instruction.opcode == Opcode.i32Const { return Int(UInt32(truncatingIfNeeded: reader.signed())) }
            guard Opcode.memory.contains(instruction.opcode) else { return nil }
            _ = reader.number()
            return reader.number()
        }
    }
}

enum Opcode {
    static let unreachable: UInt8 = 0x00
    static let block: UInt8 = 0x02
    static let loop: UInt8 = 0x03
    static let `if`: UInt8 = 0x04
    static let `else`: UInt8 = 0x05
    static let end: UInt8 = 0x0B
    static let branch: UInt8 = 0x0C
    static let branchIf: UInt8 = 0x0D
    static let branchTable: UInt8 = 0x0E
    static let call: UInt8 = 0x10
    static let callIndirect: UInt8 = 0x11
    static let i32Const: UInt8 = 0x41
    static let i64Const: UInt8 = 0x42
    static let f32Const: UInt8 = 0x43
    static let f64Const: UInt8 = 0x44
    static let i32Store8: UInt8 = 0x3A
    /// Loads and stores.
    static let memory: ClosedRange<UInt8> = 0x28...0x3E
    static let blocks: [UInt8] = [block, loop, `if`]
    static let splits: [UInt8] = [loop, `if`, `else`, end, branchIf]
    static let shapeless: [UInt8] = [i32Const, i64Const, call, callIndirect]

    /// The numbers that follow an opcode of the first version of WebAssembly, by their streams. Those of `br_table` and of floats are
    /// no such numbers.
    static func numbers(after opcode: UInt8) -> [Streams.Stream] {
        switch opcode {
        case branch, branchIf: [.labels]
        case call: [.calls]
        case 0x20...0x22: [.locals]
        case i32Const: [.constants]
        case i64Const: [.longs]
        case memory: [.others, .offsets]
        case block, loop, `if`, 0x23, 0x24, 0x3F, 0x40: [.others]
        case callIndirect: [.others, .others]
        case unreachable, 0x01, `else`, end, branchTable, 0x0F, 0x1A, 0x1B, f32Const, f64Const, 0x45...0xBF: []
        default: fail("an instruction with the opcode \(opcode) is not known")
        }
    }
}

extension Reader {
    /// Skips what follows an instruction's opcode.
    mutating func skipRest(of opcode: UInt8) {
        for _ in Opcode.numbers(after: opcode) { _ = leb() }
        skipOthers(of: opcode)
    }

    /// Skips what follows an instruction's opcode and is no single number.
    mutating func skipOthers(of opcode: UInt8) {
        switch opcode {
        case Opcode.branchTable:
            _ = vector { $0.number() }
            _ = number()
        case Opcode.f32Const: _ = take(4)
        case Opcode.f64Const: _ = take(8)
        default: break
        }
    }
}
