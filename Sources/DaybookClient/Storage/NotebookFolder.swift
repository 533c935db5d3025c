import DaybookCore
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

    /// Keeps a text that could not be saved in a file of its own, which is on the disk when this returns. Returns its path.
    public func keep(_ text: Data, now: Instant) throws -> String {
        try make()
        for number in 0..<1_000 {
            let path = "\(self.path)/unsaved-\(now.milliseconds + Int64(number)).txt"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { break }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try file.write(contentsOf: text)
                try file.synchronize()
            } catch {
                unlink(path)
                throw error
            }
            return path
        }
        throw NotebookFileError.cannotOpen(path: file, detail: "its folder cannot be written")
    }

    /// The size of a file of the folder in bytes; nil when there is no file. Throws when that is not certain, as when its
    /// folder may not be searched.
    static func size(of file: String) throws(NotebookFileError) -> Int? {
        var status = stat()
        if stat(file, &status) == 0 { return Int(status.st_size) }
        guard errno == ENOENT else { throw .cannotOpen(path: file, detail: String(cString: strerror(errno))) }
        for path in [file, (file as NSString).deletingLastPathComponent]
        where lstat(path, &status) == 0 && stat(path, &status) != 0 {
            throw .cannotOpen(path: file, detail: "a link leads to nothing")
        }
        return nil
    }

    static func copyPath(of file: String) -> String { file + ".copy" }

    /// The path of a file's copy, if there is one.
    static func copy(of file: String) -> String? {
        let path = copyPath(of: file)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
