import DaybookCore
import Foundation

/// Files in the photos' folder that belong to no photo.
struct PhotoLeftovers {
    let root: String
    /// In nanoseconds since 1970. A file written later may belong to an upload in progress.
    let writtenBefore: Int64

    /// Removes them, and returns how many there were.
    func remove(known: (AccountID) throws -> Set<String>) throws -> Int {
        var count = 0
        for name in names(in: root) {
            if name == "incoming" {
                count += removeIncoming()
            } else if let account = UUID(name) {
                count += try remove(of: AccountID(account), known: known)
            }
            // Daybook did not make any other entry.
        }
        return count
    }

    private func removeIncoming() -> Int {
        var count = 0
        for name in names(in: root + "/incoming") {
            let path = "\(root)/incoming/\(name)"
            if let file = FileSystem.status(path) {
                if file.written < writtenBefore, unlink(path) == 0 { count += 1 }
            } else if (try? FileManager.default.removeItem(atPath: path)) != nil {
                // The folder of an account that was deleted.
                count += 1
            }
        }
        return count
    }

    private func remove(of account: AccountID, known: (AccountID) throws -> Set<String>) throws -> Int {
        // Listed before the rows are read, so that a file whose row arrives meanwhile is not in the list.
        let places = names(in: "\(root)/\(account)").flatMap { folder in
            names(in: "\(root)/\(account)/\(folder)").map { "\(account)/\(folder)/\($0)" }
        }
        let known = try known(account)
        var count = 0
        for place in places where !known.contains(place) {
            let path = "\(root)/\(place)"
            if let file = FileSystem.status(path), file.written < writtenBefore, unlink(path) == 0 { count += 1 }
        }
        if known.isEmpty { removeEmptyFolders("\(root)/\(account)") }
        return count
    }

    /// The system does not remove a folder that is not empty.
    private func removeEmptyFolders(_ path: String) {
        for name in names(in: path) { rmdir("\(path)/\(name)") }
        rmdir(path)
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
