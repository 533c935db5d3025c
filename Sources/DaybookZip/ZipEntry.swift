/// One file in an archive, as the directory describes it.
public struct ZipEntry: Equatable, Sendable {
    /// Its name: a relative path of plain parts, with slashes between them.
    public let name: String
    /// Bytes it holds, by its own account.
    public let size: Int

    let flags: UInt16
    let method: UInt16
    let checksum: UInt32
    let packedSize: Int
    /// The place of its own header.
    let offset: Int
}
