/// An archive's bytes, in memory or in a file. Only the bytes that are needed are read.
public struct ArchiveBytes: Sendable {
    /// The number of bytes.
    let count: Int
    private let read: @Sendable (Range<Int>) -> ArraySlice<UInt8>

    /// Bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { bytes[$0] }
    }

    /// Bytes that `read` returns on demand. They must not change meanwhile. `read` is only called with ranges within
    /// `count`, and must return as many bytes as the range has.
    public init(count: Int, read: @escaping @Sendable (Range<Int>) -> ArraySlice<UInt8>) {
        self.count = count
        self.read = read
    }

    /// Some of the bytes. The range must be within `count`.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes beyond the end were asked for")
        return read(range)
    }
}
