/// Photos in transit: from a camera or a file into a note, and from this device to the server.
public struct PhotoTransfers: Equatable, Sendable {
    /// Pictures that are being decoded, scaled and stored.
    public internal(set) var incoming: [Incoming] = []
    /// The photos that the server lacks, in the order of their upload.
    public internal(set) var uploads: [Upload] = []
    /// The number of uploads that failed in a row.
    var failures = 0

    /// A picture that is becoming a photo of a note.
    public struct Incoming: Equatable, Sendable {
        /// The host's name for it.
        let ticket: String
        /// The note that the photo goes into.
        public let note: Note.ID
        /// The scaled photo; nil while the picture is being decoded and scaled.
        var photo: Photo?
    }

    /// Bytes that the server lacks.
    public struct Upload: Equatable, Sendable {
        /// The photo or thumbnail that the bytes belong to.
        public let sha256: Digest
        /// The type of the bytes; nil for a thumbnail, whose type the store knows.
        let type: Photo.MediaType?
        /// The progress in percent, 0 to 100; nil while the upload waits.
        public internal(set) var percent: Int?
        /// The upload was tried before, and the bytes may have arrived.
        var wasTried = false
        /// The reason why the server refused the upload, which is then not tried again before the next launch.
        public internal(set) var refusal: String?
    }

    /// The reason why a file is not a photo.
    public enum Failure: String, Sendable {
        case notImage
        case tooLarge
        case memory
    }

    /// A photo as the web app has scaled it.
    public struct Picture: Equatable, Sendable {
        /// The type of its bytes.
        public var type: Photo.MediaType
        /// Pixels.
        public var width: Int
        /// Pixels.
        public var height: Int
        /// The photo itself.
        public var bytes: [UInt8]
        /// The thumbnail's bytes; empty when there is no thumbnail.
        public var thumbnail: [UInt8]

        /// A photo as the web app has scaled it.
        public init(type: Photo.MediaType, width: Int, height: Int, bytes: [UInt8], thumbnail: [UInt8]) {
            self.type = type
            self.width = width
            self.height = height
            self.bytes = bytes
            self.thumbnail = thumbnail
        }
    }

    /// The number of uploads at a time.
    static let uploadsAtOnce = 2
}
