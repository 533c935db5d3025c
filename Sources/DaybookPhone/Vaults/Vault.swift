import Crypto
import DaybookClient
import DaybookCore
import DaybookWidget
import Foundation

/// The folder of one account on this device: the notebook's file and the photos.
///
/// While the person is signed in, the notebook is a SQLite file that the system protects. While the person is signed out, it
/// is sealed under the data key, and there is no other file of it. Photos are always sealed.
struct Vault: Sendable {
    /// The account.
    let account: DaybookCore.UUID
    /// The folder's path.
    let path: String

    /// The notebook's folder, while the person is signed in.
    var notebook: NotebookFolder { NotebookFolder(path: path + "/open") }

    /// The account and the place that a seal is bound to, so that no sealed file can replace another one.
    private var place: Data { Data("notebook \(account)".utf8) }

    private var sealed: String { path + "/notebook.sealed" }
    private var coming: String { path + "/coming" }
    private var photos: String { path + "/photos" }

    /// The sealed bytes are damaged and cannot be opened.
    struct Damaged: Error {}

    /// Opens the notebook's file: the file that was open, else the sealed one, else a new one.
    ///
    /// Sealed bytes are removed only after the open file is on the disk, so one of the two exists whenever the process
    /// ends. If both exist, nothing was written to the open file yet, or all of it is sealed: they have the same
    /// content.
    func open(_ key: SymmetricKey) throws -> NotebookFile {
        try make(path)
        if FileManager.default.fileExists(atPath: sealed) {
            let box = try AES.GCM.SealedBox(combined: Data(contentsOf: URL(fileURLWithPath: sealed)))
            guard let bytes = try? AES.GCM.open(box, using: key, authenticating: place) else {
                throw Damaged()
            }
            try remove(coming)
            try remove(notebook.path)
            try make(coming)
            try DurableFile.write(bytes, to: NotebookFolder(path: coming).file)
            try DurableFile.move(coming, to: notebook.path)
            try remove(sealed)
        }
        return try NotebookFile.open(notebook)
    }

    /// SQLite could not take its log into the file, so the file does not have all of the notebook.
    struct Unfinished: Error {}

    /// Seals the notebook of a file that is closed.
    func seal(_ key: SymmetricKey) throws {
        let file = notebook.file
        guard FileManager.default.fileExists(atPath: file) else { return }
        let log = FileManager.default.contents(atPath: file + "-wal") ?? Data()
        guard log.isEmpty else { throw Unfinished() }
        let box = try AES.GCM.seal(Data(contentsOf: URL(fileURLWithPath: file)), using: key, authenticating: place)
        try DurableFile.write(box.bytes, to: sealed)
        try remove(notebook.path)
    }

    /// Whether an open notebook is there, as after a crash.
    var isOpen: Bool { FileManager.default.fileExists(atPath: notebook.file) }

    /// Deletes everything.
    func delete() throws { try remove(path) }

    // MARK: - Photos

    /// Keeps a photo's bytes, sealed. On the disk when this returns. `isWaiting`: the server lacks them.
    func keep(_ bytes: [UInt8], as digest: DaybookCore.Digest, _ key: SymmetricKey, isWaiting: Bool) throws {
        try make(photos)
        let box = try AES.GCM.seal(bytes, using: key, authenticating: Data(digest.description.utf8))
        try DurableFile.write(box.bytes, to: path(of: digest))
        if isWaiting { try DurableFile.write(Data(), to: mark(of: digest)) }
    }

    /// Keeps a photo of an import, which goes with the next launch unless a record names it by then.
    func keepImported(_ bytes: [UInt8], as digest: DaybookCore.Digest, _ key: SymmetricKey) throws {
        try make(photos)
        try DurableFile.write(Data(), to: path(of: digest) + Vault.imported)
        try keep(bytes, as: digest, key, isWaiting: true)
    }

    /// Removes the photos of imports that ended before their records came. `used`: those that records name.
    func removeUnusedImports(besides used: Set<DaybookCore.Digest>) throws {
        for digest in digests(Vault.imported) {
            if used.contains(digest) { try remove(path(of: digest) + Vault.imported) } else { try remove(digest) }
        }
    }

    /// The bytes of a photo; nil when this device does not have them.
    func photo(_ digest: DaybookCore.Digest, _ key: SymmetricKey) -> [UInt8]? {
        guard let data = FileManager.default.contents(atPath: path(of: digest)),
            let box = try? AES.GCM.SealedBox(combined: data),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(digest.description.utf8))
        else { return nil }
        return Array(bytes)
    }

    /// The server has the bytes of a photo.
    func sent(_ digest: DaybookCore.Digest) throws { try remove(mark(of: digest)) }

    /// The server may delete the bytes of a photo.
    func refused(_ digest: DaybookCore.Digest) throws {
        guard FileManager.default.fileExists(atPath: path(of: digest)) else { return }
        try DurableFile.write(Data(), to: mark(of: digest))
    }

    /// Removes a photo.
    func remove(_ digest: DaybookCore.Digest) throws {
        try remove(mark(of: digest))
        try remove(path(of: digest))
        try remove(path(of: digest) + Vault.imported)
    }

    /// The photos whose bytes the server lacks.
    var waiting: [DaybookCore.Digest] { digests(".waiting") }

    /// The photos that have a mark beside them.
    private func digests(_ mark: String) -> [DaybookCore.Digest] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: photos)) ?? []
        return names.filter { $0.hasSuffix(mark) }.sorted().compactMap { DaybookCore.Digest($0.dropLast(mark.count)) }
    }

    private static let imported = ".imported"

    private func path(of digest: DaybookCore.Digest) -> String { "\(photos)/\(digest)" }
    private func mark(of digest: DaybookCore.Digest) -> String { "\(photos)/\(digest).waiting" }

    // MARK: - Files

    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private func remove(_ path: String) throws {
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }
}
