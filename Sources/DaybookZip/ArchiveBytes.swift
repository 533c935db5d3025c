/// An archive's bytes, wherever they are: only what is looked at is read.
public struct ArchiveBytes: Sendable {
    /// The number of bytes.
    let count: Int
    private let read: @Sendable (Range<Int>) -> ArraySlice<UInt8>

    /// Bytes that are in memory.
    public init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { bytes[$0] }
    }

    /// Bytes that `read` gives when they are asked for, and that do not change meanwhile. It is only ever asked for some
    /// that there are, and gives as many.
    public init(count: Int, read: @escaping @Sendable (Range<Int>) -> ArraySlice<UInt8>) {
        self.count = count
        self.read = read
    }

    /// Some of the bytes. The range must be within all of them.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes beyond the end were asked for")
        return read(range)
    }
}
