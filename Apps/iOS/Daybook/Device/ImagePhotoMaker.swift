import DaybookCore
import DaybookPhone
import Foundation
import ImageIO
import UniformTypeIdentifiers

/// Makes photos with ImageIO: upright, scaled, as JPEG, and without the camera's metadata (N5).
struct ImagePhotoMaker: PhotoMaker {
    private static let thumbnailSide = 320
    private static let quality = 0.85

    func photo(of bytes: [UInt8], side: Int) async throws -> PhotoTransfers.Picture {
        guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil), CGImageSourceGetCount(source) > 0,
            let image = Self.scaled(source, side), let thumbnail = Self.scaled(source, Self.thumbnailSide),
            let photo = Self.jpeg(image), let small = Self.jpeg(thumbnail)
        else { throw PhotoFailure(.notImage) }
        return PhotoTransfers.Picture(
            type: .jpeg,
            width: image.width,
            height: image.height,
            bytes: Array(photo),
            thumbnail: Array(small)
        )
    }

    /// The picture, upright and no longer than `side` pixels. ImageIO decodes it at that size, so a large picture does not
    /// fill the memory.
    private static func scaled(_ source: CGImageSource, _ side: Int) -> CGImage? {
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: side,
        ]
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    }

    /// The picture alone as JPEG: no properties of the source are copied.
    private static func jpeg(_ image: CGImage) -> Data? {
        let data = NSMutableData()
        let type = UTType.jpeg.identifier as CFString
        guard let target = CGImageDestinationCreateWithData(data as CFMutableData, type, 1, nil) else { return nil }
        let options = [kCGImageDestinationLossyCompressionQuality: quality] as CFDictionary
        CGImageDestinationAddImage(target, image, options)
        return CGImageDestinationFinalize(target) ? Data(referencing: data) : nil
    }
}
