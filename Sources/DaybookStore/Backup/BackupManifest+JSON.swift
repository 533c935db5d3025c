import DaybookCore

extension BackupManifest {
    /// A manifest needs about 230 bytes for each photo; this is enough for four million photos.
    private static let limits = JSON.Limits(size: 1 << 30, depth: 8)

    /// The manifest as the bytes of its file.
    var encoded: [UInt8] {
        let json = JSON.object([
            .init("format", .string(Self.format)), .init("version", .integer(Self.version)),
            .init("takenAt", .string(takenAt.rfc3339)), .init("daybook", .string(daybook)),
            .init("schema", .integer(Int64(schema))), .init("installation", .string(installation)),
            .init("files", .array(files.map(\.json))), .init("absent", .array(absent.map { .string($0) })),
        ])
        return json.encoded + [UInt8(ascii: "\n")]
    }

    /// Reads the bytes of a manifest's file. Throws ``BackupError/notABackup(path:detail:)``.
    init(_ bytes: [UInt8], of backup: String) throws(BackupError) {
        func wrong(_ detail: String) -> BackupError { .notABackup(path: backup, detail: detail) }
        guard let json = try? JSON(bytes, limits: Self.limits), json["format"]?.stringValue == Self.format,
            let version = json["version"]?.integerValue
        else { throw wrong("its manifest cannot be read") }
        guard version == Self.version else {
            throw wrong("its manifest is of version \(version), and this Daybook reads \(Self.version). Update Daybook")
        }
        guard let takenAt = json["takenAt"]?.stringValue.flatMap({ Instant(rfc3339: $0) }),
            let daybook = json["daybook"]?.stringValue,
            let schema = json["schema"]?.integerValue.flatMap({ Int(exactly: $0) }),
            let installation = json["installation"]?.stringValue,
            let files = json["files"]?.arrayValue, let absent = json["absent"]?.arrayValue
        else { throw wrong("its manifest lacks a part") }
        self.init(
            takenAt: takenAt,
            daybook: daybook,
            schema: schema,
            installation: installation,
            files: files.compactMap(File.init(json:)),
            absent: absent.compactMap(\.stringValue).filter(Self.isSafe)
        )
        guard self.files.count == files.count, self.absent.count == absent.count,
            Set(self.files.map(\.path)).count == files.count,
            self.files.contains(where: { $0.path == "daybook.sqlite" })
        else { throw wrong("its manifest names files that a backup cannot have") }
    }
}

extension BackupManifest.File {
    fileprivate var json: JSON {
        .object([
            .init("path", .string(path)), .init("bytes", .integer(bytes)),
            .init("sha256", .string(sha256.description)),
        ])
    }

    /// Nil for a file that no backup of Daybook has, such as a path outside its folder.
    fileprivate init?(json: JSON) {
        guard let path = json["path"]?.stringValue, BackupManifest.isSafe(path), path != BackupManifest.fileName,
            let bytes = json["bytes"]?.integerValue, bytes >= 0,
            let sha256 = json["sha256"]?.stringValue.flatMap({ Digest($0) })
        else { return nil }
        self.init(path: path, bytes: bytes, sha256: sha256)
    }
}
