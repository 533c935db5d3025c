// Cuts a WebAssembly module in two: what launches run, and the rest, which is fetched after the first frame.
//
//     WasmCut mark MODULE MARKED                        adds marks (``Marks``), whose number this prints
//     WasmCut profile MODULE RAN                        prints the profile, when the marks ran whose numbers are in RAN
//     WasmCut reorder MODULE PROFILE REORDERED          writes the module with its functions reordered (``Reordered``)
//     WasmCut cut LINKED MODULE PROFILE FIRST REST
//     WasmCut join FIRST REST WHOLE
//
// LINKED is what the linker wrote (`--emit-relocs`), MODULE what `wasm-opt -g` made of it, reordered or not. A function that the profile does not
// know, or that has changed, is in the first part.

import Foundation

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("WasmCut: \(text)\n".utf8))
    exit(1)
}

func require(_ condition: @autoclosure () -> Bool, _ text: @autoclosure () -> String) {
    if !condition() { fail(text()) }
}

func found<Value>(_ value: Value?, _ what: @autoclosure () -> String) -> Value {
    guard let value else { fail("\(what()) is missing") }
    return value
}

func read(_ path: String) throws -> Bytes { try Bytes(Data(contentsOf: URL(filePath: path))) }

func write(_ bytes: Bytes, to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

func lines(of path: String) throws -> [Substring] {
    String(decoding: try read(path), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("mark", 3):
    let marked = Marks.added(to: Module(try read(arguments[1])))
    try write(marked.module, to: arguments[2])
    print(marked.count)
case ("profile", 3):
    let ran = Set(try lines(of: arguments[2]).compactMap { Int($0) })
    Profile(Module(try read(arguments[1])), ran: ran).lines.forEach { print($0) }
case ("reorder", 4):
    let module = Module(try read(arguments[1]))
    try write(Reordered(module, Profile(try lines(of: arguments[2]))).written, to: arguments[3])
case ("cut", 6):
    let (linked, module) = (Constants(try read(arguments[1])), Module(try read(arguments[2])))
    let parts = Cut(module, Profile(try lines(of: arguments[3])), linked).written()
    let bodies = Module.bodies(of: Joined(parts.first, parts.second).whole)
    require(bodies == module.functions.map(\.body.bytes), "the whole module has other functions")
    try write(parts.first, to: arguments[4])
    try write(parts.second, to: arguments[5])
case ("join", 4): try write(Joined(read(arguments[1]), read(arguments[2])).whole, to: arguments[3])
default:
    fail(
        "usage: mark MODULE MARKED | profile MODULE RAN | reorder MODULE PROFILE REORDERED"
            + " | cut LINKED MODULE PROFILE FIRST REST | join FIRST REST WHOLE"
    )
}
