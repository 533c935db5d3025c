import DaybookStore
import Foundation

extension Storages {
    /// A new, empty storage in a separate folder, which is removed when the tests have run.
    static func temporary() throws -> any Storage {
        try sqlite(path: TestFolders.make() + "/daybook.sqlite")
    }
}

/// Folders that last as long as the tests' process.
enum TestFolders {
    /// In memory if there is room: other tests check that acknowledged data is durable, and a thousand databases that
    /// wait for a disk would delay the tests that run beside them.
    private static var parent: String {
        let memory = "/dev/shm"
        let free = (try? FileManager.default.attributesOfFileSystem(forPath: memory))?[.systemFreeSize] as? NSNumber
        let hasRoom = (free?.int64Value ?? 0) >= 1 << 30 && FileManager.default.isWritableFile(atPath: memory)
        return hasRoom ? memory : FileManager.default.temporaryDirectory.path
    }

    private static let root: String = {
        let parent = TestFolders.parent
        var template = Array((parent + "/daybook-tests-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { return parent }
        atexit { try? FileManager.default.removeItem(atPath: TestFolders.root) }
        return String(cString: made)
    }()

    /// Makes a folder.
    static func make() throws -> String {
        let path = root + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Removes a folder before the process ends.
    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
