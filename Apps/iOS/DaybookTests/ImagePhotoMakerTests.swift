import DaybookPhone
import Foundation
import Testing
import UIKit

@testable import Daybook

/// Photos of pictures that the device draws.
struct ImagePhotoMakerTests {
    @Test("[N5] a picture is scaled to its longer side and becomes a JPEG with a thumbnail")
    func scales() async throws {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 3_000, height: 1_500)).pngData { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 3_000, height: 1_500))
        }
        let photo = try await ImagePhotoMaker().photo(of: Array(picture), side: 2_048)
        #expect(photo.type == .jpeg && photo.width == 2_048 && photo.height == 1_024)
        #expect(!photo.thumbnail.isEmpty && photo.thumbnail.count < photo.bytes.count)
    }

    @Test("[N4] what is not a picture is refused")
    func refuses() async {
        await #expect(throws: PhotoFailure(.notImage)) {
            try await ImagePhotoMaker().photo(of: Array("no picture".utf8), side: 2_048)
        }
    }
}
