/// One file in an archive, as described by the directory.
public struct ZipEntry: Equatable, Sendable {
    /// Its name: a relative path of plain parts, with slashes between them.
    public let name: String
    /// The size of the content in bytes, as stated by the archive.
    public let size: Int

    let flags: UInt16
    let method: UInt16
    let checksum: UInt32
    let packedSize: Int
    /// The position of its local header.
    let offset: Int
}
