/// The whole module, made of the first part and of the ``Streams`` of the second file. Web/join.js does the same.
struct Joined {
    /// Its bytes.
    private(set) var whole = Module.header
    private var first: Reader
    private var streams: [Reader]
    private let pairs: Pairs

    init(_ first: Bytes, _ second: Bytes) {
        var head = Reader(second)
        let size = head.number()
        pairs = Pairs(&head)
        let lengths = Streams.Stream.allCases.map { _ in head.number() }
        streams = lengths.map { Reader(head.take($0)) }
        self.first = Reader(first, at: Module.header.count)
        while !self[.sections].isAtEnd {
            add(found(Streams.Section(rawValue: self[.sections].byte()), "a kind of section"))
        }
        require(
            whole.count == size && streams.allSatisfy(\.isAtEnd) && self.first.isAtEnd,
            "these are parts of two builds"
        )
    }

    private subscript(stream: Streams.Stream) -> Reader {
        get { streams[stream.rawValue] }
        set { streams[stream.rawValue] = newValue }
    }

    private mutating func add(_ section: Streams.Section) {
        let start = first.at
        first.skip(to: start + 1)
        let length = first.number()
        let end = first.at + length
        switch section {
        case .same: whole += first.bytes[start..<end]
        case .left: break
        case .replaced:
            let count = self[.added].number()
            whole += self[.added].take(count)
        case .code:
            whole.append(10)
            sized { joined in
                let (known, count) = (joined.first.number(), joined[.added].number())
                joined.whole += Bytes(number: count)
                for index in 0..<count {
                    let body = index < known ? Body(joined.first.take(joined.first.number())) : Body(Body.nothing)
                    joined.sized { $0.addFunction(body) }
                }
            }
        }
        first.skip(to: end)
    }

    /// What is written, behind its size.
    private mutating func sized(_ write: (inout Joined) -> Void) {
        let start = whole.count
        whole += Bytes(wide: 0)
        write(&self)
        whole.replaceSubrange(start..<start + Bytes.widest, with: Bytes(wide: whole.count - start - Bytes.widest))
    }

    private mutating func addFunction(_ body: Body) {
        guard body.bytes != Body.nothing else {
            let count = self[.declarations].number()
            whole += Bytes(number: count)
            for _ in 0..<2 * count { whole += self[.declarations].leb() }
            return addInstructions()
        }
        whole += body.bytes[..<body.instructions[0].range.lowerBound]
        var isCut = false
        for instruction in body.instructions {
            // The end of the block has come with what was left out.
            if isCut { isCut = false; continue }
            isCut = instruction.opcode == Opcode.unreachable && self[.cuts].byte() == 1
            if isCut { addInstructions() } else { whole += body.bytes[instruction.range] }
        }
    }

    /// Instructions up to the one that ends their block.
    private mutating func addInstructions() {
        var depth = 0
        while true {
            let code = self[.opcodes].byte()
            let pair = pairs[code] ?? [code]
            whole += pair
            let opcode = pair[0]
            for stream in Opcode.numbers(after: opcode).dropFirst(pair.count - 1) { whole += self[stream].leb() }
            let start = self[.others].at
            self[.others].skipOthers(of: opcode)
            whole += self[.others].bytes[start..<self[.others].at]
            if Opcode.blocks.contains(opcode) { depth += 1 }
            if depth == 0, opcode == Opcode.end || opcode == Opcode.else { return }
            if opcode == Opcode.end { depth -= 1 }
        }
    }
}
