/// Marks of the stretches that have run, in the unused end of the stack.
enum Marks {
    /// The address of the first mark. The stack grows down from 1 MB and comes no further than half of it.
    static let address = 1_024
    private static let end = 512 * 1_024

    /// The module, in which each stretch stores a 1 at a place of its own when it begins, from ``address`` on. Also how many there
    /// are.
    static func added(to module: Module) -> (module: Bytes, count: Int) {
        var count = 0
        let bodies = module.functions.map { function in
            var (body, done): (Bytes, Int) = ([], 0)
            for place in function.body.stretches {
                // 1 at 0 and the offset of the mark.
                let store =
                    [Opcode.i32Const, 0, Opcode.i32Const, 1, Opcode.i32Store8, 0] + Bytes(number: address + count)
                body += function.body.bytes[done..<place] + store
                (done, count) = (place, count + 1)
            }
            body += function.body.bytes[done...]
            return Bytes(number: body.count) + body
        }
        require(address + count <= end, "there are too many marks")
        var sections = module.sections
        sections[10] = Bytes(vector: bodies)
        let written = (UInt8(1)...11).compactMap { kind in sections[kind].map { Bytes(section: kind, $0) } }
        return (Module.header + written.joined(), count)
    }
}
