import DaybookClient
import DaybookCore
import Foundation

/// Makes a photo of a file: without metadata, with 2,048 pixels a side at most, and with a thumbnail where the machine can draw
/// (N5).
struct PhotoMaking {
    let rules: Rules
    let tool: PictureTool?

    /// The photo of a file. Throws a ``Refusal`` that names the file.
    func picture(of path: String) throws -> PhotoTransfers.Picture {
        let name = DisplayWidth.harmless(path)
        do {
            let file = try PhotoFile(path: path, rules: rules)
            var picture: PhotoTransfers.Picture
            if let whole = try file.photo(turned: tool == nil) {
                picture = whole
            } else {
                picture = try scaled(path, file.header)
            }
            picture.thumbnail = thumbnail(path, file.header)
            return picture
        } catch .unreadable(let reason) as PhotoFile.Failure {
            throw Refusal("\(name) cannot be read: \(reason).")
        } catch PhotoFile.Failure.notImage {
            throw Refusal("\(name) is not a whole JPEG, PNG, WebP or GIF picture.")
        } catch PhotoFile.Failure.tooLarge {
            throw Refusal("\(name) is too large: a file of up to 100 MB with up to 20,000 pixels a side can be scaled.")
        }
    }

    /// The types in which a picture is drawn, in the order in which they are tried. A large PNG is a photo, and a GIF
    /// becomes a picture that does not move.
    private func types(of type: Photo.MediaType) -> [Photo.MediaType] {
        switch type {
        case .jpeg: [.jpeg]
        case .webp: [.webp, .jpeg]
        case .png, .gif: [.png, .jpeg]
        }
    }

    private func scaled(_ path: String, _ header: ImageHeader) throws -> PhotoTransfers.Picture {
        let (name, side) = (DisplayWidth.harmless(path), rules.photoSideMaximum)
        guard let tool else {
            throw Refusal(
                """
                \(name) has \(header.width) × \(header.height) pixels. Photos have \(side) a side at most, and this machine has \
                no program that scales pictures: install ImageMagick, or add the photo in the web app, which scales it.
                """
            )
        }
        for type in types(of: header.type) {
            guard let data = tool.scaled(path, header, side: side, as: type),
                let file = try? PhotoFile(data, rules: rules), let picture = try? file.photo(turned: true),
                type != .png || picture.bytes.count <= PhotoMaking.pngMaximum
            else { continue }
            return picture
        }
        throw Refusal("\(name) cannot be scaled to \(side) pixels a side and 10 MB by this machine's ImageMagick.")
    }

    /// The most bytes of a PNG that was drawn again. A larger one is a photo and not a drawing. As in the web app.
    private static let pngMaximum = 3_000_000

    private func thumbnail(_ path: String, _ header: ImageHeader) -> [UInt8] {
        guard let data = tool?.thumbnail(path, header), let file = try? PhotoFile(data, rules: rules),
            let picture = try? file.photo(turned: true), picture.type == .jpeg
        else { return [] }
        return picture.bytes
    }
}
