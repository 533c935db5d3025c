/// Why bytes are no archive that can be trusted.
///
/// The texts are names of entries, which come from the maker of the archive.
public enum ZipError: Error, Equatable, Sendable {
    /// There is no zip here, or not the whole of it.
    case notAnArchive
    /// The archive's parts contradict each other.
    case damaged
    /// It is one part of several.
    case split
    /// It has more entries than are taken.
    case tooManyEntries
    /// An entry, or all together, would be larger than is taken.
    case tooLarge
    /// A name that is empty, not UTF-8, or leads out of the archive.
    case badName
    /// Two entries have one name.
    case duplicateName(String)
    /// Two entries share bytes.
    case overlap(String)
    /// The entry is a link or a device.
    case notAFile(String)
    /// The entry is encrypted.
    case encrypted(String)
    /// The entry is compressed in another way than deflate.
    case unknownMethod(String)
    /// The entry is not as long as it says.
    case otherSize(String)
    /// The entry's bytes are not those that were packed.
    case otherChecksum(String)
}
