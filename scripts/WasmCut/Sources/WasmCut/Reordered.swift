/// A module whose functions are reordered, so that it compresses better.
///
/// First come the functions that launches run, then the functions that these call and that are exported, then all others: the first part
/// of the module (``Cut``) ends after the second group. In the first and the third group, similar functions are neighbours
/// (``Similarity``), so a compressor finds matches at short distances.
struct Reordered {
    private let module: Module
    /// The old place of each function, in the new order.
    private let order: [Int]
    /// The new index of each function by its old index, imported functions included.
    private let indices: [Int]

    init(_ module: Module, _ profile: Profile) {
        self.module = module
        let parts = module.functions.map { Body($0.body.kept(without: profile.unused(of: $0))) }
        let (running, others) = (0..<parts.count).partitioned { parts[$0].bytes != Body.nothing }
        let called = Set(running.flatMap { parts[$0].calls } + module.exports)
        let (needed, left) = others.partitioned { called.contains($0 + module.imports) }
        let bySimilarity = { (places: [Int], body: (Int) -> Body) in
            Similarity(places.map(body)).order.map { places[$0] }
        }
        order = bySimilarity(running) { parts[$0] } + needed + bySimilarity(left) { module.functions[$0].body }
        var indices = Array(0..<module.imports + order.count)
        for (new, old) in order.enumerated() { indices[module.imports + old] = module.imports + new }
        self.indices = indices
    }

    /// The module's bytes, with the names of its functions.
    var written: Bytes {
        var written = Module.header
        for kind in UInt8(1)...11 {
            guard let section = module.sections[kind] else { continue }
            written += Bytes(section: kind, reordered(section, kind))
        }
        let names = module.names.map { (indices[$0], $1) }.sorted { $0.0 < $1.0 }
        let vector = Bytes(vector: names.map { Bytes(number: $0) + Bytes(name: $1) })
        return written + Bytes(section: 0, Bytes(name: "name") + Bytes(section: 1, vector))
    }

    private func reordered(_ section: Bytes, _ kind: UInt8) -> Bytes {
        let reader = Reader(section)
        switch kind {
        case 3:
            let types = reader.items { $0.number() }
            return Bytes(vector: order.map { Bytes(number: types[$0]) })
        case 7:
            return Bytes(
                vector: reader.items { reader in
                    let (name, what, index) = (reader.name(), reader.byte(), reader.number())
                    return Bytes(name: name) + [what] + Bytes(number: what == 0 ? indices[index] : index)
                }
            )
        case 8: fail("the module has a start function, which reordering does not handle")
        case 9: return Module.elements(section) { indices[$0] }
        case 10:
            let bodies = order.map { module.functions[$0].body.calling { indices[$0] } }
            return Bytes(vector: bodies.map { Bytes(number: $0.count) + $0 })
        default: return section
        }
    }
}

extension Sequence {
    /// The elements that satisfy a predicate, and the others.
    func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}

extension Body {
    /// The indices of the functions that it calls directly.
    var calls: [Int] {
        instructions.lazy.filter { $0.opcode == Opcode.call }.map { instruction in
            var reader = Reader(self.bytes, at: instruction.range.lowerBound + 1)
            return reader.number()
        }
    }

    /// Its bytes, with another function index in each direct call.
    func calling(_ index: (Int) -> Int) -> Bytes {
        var (calling, done) = (Bytes(), 0)
        for instruction in instructions where instruction.opcode == Opcode.call {
            var reader = Reader(bytes, at: instruction.range.lowerBound + 1)
            calling += bytes[done...instruction.range.lowerBound] + Bytes(number: index(reader.number()))
            done = instruction.range.upperBound
        }
        return calling + bytes[done...]
    }
}
