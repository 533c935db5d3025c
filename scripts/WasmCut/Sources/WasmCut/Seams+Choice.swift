extension Seams {
    /// The bytes that a seam keeps out of the first part at least, before wasm-opt.
    private static var leastSpared: Int { 120 }

    /// Whether a function is one of the source, whose name lasts, or of a text's slow path. Other functions of the standard
    /// library, and copies of generic functions, depend on the data: an array that has no more room.
    private static func lasts(_ name: String) -> Bool {
        name.prefixMatch(of: /(static |outlined [a-z ]+ of )?[A-Z]\w*[.\w(:)?]*$|(static )?[A-Z]\w*\./) != nil
            || name.prefixMatch(of: /_[sS]tring\w*|repairUTF8/) != nil
    }

    /// The names of the seams, when some functions have run: of the others, as few as leave the first part small.
    func chosen(_ module: Module, _ uses: Uses, ran: Set<Int>) -> [String] {
        let everything = uses.reached(from: module.roots)
        var first = ran.intersection(everything).union(module.roots)
        let hot = Set(first.flatMap { [plain[$0], full[$0]] })
        var names: [Int: String] = [:]
        for index in everything.subtracting(first) {
            guard let name = plain[index], Self.lasts(name) else { continue }
            names[index] = [name, full[index] ?? name].first { !hot.contains($0) }
        }
        var seams = Set(names.values)
        let isSeam = { (index: Int) in names[index].map { seams.contains($0) } ?? false }
        first = uses.reached(from: first, isSeam: isSeam)

        /// The functions just behind the first part.
        var border: Set<Int> {
            first.reduce(into: Set<Int>()) { $0.formUnion(uses.functions[$1]) }.subtracting(first)
        }
        func size(_ functions: Set<Int>) -> Int {
            functions.reduce(0) { $1 < module.imports.count ? $0 : $0 + module.bodies[$1 - module.imports.count].count }
        }
        var hasDropped = true
        while hasDropped {
            hasDropped = false
            for name in Set(border.compactMap { names[$0] }).sorted() {
                let starts = border.filter { names[$0] == name }
                let found = uses.reached(from: starts) {
                    first.contains($0) || names[$0] != name && isSeam($0)
                }
                if size(found) >= Self.leastSpared { continue }
                seams.remove(name)
                first.formUnion(found)
                hasDropped = true
            }
        }
        seams.formIntersection(border.compactMap { names[$0] })
        return shortened(seams, first: Set(first.compactMap { plain[$0] }))
    }

    /// `Type.*` in place of its functions, where no function of the type is in the first part.
    private func shortened(_ seams: Set<String>, first: Set<String>) -> [String] {
        let known = Set(plain.values)
        let short = seams.map { name in
            guard known.contains(name), let match = name.prefixMatch(of: /[A-Z]\w*\./) else { return name }
            let type = String(match.output)
            return first.contains { $0.hasPrefix(type) } ? name : type + "*"
        }
        return Set(short).sorted()
    }
}
