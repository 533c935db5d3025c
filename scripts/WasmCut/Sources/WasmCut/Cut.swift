/// The two parts of a module.
///
/// The first is a module that lacks what launches do not run: an `unreachable` stands in its place, which traps. The second
/// tells how to make the whole module of the first (``Streams``). The whole one has no memory and no table of its own. It takes
/// those of an instance of the first part, puts its own functions into the table, and adds the constants that the
/// first part lacks. It goes on where no function of that instance is running: both are the same program in the same memory.
struct Cut {
    private let module: Module
    /// What the first part lacks of each function; nil stands for all of it.
    private let unused: [[Range<Int>]?]
    /// How many functions the first part has. After the last function that it has code of, that this code calls or that is exported, one
    /// more follows: a stub that traps. The first part's table has it in place of each function that the first part lacks.
    private let countInFirst: Int
    private let data: (first: [Module.Segment], second: [Module.Segment])

    init(_ module: Module, _ profile: Profile, _ constants: Constants) {
        self.module = module
        unused = module.functions.map(profile.unused)
        let named = zip(module.functions, unused).reduce(into: Set<Int>()) { named, part in
            guard let left = part.1 else { return }
            named.formUnion(part.0.body.addresses(outside: left))
        }
        let parts = zip(module.functions, unused).map { Body($0.body.kept(without: $1)) }
        let reached =
            parts.indices.filter { parts[$0].bytes != Body.nothing }
            + (parts.flatMap(\.calls) + module.exports).map { $0 - module.imports }
        countInFirst = min((reached.max() ?? 0) + 2, parts.count)
        data = Self.divided(module.segments, constants, second: constants.places(notReachedFrom: named))
    }

    // MARK: - Data

    /// The fewest bytes that are worth a segment of their own between others.
    private static let leastRun = 12

    /// The data of each part. What nothing reads is in neither, and zeros need no data.
    private static func divided(
        _ segments: [Module.Segment],
        _ constants: Constants,
        second: [Range<Int>]
    ) -> (first: [Module.Segment], second: [Module.Segment]) {
        var parts: [[Module.Segment]] = [[], []]
        for segment in segments {
            let all = segment.address..<segment.address + segment.bytes.count
            var owners = [Int?](repeating: 0, count: all.count)
            let give = { (range: Range<Int>, owner: Int?) in
                for address in range.clamped(to: all) { owners[address - all.lowerBound] = owner }
            }
            for range in second { give(range, 1) }
            for (range, owner) in runs(of: owners) where owner == 1 && range.count < min(leastRun, all.count) {
                give(range.lowerBound + all.lowerBound..<range.upperBound + all.lowerBound, 0)
            }
            for range in constants.unread { give(range, nil) }
            for (range, owner) in runs(of: owners) {
                let bytes = Bytes(segment.bytes[range])
                guard let owner, bytes.contains(where: { $0 != 0 }) else { continue }
                parts[owner].append(Module.Segment(address: all.lowerBound + range.lowerBound, bytes: bytes))
            }
        }
        return (parts[0], parts[1])
    }

    private static func runs(of owners: [Int?]) -> [(range: Range<Int>, owner: Int?)] {
        var runs: [(range: Range<Int>, owner: Int?)] = []
        var start = 0
        while start < owners.count {
            let end = owners[start...].firstIndex { $0 != owners[start] } ?? owners.count
            runs.append((start..<end, owners[start]))
            start = end
        }
        return runs
    }

    private static func written(_ segments: [Module.Segment]) -> Bytes {
        Bytes(vector: segments.map { [0] + Bytes(constant: $0.address) + Bytes(number: $0.bytes.count) + $0.bytes })
    }

    // MARK: - Writing

    /// The first part, and the second, which makes the whole module of it.
    func written() -> (first: Bytes, second: Bytes) {
        var (first, streams) = (Module.header, Streams(module))
        for kind in UInt8(1)...11 {
            guard let section = module.sections[kind] else { continue }
            var contents = section
            switch kind {
            case 2:
                let memory: [Bytes] = [[1] + limits(4), [2] + limits(5)]
                let imports = zip([build, "memory"], memory).map { Bytes(name: "a") + Bytes(name: $0) + $1 }
                streams.replace(by: Bytes(section: kind, Self.vector(section, imports)))
            case 3:
                let types = Reader(section).items { Bytes(number: $0.number()) }
                contents = Bytes(vector: Array(types.prefix(countInFirst)))
                streams.replace(by: Bytes(section: kind, section))
            case 4, 5: streams.leave()
            case 7:
                contents = Self.vector(section, [Bytes(name: build) + [1, 0]])
                streams.replace(by: Bytes(section: kind, section))
            case 9:
                contents = Module.elements(section) { min($0, module.imports + countInFirst - 1) }
                streams.replace(by: Bytes(section: kind, section))
            case 10:
                let functions = Array(zip(module.functions.map(\.body), unused))
                let bodies = functions.prefix(countInFirst).map { $0.kept(without: $1) }
                contents = Bytes(vector: bodies.map { Bytes(number: $0.count) + $0 })
                streams.code(functions)
            case 11:
                contents = Self.written(data.first)
                streams.replace(by: Bytes(section: kind, Self.written(data.second)))
            default: streams.keep(Bytes(section: kind, section))
            }
            first += Bytes(section: kind, contents)
        }
        return (first, streams.second)
    }

    /// The name of the table, which no other build has, so that parts of two builds cannot be linked.
    private var build: String {
        let ranges = unused.flatMap { $0 ?? [0..<0] }.flatMap { Bytes(number: $0.lowerBound) + Bytes(number: $0.count) }
        let code = module.functions.map(\.body.bytes)
        let constants = module.segments.map { Bytes(number: $0.address) + $0.bytes }
        return FNV.hash((code + constants + [ranges]).joined()).digits
    }

    /// The limits of the table or the memory, of which there is one.
    private func limits(_ kind: UInt8) -> Bytes { Bytes(found(module.sections[kind], "section \(kind)").dropFirst()) }

    /// A vector with more items.
    private static func vector(_ bytes: Bytes, _ more: [Bytes]) -> Bytes {
        var reader = Reader(bytes)
        return Bytes(number: reader.number() + more.count) + reader.rest.bytes + more.joined()
    }
}
