// swift-tools-version: 6.2
import PackageDescription

// The modules, bottom to top; each imports only what stands above it here.
// ARCHITECTURE.md has the picture, scripts/check-imports.sh the proof.
let package = Package(
    name: "daybook",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "daybook", targets: ["daybook"]),
        .executable(name: "DaybookBrowser", targets: ["DaybookBrowser"]),
        .library(name: "DaybookClient", targets: ["DaybookClient"]),
        .library(name: "DaybookCore", targets: ["DaybookCore"]),
        .library(name: "DaybookPhone", targets: ["DaybookPhone"]),
        .library(name: "DaybookWidget", targets: ["DaybookWidget"]),
        .library(name: "DaybookServer", targets: ["DaybookServer"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.2.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.16.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    ],
    targets: [
        .target(name: "DaybookCore"),
        .target(name: "DaybookViews", dependencies: ["DaybookCore"]),

        // The WebAssembly entry. Natively it builds to a library that tests call; its imports and
        // exports exist on wasm32 alone.
        .executableTarget(name: "DaybookBrowser", dependencies: ["DaybookCore", "DaybookViews", "CDaybookBrowser"]),
        .target(name: "CDaybookBrowser"),

        .target(
            name: "DaybookStore",
            dependencies: [
                "CDaybookSQLite", "DaybookCore",
                // The hashes of backups: Core's own, made for photos in a page, takes ten seconds for a gigabyte.
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]
        ),
        .target(name: "CDaybookSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Archives, on the system's zlib.
        .target(name: "DaybookZip", dependencies: ["CZlib"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // scrypt of passwords, for the server and the iPhone.
        .target(
            name: "DaybookScrypt",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        // The file of an export: read within its limits, and checked, by a server and by a device.
        .target(name: "DaybookExport", dependencies: ["DaybookCore", "DaybookZip"]),
        // Web Push: its keys, its encryption, and handing messages to push services.
        .target(
            name: "DaybookPush",
            dependencies: [
                "DaybookCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(
            name: "DaybookServer",
            dependencies: [
                "DaybookCore", "DaybookExport", "DaybookPush", "DaybookScrypt", "DaybookStore", "DaybookZip",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // A notebook on a device's own disk that syncs with a server, for native faces.
        .target(
            name: "DaybookClient",
            dependencies: [
                "DaybookCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        // What the iPhone app shares with its widget: a list that the app writes, and marks that the widget writes.
        .target(name: "DaybookWidget", dependencies: ["DaybookCore"]),
        // The app of an iPhone without its views: what happens, on any system.
        .target(
            name: "DaybookPhone",
            dependencies: [
                "DaybookClient", "DaybookCore", "DaybookExport", "DaybookScrypt", "DaybookWidget", "DaybookZip",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .executableTarget(
            name: "daybook",
            dependencies: [
                "DaybookClient", "DaybookCore", "DaybookPush", "DaybookScrypt", "DaybookStore", "DaybookServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // Seeds and randomness that every test module shares.
        .target(name: "TestSupport", dependencies: ["CZlib"], path: "Tests/TestSupport"),
        .testTarget(
            name: "DaybookCoreTests",
            dependencies: ["DaybookCore", "TestSupport"],
            exclude: ["Words/words.txt"]
        ),
        .testTarget(name: "DaybookViewsTests", dependencies: ["DaybookCore", "DaybookViews", "TestSupport"]),
        .testTarget(name: "DaybookBrowserTests", dependencies: ["DaybookBrowser", "DaybookCore", "DaybookViews"]),
        .testTarget(
            name: "DaybookClientTests",
            dependencies: [
                "DaybookClient", "DaybookCore", "DaybookScrypt", "DaybookServer", "DaybookStore", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "DaybookPhoneTests",
            dependencies: [
                "DaybookClient", "DaybookCore", "DaybookPhone", "DaybookScrypt", "DaybookServer", "DaybookStore",
                "DaybookWidget", "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "DaybookCommandTests",
            dependencies: [
                "daybook", "DaybookClient", "DaybookCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(name: "DaybookStoreTests", dependencies: ["DaybookCore", "DaybookStore", "TestSupport"]),
        .testTarget(name: "DaybookZipTests", dependencies: ["DaybookCore", "DaybookZip", "TestSupport"]),
        .testTarget(
            name: "DaybookPushTests",
            dependencies: [
                "DaybookCore", "DaybookPush", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "DaybookServerTests",
            dependencies: [
                "DaybookCore", "DaybookExport", "DaybookPush", "DaybookScrypt", "DaybookStore", "DaybookServer",
                "DaybookZip",
                "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
