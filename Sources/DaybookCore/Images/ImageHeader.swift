/// The facts in the beginning of a picture (N4): its type, read from its content and not from its name, and its size.
public struct ImageHeader: Equatable, Sendable {
    /// The type of the bytes.
    public let type: Photo.MediaType
    /// Pixels, 1 to 2³¹ - 1.
    public let width: Int
    /// Pixels, 1 to 2³¹ - 1.
    public let height: Int

    /// The most pixels of a picture. A program that shows it needs four bytes for each pixel, whatever the file's size.
    public static var pixelsMaximum: Int64 { 100_000_000 }

    /// Nil for a size that no picture has.
    init?(_ type: Photo.MediaType, width: UInt32, height: UInt32) {
        guard width > 0, height > 0, width <= UInt32(Int32.max), height <= UInt32(Int32.max) else { return nil }
        self.type = type
        self.width = Int(width)
        self.height = Int(height)
    }

    /// Whether showing the picture would take more memory than a device should spend. Only files that were made to do
    /// harm are so large.
    public var isTooLarge: Bool {
        width > Photo.sideMaximum || height > Photo.sideMaximum
            || Int64(width) * Int64(height) > ImageHeader.pixelsMaximum
    }

    /// Reads the beginning of a picture, or all of it.
    public static func read(_ bytes: [UInt8]) -> ImageHeaderReader.Answer {
        var reader = ImageHeaderReader()
        return reader.read(bytes)
    }
}
