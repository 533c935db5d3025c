import DaybookCore
import Hummingbird

/// The members of a note in a request. A missing member leaves a value as it is.
struct NoteBody: Sendable {
    var id: UUID?
    var title: String?
    var description: String?
    var tags: [String]?
    var isPinned: Bool?
    /// The photos that the note is to have, in order.
    var photos: [PhotoBody]?

    /// Reads the body of a POST, which may include the note's id.
    static func new(_ request: Request) async throws -> NoteBody {
        var reader = try await request.jsonObject(limit: Request.recordBodyLimit)
        var body = NoteBody()
        body.id = reader.id("id")
        body.readDraft(&reader)
        try reader.finish()
        return body
    }

    /// Reads the body of a PATCH.
    static func change(_ request: Request) async throws -> NoteBody {
        var reader = try await request.jsonObject(limit: Request.recordBodyLimit)
        var body = NoteBody()
        body.readDraft(&reader)
        try reader.finish()
        return body
    }

    private mutating func readDraft(_ reader: inout ObjectReader) {
        title = reader.optionalText("title")
        description = reader.optionalText("description")
        tags = reader.texts("tags")
        isPinned = reader.flag("pinned")
        photos = reader.objects("photos", read: PhotoBody.init(reader:))
    }

    /// The rules that the tags of the body break. `note`: the note that is to have them; nil for a new one.
    func tagViolations(changing note: Note? = nil, rules: Rules) -> [Violation] {
        tags.map { rules.violations(ofTags: rules.normalized(tags: $0), having: note?.tags ?? []) } ?? []
    }

    /// The fields of a new note for its tags and its pin.
    func labels(rules: Rules, at stamp: Stamp) -> [Record.Field] {
        Note.labels(rules.normalized(tags: tags ?? []), isPinned: isPinned ?? false, at: stamp)
    }

    /// The fields that give a note the tags and the pin of the body.
    func labelChanges(of note: Note, rules: Rules, at stamp: Stamp) -> [Record.Field] {
        note.changes(tags: tags.map { rules.normalized(tags: $0) }, isPinned: isPinned, at: stamp)
    }

    /// A draft with the changes of the body, normalized by the rules.
    func applied(to draft: NoteDraft, rules: Rules) -> NoteDraft {
        var draft = draft
        if let title { draft.title = title }
        if let description { draft.description = description }
        return rules.normalized(draft)
    }
}

/// A photo of a note in a request: its digest, and the facts that an earlier answer gave.
struct PhotoBody: Sendable {
    let sha256: Digest
    private let type: String?
    private let width: Int64?
    private let height: Int64?
    private let bytes: Int64?
    /// `.some(nil)` means no thumbnail.
    let thumbnail: Digest??

    /// Nil when the digest is missing.
    init?(reader: inout ObjectReader) {
        let sha256 = reader.digest("sha256")
        type = reader.optionalWord("type")
        width = reader.integer("width")
        height = reader.integer("height")
        bytes = reader.integer("bytes")
        thumbnail = reader.nullableDigest("thumbnail")
        guard let sha256 else { return nil }
        self.sha256 = sha256
    }

    /// Whether the facts in the request match the stored picture.
    func agrees(with photo: Photo) -> Bool {
        (type ?? photo.type.rawValue) == photo.type.rawValue && (width ?? Int64(photo.width)) == Int64(photo.width)
            && (height ?? Int64(photo.height)) == Int64(photo.height)
            && (bytes ?? Int64(photo.bytes)) == Int64(photo.bytes) && (thumbnail ?? photo.thumbnail) == photo.thumbnail
    }
}
