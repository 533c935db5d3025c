/// Marks of the functions that have run, in the unused end of the stack.
enum Marks {
    /// The address of the first mark. The stack grows down from 1 MB and never comes this far.
    static let address = 1_024

    /// Makes each function store a 1 at a place of its own when it begins: that of the first one at ``address``.
    static func add(to module: inout Module) {
        for index in module.bodies.indices {
            let body = module.bodies[index]
            var reader = Reader(body)
            _ = reader.vector { ($0.number(), $0.byte()) }
            let start = reader.at
            // i32.const 0, i32.const 1, i32.store8 at the offset of the mark.
            let store: Bytes = [0x41, 0, 0x41, 1, 0x3A, 0] + Bytes(number: address + index)
            module.bodies[index] = body[..<start] + store + body[start...]
            for place in module.relocations[index].indices where module.relocations[index][place].place > start {
                module.relocations[index][place].place += store.count
            }
        }
    }
}
