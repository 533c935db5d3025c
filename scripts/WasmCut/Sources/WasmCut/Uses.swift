/// What each function of a module uses.
struct Uses {
    /// A symbol's data in the memory.
    struct Data {
        var range: Range<Int>
        var symbol: Int
    }

    /// All data that has a symbol, by its address.
    let data: [Data]
    /// The functions that each function calls, or of which it takes the place in the table, also through data.
    let functions: [Set<Int>]
    /// The symbols of the data that each function names, also through other data.
    let symbols: [Set<Int>]

    init(_ module: Module) {
        var data: [Data] = []
        for (symbol, value) in module.symbols.enumerated() {
            guard case .data(let segment, let offset, let size) = value else { continue }
            let start = module.segments[segment].address + offset
            data.append(Data(range: start..<start + size, symbol: symbol))
        }
        data.sort {
            ($0.range.lowerBound, $0.range.upperBound, $0.symbol) < (
                $1.range.lowerBound, $1.range.upperBound, $1.symbol
            )
        }
        self.data = data
        let inner = Self.symbolsIn(data, module)
        var (functions, symbols) = ([Set<Int>](repeating: [], count: module.imports.count), [Set<Int>]())
        symbols = functions
        for relocations in module.relocations {
            var (called, named): (Set<Int>, Set<Int>) = ([], [])
            var waiting = relocations.filter { $0.kind != .type }.map(\.symbol)
            while let symbol = waiting.popLast() {
                switch module.symbols[symbol] {
                case .function(let index): called.insert(index)
                case .data: if named.insert(symbol).inserted { waiting += inner[symbol] ?? [] }
                case .global, .other: break
                }
            }
            functions.append(called)
            symbols.append(named)
        }
        (self.functions, self.symbols) = (functions, symbols)
    }

    /// The symbols that stand in the data of other symbols.
    private static func symbolsIn(_ data: [Data], _ module: Module) -> [Int: [Int]] {
        let starts = data.map(\.range.lowerBound)
        var inner: [Int: [Int]] = [:]
        for pointer in module.pointers {
            var place = starts.lastIndex(notAfter: pointer.place) ?? -1
            while place >= 0, data[place].range.upperBound > pointer.place {
                inner[data[place].symbol, default: []].append(pointer.symbol)
                place -= 1
            }
        }
        return inner
    }

    /// What can be reached from functions, with them, without passing a seam.
    func reached(from roots: some Sequence<Int>, isSeam: (Int) -> Bool = { _ in false }) -> Set<Int> {
        var found = Set(roots)
        var waiting = Array(found)
        while let index = waiting.popLast() {
            for other in functions[index] where !found.contains(other) && !isSeam(other) {
                found.insert(other)
                waiting.append(other)
            }
        }
        return found
    }
}
