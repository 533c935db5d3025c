// swift-tools-version: 6.2
import PackageDescription

// Cuts the browser half's WebAssembly module in two (docs/decisions/0049-two-downloads.md). A tool of the build, never shipped.
let package = Package(
    name: "wasm-cut",
    platforms: [.macOS(.v15)],
    targets: [.executableTarget(name: "WasmCut")],
    swiftLanguageModes: [.v6]
)
