import Foundation

/// The folder in which everything is that a server must not lose.
public struct DataFolder: Sendable {
    /// The path.
    public let path: String

    /// The database in it.
    public var databasePath: String { URL(fileURLWithPath: path).appendingPathComponent("daybook.sqlite").path }

    /// The folder within it in which a restore does its work.
    static let restoring = ".restoring"

    /// The folder in it for imports and exports that are under way. What is in it may go at any time.
    public var spoolPath: String { URL(fileURLWithPath: path).appendingPathComponent("spool").path }

    /// Finds the folder or makes it, open to its owner alone (0700), and proves that files can be made in it.
    ///
    /// Throws ``StorageError/cannotOpen(path:detail:)``.
    public init(path: String) throws(StorageError) {
        self.path = path
        var isFolder: ObjCBool = false
        do {
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
                guard isFolder.boolValue else {
                    throw StorageError.cannotOpen(path: path, detail: "it is not a folder")
                }
            } else {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
        } catch let error as StorageError {
            throw error
        } catch {
            throw .cannotOpen(path: path, detail: "the folder cannot be made (\(Self.reason(error)))")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw .cannotOpen(path: path, detail: String(cString: strerror(errno)))
        }
        guard access("\(path)/\(Self.restoring)", F_OK) != 0 else {
            throw .cannotOpen(path: path, detail: "a restore into it did not end. Empty the folder, then restore again")
        }
    }

    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        if let underlying, underlying.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(underlying.code)))
        }
        return error.localizedDescription
    }
}
