import Crypto
import DaybookPush
import Foundation
import Testing

@Suite final class KeyFileTests {
    private let folder: String
    private var file: VAPIDKeyFile { VAPIDKeyFile(folder: folder) }

    init() throws {
        folder = NSTemporaryDirectory() + "daybook-push-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        chmod(folder, 0o700)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var mode: UInt32 {
        var status = stat()
        return stat(file.path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
    }

    private func put(_ text: String, mode: mode_t = 0o600) throws {
        try text.write(toFile: file.path, atomically: false, encoding: .utf8)
        chmod(file.path, mode)
    }

    @Test("[R1] The first start makes a key that only its owner can read, and the next ones find it")
    func first() throws {
        let key = try file.readOrMake()
        #expect(key.publicKey.count == 65)
        #expect(key.publicKey.first == 4)
        #expect(mode == 0o600)
        #expect(try file.readOrMake().pem == key.pem)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["push-key.pem"])
    }

    @Test("[R1] Processes that start at once get one and the same key")
    func race() async throws {
        let file = file
        let keys = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 { group.addTask { try file.readOrMake().pem } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["push-key.pem"])
    }

    @Test("[R1] A key that was made elsewhere is taken, in either form of PEM")
    func foreign() throws {
        // The sender's key of RFC 8291's example, in the form that OpenSSL writes.
        try put(
            """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIMn1j4mBPp+Ohy5x9CqmThdXySVNzGK3LdwBC7QEPqEcoAoGCCqGSM49
            AwEHoUQDQgAE/jP0qw3qcZFNtVgj9ztUlI9BMG2SBzLbuaWaUyhkgiAOWXp7e8Jg
            uhwieZhYCZLpOXMALzASooro8Gu7eOXsDw==
            -----END EC PRIVATE KEY-----
            """
        )
        let expected = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        #expect(try file.readOrMake().publicKeyText == expected)
        let signing = P256.Signing.PrivateKey()
        try put(signing.pemRepresentation)
        #expect(try file.readOrMake().publicKey == Array(signing.publicKey.x963Representation))
    }

    @Test(
        "[R1] A file that is not a key is an error, and is not changed",
        arguments: [
            "", "\n", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            P384.Signing.PrivateKey().pemRepresentation, P256.Signing.PrivateKey().publicKey.pemRepresentation,
            String(P256.Signing.PrivateKey().pemRepresentation.dropLast(60)),
            String(repeating: "x", count: 100_000),
        ]
    )
    func damaged(text: String) throws {
        try put(text)
        #expect(throws: VAPIDKeyFileError.damaged(path: file.path)) { try file.readOrMake() }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }

    @Test(
        "[R1] A key that others can read or write is not used",
        arguments: [0o644, 0o640, 0o620, 0o604, 0o777] as [mode_t]
    )
    func open(mode: mode_t) throws {
        let key = try file.readOrMake()
        chmod(file.path, mode)
        #expect(throws: VAPIDKeyFileError.openToOthers(path: file.path)) { try file.readOrMake() }
        chmod(file.path, 0o400)
        #expect(try file.readOrMake().pem == key.pem)
    }

    @Test("[R1] A folder in its place is an error")
    func folderInItsPlace() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        #expect(throws: VAPIDKeyFileError.unreadable(path: file.path, detail: "it is not a file")) {
            try file.readOrMake()
        }
    }

    @Test("[R1] A folder that does not exist is an error")
    func noFolder() throws {
        let file = VAPIDKeyFile(folder: folder + "/none")
        #expect(throws: VAPIDKeyFileError.notWritten(path: file.path, detail: "No such file or directory")) {
            try file.readOrMake()
        }
    }

    @Test("[R1] The message of every fault says what the operator can do")
    func words() {
        let path = "/data/push-key.pem"
        #expect(
            VAPIDKeyFileError.openToOthers(path: path).description.hasSuffix("Close it: chmod 600 /data/push-key.pem")
        )
        #expect(VAPIDKeyFileError.damaged(path: path).description.contains("Put it back from a backup."))
        for error in [
            VAPIDKeyFileError.unreadable(path: path, detail: "Permission denied"),
            .notWritten(path: path, detail: "No space"),
        ] {
            #expect(error.description.contains(path))
        }
    }
}
