import DaybookCore

/// The services of a device for the person, besides showing the screens.
@MainActor public protocol PhoneServices: AnyObject {
    /// Has the screen reader speak a text.
    func announce(_ text: String)
}

/// Makes photos from the files of a camera or a library (N5).
public protocol PhotoMaker: Sendable {
    /// A photo with its thumbnail: upright, scaled to `side` pixels on its longer side at most, and without the camera's metadata.
    /// Throws ``PhotoFailure``.
    func photo(of bytes: [UInt8], side: Int) async throws -> PhotoTransfers.Picture
}

/// The reason why bytes did not become a photo.
public struct PhotoFailure: Error, Equatable, Sendable {
    /// The reason.
    public var reason: PhotoTransfers.Failure

    /// A failure.
    public init(_ reason: PhotoTransfers.Failure) {
        self.reason = reason
    }
}
