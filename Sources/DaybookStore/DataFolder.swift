import Foundation

/// The folder with all data that a server must not lose.
public struct DataFolder: Sendable {
    /// The path.
    public let path: String

    /// The database in it.
    public var databasePath: String { URL(fileURLWithPath: path).appendingPathComponent("daybook.sqlite").path }

    /// The folder within it in which a restore works.
    static let restoring = ".restoring"

    /// The folder for imports and exports in progress. Its files may be removed at any time.
    public var spoolPath: String { URL(fileURLWithPath: path).appendingPathComponent("spool").path }

    /// Finds or makes the folder, with access for its owner only (0700), and checks that files can be made in it.
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
