import DaybookClient
import DaybookCore
import Foundation

/// The machine's program that draws pictures, if it has one: ImageMagick, or GraphicsMagick, which takes the same
/// arguments.
///
/// It sees a picture whose header Daybook has read (N4), as its standard input and with its type, so that it neither guesses a
/// type nor opens another file, and it has bounded memory and time.
struct PictureTool {
    private let words: [String]
    private let isGraphicsMagick: Bool

    /// Pixels of a thumbnail's longer side, as in the web app.
    private static let thumbnailSide = 320
    /// The most seconds for one picture.
    private static let timeout = 60
    /// As in the web app.
    private static let quality = "86"

    /// The first such program in a search path.
    init?(_ environment: [String: String]) {
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        func find(_ name: String) -> String? {
            folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }
        isGraphicsMagick = find("magick") == nil && find("convert") == nil
        if let path = find("magick") ?? find("convert") {
            words = [path]
        } else if let path = find("gm") {
            words = [path, "convert"]
        } else {
            return nil
        }
    }

    /// A picture of at most this many pixels a side, upright; nil when the program cannot make it.
    func scaled(_ path: String, _ header: ImageHeader, side: Int, as type: Photo.MediaType) -> Data? {
        run(path, header.type, ["-auto-orient", "-resize", "\(side)x\(side)>", "-quality", PictureTool.quality], type)
    }

    /// A small JPEG of a picture, transparent parts white; nil when the program cannot make it.
    func thumbnail(_ path: String, _ header: ImageHeader) -> Data? {
        let side = PictureTool.thumbnailSide
        let shrink = ["-auto-orient", "-background", "white", "-flatten", "-thumbnail", "\(side)x\(side)>"]
        return run(path, header.type, shrink + ["-quality", PictureTool.quality], .jpeg)
    }

    private func run(_ path: String, _ from: Photo.MediaType, _ work: [String], _ to: Photo.MediaType) -> Data? {
        let input = open(path, O_RDONLY)
        guard input >= 0 else { return nil }
        defer { close(input) }
        var name = Array("\(FileManager.default.temporaryDirectory.path)/daybook-XXXXXX".utf8CString)
        let output = mkstemp(&name)
        guard output >= 0 else { return nil }
        let result = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            close(output)
            unlink(result)
        }
        let memory = isGraphicsMagick ? "Memory" : "memory"
        let words =
            self.words + ["-limit", memory, "512MiB", "-limit", isGraphicsMagick ? "Map" : "map", "1GiB"]
            // Of an animation the first picture.
            + ["\(from.fileExtension):-[0]"] + work + ["\(to.fileExtension):-"]
        let files = ChildProcess.Files(input: input, output: output)
        guard let child = try? ChildProcess(words, files: files), child.wait(seconds: PictureTool.timeout) == 0 else {
            return nil
        }
        return FileManager.default.contents(atPath: result)
    }
}
