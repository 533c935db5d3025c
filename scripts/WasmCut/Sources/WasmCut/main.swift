// Cuts a linked WebAssembly module in two: what a launch runs, and the rest, which is fetched after the first frame.
//
//     WasmCut cut LINKED SEAMS FIRST SECOND
//     WasmCut mark LINKED FIRST SECOND      all in the first part, with marks (``Marks``), whose number this prints
//     WasmCut choose LINKED RAN             prints the seams, when the functions have run whose marks have the numbers in RAN
//
// The linked module has its relocations and names (`--emit-relocs`). SEAMS names functions; what can be reached only through
// them is in the second part. Nothing else decides, so a new function that a launch may need is in the first part.

import Foundation

func warn(_ text: String) { FileHandle.standardError.write(Data("WasmCut: \(text)\n".utf8)) }

func fail(_ text: String) -> Never {
    warn(text)
    exit(1)
}

func require(_ condition: @autoclosure () -> Bool, _ text: @autoclosure () -> String) {
    if !condition() { fail(text()) }
}

func found<Value>(_ value: Value?, _ what: String) -> Value {
    guard let value else { fail("the module lacks \(what)") }
    return value
}

func read(_ path: String) throws -> Bytes { try Bytes(Data(contentsOf: URL(filePath: path))) }

func write(_ bytes: Bytes, to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

func lines(of path: String) throws -> [Substring] {
    String(decoding: try read(path), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("cut", 5):
    let module = Module(try read(arguments[1]))
    let seams = try Seams(module).named(in: lines(of: arguments[2]), of: arguments[2])
    let cut = Cut(module, Uses(module), isSeam: seams.contains)
    try write(cut.writeFirst(), to: arguments[3])
    try write(cut.writeSecond(), to: arguments[4])
case ("mark", 4):
    var module = Module(try read(arguments[1]))
    Marks.add(to: &module)
    let cut = Cut(module, Uses(module))
    try write(cut.writeFirst(), to: arguments[2])
    try write(cut.writeSecond(), to: arguments[3])
    print(module.bodies.count)
case ("choose", 3):
    let module = Module(try read(arguments[1]))
    let ran = try lines(of: arguments[2]).compactMap { Int($0) }.map { $0 + module.imports.count }
    for name in try Seams(module).chosen(module, Uses(module), ran: Set(ran)) { print(name) }
default: fail("usage: cut LINKED SEAMS FIRST SECOND | mark LINKED FIRST SECOND | choose LINKED RAN")
}
