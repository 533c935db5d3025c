/// Which stretches of which functions run at a launch. Functions are known by hashes of their names.
struct Profile {
    /// A function that no launch runs, however it is written.
    private var unused: Set<UInt32> = []
    /// The functions that launches run, with their shapes and with a flag for each stretch.
    private var used: [UInt32: (shape: UInt32, ran: [Bool])] = [:]

    /// What has run of a module whose marks have these numbers.
    init(_ module: Module, ran: Set<Int>) {
        var (next, twice): (Int, Set<UInt32>) = (0, [0])
        for function in module.functions {
            let flags = function.body.stretches.indices.map { ran.contains(next + $0) }
            next += flags.count
            let isKnown = unused.contains(function.name) || used[function.name] != nil
            if isKnown { twice.insert(function.name) }
            if flags[0] {
                used[function.name] = (function.body.shape, flags)
            } else {
                unused.insert(function.name)
            }
        }
        unused.subtract(twice)
        for name in twice { used[name] = nil }
    }

    /// What of a function need not be in the first part: nothing, if it is new or has another shape. Nil stands for all of it.
    func unused(of function: Module.Function) -> [Range<Int>]? {
        if unused.contains(function.name) { return nil }
        guard let (shape, ran) = used[function.name], shape == function.body.shape else { return [] }
        return function.body.ranges(without: Set(zip(function.body.stretches, ran).filter { !$1 }.map(\.0)))
    }

    // MARK: - The file

    /// A line for each function: the hash of its name, and, if it runs, the hash of its shape and a digit for each four stretches.
    init(_ lines: [Substring]) {
        for line in lines {
            let fields = line.split(separator: " ")
            let numbers = fields.prefix(2).map { found(UInt32($0, radix: 16), "a number in the profile") }
            if fields.count == 1 {
                unused.insert(numbers[0])
            } else {
                let digits = fields[2].map { found($0.hexDigitValue, "a digit in the profile") }
                used[numbers[0]] = (numbers[1], digits.flatMap { digit in (0..<4).map { digit >> $0 & 1 == 1 } })
            }
        }
    }

    var lines: [String] {
        let hot = used.map { name, function in
            let digits = stride(from: 0, to: function.ran.count, by: 4).map { start in
                let four = function.ran[start..<min(start + 4, function.ran.count)]
                return String(four.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }, radix: 16)
            }
            return "\(name.digits) \(function.shape.digits) \(digits.joined())"
        }
        return (hot + unused.map(\.digits)).sorted()
    }
}

extension Body {
    /// The fewest bytes that are worth a cut. Short stretches are often cases of data, which another launch may meet.
    private static var leastSpared: Int { 40 }

    /// What runs never if no stretch runs that begins at one of some places: from there, all up to the end of its block.
    func ranges(without places: Set<Int>) -> [Range<Int>] {
        var (ranges, depth): ([Range<Int>], Int) = ([], 0)
        var cut: (start: Int, depth: Int)?
        for instruction in instructions {
            let (start, opcode) = (instruction.range.lowerBound, instruction.opcode)
            let endsBlock = opcode == Opcode.end || opcode == Opcode.else
            if cut == nil, !endsBlock, places.contains(start) { cut = (start, depth) }
            if endsBlock, let begun = cut, begun.depth == depth {
                if start - begun.start >= Self.leastSpared { ranges.append(begun.start..<start) }
                cut = nil
            }
            switch opcode {
            case Opcode.block, Opcode.loop, Opcode.if: depth += 1
            case Opcode.end: depth -= 1
            default: break
            }
        }
        return ranges
    }
}
