import Foundation
import HTTPTypes
import Hummingbird

/// The browser app: a folder read into memory once, so that serving it touches no disk and cannot leave the folder.
struct WebFolder: Sendable {
    private let files: [String: WebFile]
    private let index: WebFile?
    private let policy: SecurityHeaders.WebPolicy

    /// A folder without files.
    static let empty = WebFolder(files: [:], policy: SecurityHeaders.WebPolicy(samples: nil))

    private init(files: [String: WebFile], policy: SecurityHeaders.WebPolicy) {
        self.files = files
        self.policy = policy
        index = files["/index.html"]
    }

    /// Reads a folder. `name.br` and `name.gz` beside `name` are its compressed forms. Throws when the folder cannot be
    /// read.
    init(path: String, policy: SecurityHeaders.WebPolicy = SecurityHeaders.WebPolicy(samples: nil)) throws {
        let root = URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
        var contents: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let url = root.appendingPathComponent(name)
            let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false
            let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
            if isFile, !isHidden { contents["/" + name] = Array(try Data(contentsOf: url)) }
        }
        var files: [String: WebFile] = [:]
        for (name, bytes) in contents {
            let isVariant = [".gz", ".br"].contains { name.hasSuffix($0) && contents[String(name.dropLast(3))] != nil }
            if isVariant { continue }
            files[name] = WebFile(
                type: MediaTypes.type(of: name),
                plain: bytes,
                gzip: contents[name + ".gz"],
                brotli: contents[name + ".br"],
                policy: policy
            )
        }
        self.init(files: files, policy: policy)
    }

    /// The number of files.
    var count: Int { files.count }

    /// The file of a path; nil when there is no such file.
    ///
    /// A path without a dot in its last part is one of the app's own screens, which index.html shows.
    func file(at path: String) -> WebFile? {
        if let file = files[path] { return file }
        let isScreen = path.split(separator: "/").last.map { !$0.contains(".") } ?? true
        return isScreen ? index : nil
    }

    /// What another app shares is for the service worker, and comes here if that is not installed yet. Nothing of it is read:
    /// anybody may send it. The web app opens, installs its worker, and asks to share it again.
    func missedShare(_ request: Request) -> Response? {
        guard request.method == .post, request.uri.path == "/share", index != nil else { return nil }
        return Response(status: .seeOther, headers: [.location: "/?missed=share", .connection: "close"])
    }

    /// The answer to a request for a file.
    func answer(to request: FileRequest, with file: WebFile) -> WebAnswer {
        let variant = file.variant(accepting: request.encodings)
        let isOlder = SecurityHeaders.isOlderSafari(request.userAgent)
        return WebAnswer(
            variant: variant,
            isKnown: EntityTag.isNamed(variant.tag, in: request.knownTags),
            isHead: request.isHead,
            policy: isOlder ? SecurityHeaders.policyName.map { HTTPField(name: $0, value: policy.older) } : nil
        )
    }
}
