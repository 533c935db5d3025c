/// A module with its functions in another order. First come those that launches run, then those that these name, then the others, so
/// that the first part has no places for functions of which it has nothing. Within each, those that are alike stand side by side
/// (``Likeness``): a coder finds them nearer, and their numbers are alike.
struct Arranged {
    private let module: Module
    /// The old places of the functions, in their new order.
    private let order: [Int]
    /// The new numbers of all functions by their old ones, imported ones included.
    private let numbers: [Int]

    init(_ module: Module, _ profile: Profile) {
        self.module = module
        let parts = module.functions.map { Body($0.body.kept(without: profile.unused(of: $0))) }
        let (running, others) = (0..<parts.count).divided { parts[$0].bytes != Body.nothing }
        let called = Set(running.flatMap { parts[$0].calls } + module.exports)
        let (named, left) = others.divided { called.contains($0 + module.imports) }
        let alike = { (places: [Int], body: (Int) -> Body) in Likeness(places.map(body)).order.map { places[$0] } }
        order = alike(running) { parts[$0] } + named + alike(left) { module.functions[$0].body }
        var numbers = Array(0..<module.imports + order.count)
        for (new, old) in order.enumerated() { numbers[module.imports + old] = module.imports + new }
        self.numbers = numbers
    }

    /// The module's bytes, with the names of its functions.
    var written: Bytes {
        var written = Module.header
        for kind in UInt8(1)...11 {
            guard let section = module.sections[kind] else { continue }
            written += Bytes(section: kind, arranged(section, kind))
        }
        let names = module.names.map { (numbers[$0], $1) }.sorted { $0.0 < $1.0 }
        let vector = Bytes(vector: names.map { Bytes(number: $0) + Bytes(name: $1) })
        return written + Bytes(section: 0, Bytes(name: "name") + Bytes(section: 1, vector))
    }

    private func arranged(_ section: Bytes, _ kind: UInt8) -> Bytes {
        let reader = Reader(section)
        switch kind {
        case 3:
            let types = reader.items { $0.number() }
            return Bytes(vector: order.map { Bytes(number: types[$0]) })
        case 7:
            return Bytes(
                vector: reader.items { reader in
                    let (name, what, number) = (reader.name(), reader.byte(), reader.number())
                    return Bytes(name: name) + [what] + Bytes(number: what == 0 ? numbers[number] : number)
                }
            )
        case 8: fail("a function that runs at the start is not known")
        case 9: return Module.elements(section) { numbers[$0] }
        case 10:
            let bodies = order.map { module.functions[$0].body.calling { numbers[$0] } }
            return Bytes(vector: bodies.map { Bytes(number: $0.count) + $0 })
        default: return section
        }
    }
}

extension Sequence {
    /// Those of which something is true, and the others.
    func divided(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}

extension Body {
    /// The numbers of the functions that it calls by name.
    var calls: [Int] {
        instructions.lazy.filter { $0.opcode == Opcode.call }.map { instruction in
            var reader = Reader(self.bytes, at: instruction.range.lowerBound + 1)
            return reader.number()
        }
    }

    /// Its bytes, in which functions have other numbers.
    func calling(_ number: (Int) -> Int) -> Bytes {
        var (calling, done) = (Bytes(), 0)
        for instruction in instructions where instruction.opcode == Opcode.call {
            var reader = Reader(bytes, at: instruction.range.lowerBound + 1)
            calling += bytes[done...instruction.range.lowerBound] + Bytes(number: number(reader.number()))
            done = instruction.range.upperBound
        }
        return calling + bytes[done...]
    }
}
