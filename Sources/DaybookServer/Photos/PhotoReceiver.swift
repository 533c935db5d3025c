import Crypto
import DaybookCore
import DaybookStore
import NIOCore

/// Receives a photo: counts and hashes its bytes, detects its type, and passes them on in pieces, so that it uses the
/// same memory whatever the photo's size.
struct PhotoReceiver {
    /// Bytes of one write: few enough for many concurrent uploads, enough for few trips to the disk.
    static let piece = 128 << 10

    /// The upload that takes the bytes; nil when they are only checked.
    private let upload: (any PhotoUpload)?
    private let limit: Int
    private var hasher = SHA256()
    private var header = ImageHeaderReader()
    private var waiting: [UInt8] = []
    private(set) var count = 0

    /// An intake of a photo of at most `limit` bytes.
    init(into upload: (any PhotoUpload)?, limit: Int) {
        self.upload = upload
        self.limit = limit
        // Allocated once, with room for the read that fills it.
        if upload != nil { waiting.reserveCapacity(Self.piece + SmallReads.most) }
    }

    /// Adds bytes. Throws a ``PhotoRefusal`` as soon as it is known that they are not an allowed photo.
    mutating func take(_ bytes: ByteBuffer) async throws {
        count += bytes.readableBytes
        guard count <= limit else { throw PhotoRefusal.tooManyBytes(limit: limit) }
        if !header.isWhole {
            switch header.read(bytes.readableBytesView) {
            case .needsMore: break
            case .refused: throw PhotoRefusal.noPicture
            case .found(let found): if found.isTooLarge { throw PhotoRefusal.tooManyPixels(found) }
            }
        }
        bytes.withUnsafeReadableBytes { bytes in
            hasher.update(bufferPointer: bytes)
            if upload != nil { waiting += bytes }
        }
        if waiting.count >= Self.piece { try await flush() }
    }

    /// The facts of the photo, whose digest must be the expected one.
    mutating func finish(expecting digest: DaybookCore.Digest) async throws -> PhotoFacts {
        guard case .found(let found) = header.answer, header.isWhole else { throw PhotoRefusal.noPicture }
        guard DaybookCore.Digest(bytes: Array(hasher.finalize())) == digest else { throw PhotoRefusal.otherBytes }
        try await flush()
        return PhotoFacts(sha256: digest, type: found.type, width: found.width, height: found.height)
    }

    private mutating func flush() async throws {
        guard let upload, !waiting.isEmpty else { return }
        try await upload.write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}

/// Why some bytes are not kept as a photo (N4).
enum PhotoRefusal: Error, Equatable {
    case tooManyBytes(limit: Int)
    /// Not one of the four types, broken, or without its end.
    case noPicture
    /// The unpacked picture would be too large for devices to show.
    case tooManyPixels(ImageHeader)
    /// The digest differs from the announced one.
    case otherBytes
}
