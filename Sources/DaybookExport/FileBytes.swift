import DaybookZip
import Foundation

/// The bytes of an open file. Only the bytes that are needed are read.
package final class FileBytes: Sendable {
    private let descriptor: Int32
    /// The number of bytes when the file was opened.
    package let count: Int

    /// Opens a file to read it; nil when that is not possible.
    package init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0, let count = Int(exactly: end) else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.count) = (descriptor, count)
    }

    deinit { close(descriptor) }

    /// The file as an archive.
    package var archive: ArchiveBytes {
        ArchiveBytes(count: count) { [self] range in Self.read(descriptor, range)[...] }
    }

    /// Bytes of a file. Bytes that the disk cannot read become zeros, and the checksum of an archive then fails.
    package static func read(_ descriptor: Int32, _ range: Range<Int>) -> [UInt8] {
        whole(descriptor, range) ?? [UInt8](repeating: 0, count: range.count)
    }

    /// Bytes of a file; nil when it is shorter, or cannot be read.
    package static func whole(_ descriptor: Int32, _ range: Range<Int>) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let filled = bytes.withUnsafeMutableBytes { memory in
            var filled = 0
            while filled < memory.count {
                let start = memory.baseAddress.map { $0 + filled }
                let count = pread(descriptor, start, memory.count - filled, off_t(range.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                filled += count
            }
            return filled
        }
        return filled == range.count ? bytes : nil
    }
}
