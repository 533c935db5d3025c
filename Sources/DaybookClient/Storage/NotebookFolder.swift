import Foundation

/// The folder of a device's own notebook: the file, and its good copy.
public struct NotebookFolder: Sendable {
    /// The folder's path.
    public let path: String

    /// A folder, which need not be there yet.
    public init(path: String) {
        self.path = path
    }

    /// The notebook's file.
    public var file: String { path + "/notebook.sqlite" }

    /// Where the last good copy stands.
    public var copy: String { NotebookFolder.copyPath(of: file) }

    /// Makes the folder, for its owner alone.
    func make() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw NotebookFileError.cannotOpen(path: file, detail: "its folder cannot be made")
        }
    }

    static func copyPath(of file: String) -> String { file + ".copy" }

    /// The path of a file's copy, if there is one.
    static func copy(of file: String) -> String? {
        let path = copyPath(of: file)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
