import DaybookStore
import Foundation

extension Storages {
    /// A new, empty storage in a folder of its own, which is removed when the tests have run.
    static func temporary() throws -> any Storage {
        try sqlite(path: TestFolders.make() + "/daybook.sqlite")
    }
}

/// Folders that last as long as the tests' process.
enum TestFolders {
    private static let root: String = {
        var template = Array((FileManager.default.temporaryDirectory.path + "/daybook-tests-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { return FileManager.default.temporaryDirectory.path }
        atexit { try? FileManager.default.removeItem(atPath: TestFolders.root) }
        return String(cString: made)
    }()

    /// Makes one.
    static func make() throws -> String {
        let path = root + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}
