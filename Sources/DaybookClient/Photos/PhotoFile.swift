import DaybookCore
import Foundation

/// A file that is to become a photo of a note: what picture it is, and what has to be done with it (N4, N5).
public struct PhotoFile: Sendable {
    /// Type and size, from its content.
    public let header: ImageHeader
    private let data: Data
    private let rules: Rules

    /// Why a file cannot become a photo.
    public enum Failure: Error, Equatable, Sendable {
        /// The file does not exist or cannot be read, for this reason.
        case unreadable(String)
        /// The content is of none of the four types, or its end is missing.
        case notImage
        /// The file, or the picture in it, is too large to decode.
        case tooLarge
    }

    /// Bytes of a file at most. The web app has the same bound.
    public static let bytesMaximum = 100_000_000

    /// Reads a file's header. The file is mapped into memory, and not read as a whole.
    public init(path: String, rules: Rules = .standard) throws(Failure) {
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            if try handle.seekToEnd() > UInt64(PhotoFile.bytesMaximum) { throw Failure.tooLarge }
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .unreadable(PhotoFile.reason(error))
        }
        try self.init(data, rules: rules)
    }

    /// Reads the header of a file's bytes.
    public init(_ data: Data, rules: Rules = .standard) throws(Failure) {
        var reader = ImageHeaderReader()
        guard case .found(let header) = reader.read(data), reader.isWhole else { throw .notImage }
        if header.isTooLarge { throw .tooLarge }
        self.header = header
        self.data = data
        self.rules = rules
    }

    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return underlying.map { String(cString: strerror(Int32($0.code))) } ?? "it cannot be read"
    }

    /// The photo, with the pixels as they are in the file; nil when it has to be drawn again: scaled, or made of fewer
    /// bytes.
    ///
    /// `turned`: also a photo that lies on its side, which then keeps the number by which programs turn it.
    /// Throws ``Failure/notImage`` when the picture does not come to its end.
    public func photo(turned: Bool) throws(Failure) -> PhotoTransfers.Picture? {
        guard max(header.width, header.height) <= rules.photoSideMaximum, data.count <= PhotoFile.room(rules) else {
            return nil
        }
        guard let clean = PictureCleaner.clean([UInt8](data), header.type) else { throw .notImage }
        guard clean.bytes.count <= rules.photoBytesMaximum, turned || clean.turn == 1 else { return nil }
        return PhotoTransfers.Picture(
            type: header.type,
            width: header.width,
            height: header.height,
            bytes: clean.bytes,
            thumbnail: []
        )
    }

    /// The most bytes of a file that may be small enough once its metadata is removed.
    private static func room(_ rules: Rules) -> Int { rules.photoBytesMaximum * 2 }
}
