/// Photos on their way: from a camera or a file into a note, and from this device to the server.
public struct PhotoDesk: Equatable, Sendable {
    /// Pictures that are being decoded, scaled and stored.
    public internal(set) var incoming: [Incoming] = []
    /// What the server lacks, in the order in which it goes.
    public internal(set) var uploads: [Upload] = []
    /// Uploads that failed in a row.
    var failures = 0

    /// A picture that is becoming a photo of a note.
    public struct Incoming: Equatable, Sendable {
        /// The page's name for it.
        let ticket: String
        /// Where it goes.
        public let note: Note.ID
        /// What it became; nil while it is being decoded and scaled.
        var photo: Photo?
    }

    /// Bytes that the server lacks.
    public struct Upload: Equatable, Sendable {
        /// Of which photo or thumbnail.
        public let sha256: Digest
        /// What they are; nil for a thumbnail, whose type the store knows.
        let type: Photo.MediaType?
        /// How much has gone, 0 to 100; nil while it waits.
        public internal(set) var percent: Int?
        /// It was tried before, and may have arrived.
        var wasTried = false
        /// Why the server does not take it; it is not tried again before the next launch.
        public internal(set) var refusal: String?
    }

    /// Why a file is no photo.
    public enum Failure: String, Sendable {
        case notImage
        case tooLarge
        case memory
    }

    /// A photo as the page has scaled it.
    public struct Picture: Equatable, Sendable {
        /// What its bytes are.
        public var type: Photo.MediaType
        /// Pixels.
        public var width: Int
        /// Pixels.
        public var height: Int
        /// The photo itself.
        public var bytes: [UInt8]
        /// A small picture of it; empty for none.
        public var thumbnail: [UInt8]

        /// A photo as the page has scaled it.
        public init(type: Photo.MediaType, width: Int, height: Int, bytes: [UInt8], thumbnail: [UInt8]) {
            self.type = type
            self.width = width
            self.height = height
            self.bytes = bytes
            self.thumbnail = thumbnail
        }
    }

    /// Uploads at a time.
    static let uploadsAtOnce = 2
}
