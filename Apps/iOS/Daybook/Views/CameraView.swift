import SwiftUI
import UIKit

/// The camera, for one photo.
struct CameraView: UIViewControllerRepresentable {
    /// Whether this device has a camera.
    static var isAvailable: Bool { UIImagePickerController.isSourceTypeAvailable(.camera) }

    /// Takes the bytes of the photo. ``ImagePhotoMaker`` scales them and leaves the camera's metadata out (N5).
    var take: ([UInt8]) -> Void
    @Environment(\.dismiss) private var dismiss

    func makeCoordinator() -> Coordinator { Coordinator(take) }

    func makeUIViewController(context: Context) -> UIImagePickerController {
        let picker = UIImagePickerController()
        picker.sourceType = .camera
        picker.delegate = context.coordinator
        return picker
    }

    func updateUIViewController(_ picker: UIImagePickerController, context: Context) {
        context.coordinator.close = { dismiss() }
    }

    /// Receives the person's choice.
    @MainActor final class Coordinator: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        private static let quality = 0.95
        private let take: ([UInt8]) -> Void
        var close: () -> Void = {}

        init(_ take: @escaping ([UInt8]) -> Void) {
            self.take = take
        }

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) {
            let image = info[.originalImage] as? UIImage
            if let data = image?.jpegData(compressionQuality: Self.quality) { take(Array(data)) }
            close()
        }

        func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { close() }
    }
}
