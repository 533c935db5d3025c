/// Why bytes are not an archive that can be trusted.
///
/// The associated texts are names of entries, which come from the maker of the archive.
public enum ZipError: Error, Equatable, Sendable {
    /// The bytes are not a zip, or not a complete one.
    case notAnArchive
    /// The archive's parts contradict each other.
    case damaged
    /// The archive is one part of several.
    case split
    /// The archive has more entries than allowed.
    case tooManyEntries
    /// An entry, or all together, would be larger than allowed.
    case tooLarge
    /// A name is empty, is not UTF-8, or leads out of the archive.
    case badName
    /// Two entries have the same name.
    case duplicateName(String)
    /// Two entries share bytes.
    case overlap(String)
    /// The entry is a link or a device.
    case notAFile(String)
    /// The entry is encrypted.
    case encrypted(String)
    /// The entry is compressed with another method than deflate.
    case unknownMethod(String)
    /// The content's size is not the stated one.
    case otherSize(String)
    /// The content's checksum is not the stated one.
    case otherChecksum(String)
}
