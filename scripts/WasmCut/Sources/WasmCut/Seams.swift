import Foundation

/// The functions at which the module is cut, and the file that names them.
struct Seams {
    /// The names of functions as in the source, with the names of arguments but without types.
    let plain: [Int: String]
    /// The same with types, which tell functions of one name apart.
    let full: [Int: String]

    init(_ module: Module) throws {
        plain = try Self.demangled(module.names, "-simplified")
        full = try Self.demangled(module.names)
    }

    private static func demangled(_ names: [Int: String], _ options: String...) throws -> [Int: String] {
        let order = names.sorted { $0.key < $1.key }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "mangled"), folder.appending(path: "plain"))
        try Data(order.map { $0.value + "\n" }.joined().utf8).write(to: input)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "demangle", "--compact"] + options.map { "-" + $0 }
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        let plain = try String(contentsOf: output, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        require(
            process.terminationStatus == 0 && plain.count == order.count + 1,
            "swift demangle does not know all names"
        )
        return Dictionary(uniqueKeysWithValues: zip(order, plain).map { ($0.key, String($1)) })
    }

    // MARK: - Reading

    /// The functions that a file names. A line is a name, or the beginning of names with a `*`.
    func named(in lines: [Substring], of path: String) -> Set<Int> {
        let exact = Set(lines.filter { !$0.hasSuffix("*") }.map { String($0) })
        let beginnings = lines.filter { $0.hasSuffix("*") }.map { $0.dropLast() }
        var found: Set<Int> = []
        var unused = Set(lines)
        for (index, name) in plain {
            for line in [name, full[index] ?? name] where exact.contains(line) {
                found.insert(index)
                unused.remove(line[...])
            }
            for beginning in beginnings where name.hasPrefix(beginning) {
                found.insert(index)
                unused.remove(beginning + "*")
            }
        }
        for line in unused.sorted() {
            warn("\(path): no function is named \(line); scripts/seams.py writes the file again")
        }
        return found
    }
}
