import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

/// Notes as resources, for programs that do not sync (N1, N2, L1, L3, L4).
struct Notes: Sendable {
    let storage: any Storage
    let lists: AccountLists<NoteIndex>
    let rules: Rules
    let now: @Sendable () -> Instant

    private var records: RecordResource { RecordResource(kind: .note, name: "note", storage: storage) }

    /// `GET /api/v1/notes`
    @Sendable func list(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let page = try ListPage<NoteIndex>(query: request.uri.query)
        let answer = try await lists.page(page, of: session.account, at: session.cursor, context.lifetime)
        return Response(json: answer)
    }

    /// `GET /api/v1/notes/{id}`
    @Sendable func show(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let account = try context.session.account
        let key = try records.key(context)
        guard let record = try await storage.record(key, of: account)?.record, record.isAlive else {
            throw Problem.notFound
        }
        return try Self.response(record, try await photos(of: key.id, in: account))
    }

    /// `POST /api/v1/notes`
    @Sendable func create(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let (account, rules) = (session.account, rules.inForce(for: session))
        let body = try await NoteBody.new(request)
        let moment = now()
        let draft = body.applied(to: NoteDraft(), rules: rules)
        let key = Record.Key(kind: .note, id: body.id ?? RandomID.make(now: moment))
        if body.id != nil, let answer = try await existing(key, of: account, draft, body, rules) { return answer }
        let (arrangement, broken) = try await arrangement(
            of: body.photos ?? [],
            in: key.id,
            having: [],
            of: account,
            at: moment,
            id: { Self.firstPhotoID($0, of: key.id) }
        )
        let violations = rules.violations(of: draft) + body.tagViolations(rules: rules) + broken
        if !violations.isEmpty { throw Problem.broken(violations) }
        let edit = NoteEdit(key: key, arrangement: arrangement, now: moment) { existing, stamp in
            // Another request has just added the same note. The result of that request is checked again.
            existing == nil
                ? .merge(Self.fields(for: draft, arrangement, at: stamp) + body.labels(rules: rules, at: stamp))
                : .refuse(.stale)
        }
        do {
            return try created(try await edit.run(in: storage, of: account), arrangement.photos)
        } catch RecordResource.Refusal.stale {
            guard let answer = try await existing(key, of: account, draft, body, rules) else {
                throw records.problem(.stale)
            }
            return answer
        }
    }

    /// `PATCH /api/v1/notes/{id}`
    @Sendable func change(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let key = try records.key(context)
        let body = try await NoteBody.change(request)
        // Repeated while other requests change the photos at the same time: the request is applied to the present
        // photos.
        for _ in 0..<Self.tries {
            do {
                return try await change(key, to: body, session, at: now())
            } catch RecordResource.Refusal.stale {
                continue
            } catch let refusal as RecordResource.Refusal {
                throw records.problem(refusal)
            }
        }
        throw records.problem(.stale)
    }

    private static let tries = 10

    private func change(
        _ key: Record.Key,
        to body: NoteBody,
        _ session: OpenSession,
        at moment: Instant
    ) async throws -> Response {
        let (account, rules) = (session.account, rules.inForce(for: session))
        guard let before = try await storage.record(key, of: account)?.record, let note = Note(before) else {
            throw Problem.notFound
        }
        let present = try await photos(of: key.id, in: account)
        var arrangement = PhotoArrangement(present, present: present)
        let judged = Remembered<Record, (draft: NoteDraft, violations: [Violation])>()
        let judge: @Sendable (Note) -> (draft: NoteDraft, violations: [Violation]) = { note in
            let draft = body.applied(to: NoteDraft(note), rules: rules)
            return (
                draft, rules.violations(of: draft, changing: note) + body.tagViolations(changing: note, rules: rules)
            )
        }
        var violations = judged.value(for: before) { judge(note) }.violations
        if let photos = body.photos {
            let (wanted, broken) = try await self.arrangement(
                of: photos,
                in: key.id,
                having: present,
                of: account,
                at: moment,
                id: { _ in RandomID.make(now: moment) }
            )
            arrangement = wanted
            violations += broken
        }
        if !violations.isEmpty { throw Problem.broken(violations) }
        let known = before.field(Note.Field.photosChanged)
        let edit = NoteEdit(key: key, arrangement: arrangement, now: moment) { [arrangement] existing, stamp in
            guard let existing, let note = Note(existing) else { return .refuse(.notFound) }
            if !arrangement.isEmpty, existing.field(Note.Field.photosChanged) != known { return .refuse(.stale) }
            let (draft, violations) = judged.value(for: existing) { judge(note) }
            if !violations.isEmpty { return .refuse(.broken(violations)) }
            let fields = note.changes(to: draft, at: stamp) + body.labelChanges(of: note, rules: rules, at: stamp)
            return .merge(fields + (arrangement.isEmpty ? [] : [Note.photosChanged(at: stamp)]))
        }
        return try Self.response(try await edit.run(in: storage, of: account)?.record, arrangement.photos)
    }

    /// `DELETE /api/v1/notes/{id}`. Its photos are kept while the note is in the trash.
    @Sendable func delete(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        try await records.delete(try records.key(context), of: session.account, at: now())
        return .noContent
    }

    // MARK: - Repeated requests

    /// The answer to a POST of a note that exists: the note when the same request made it, else 409. Nil when there is
    /// no such note.
    private func existing(
        _ key: Record.Key,
        of account: AccountID,
        _ draft: NoteDraft,
        _ body: NoteBody,
        _ rules: Rules
    ) async throws -> Response? {
        let bodies = body.photos ?? []
        guard let stored = try await storage.record(key, of: account) else { return nil }
        guard stored.record.isAlive else { throw records.problem(.deleted) }
        let isSame = stored.record.wasMade { stamp in
            Note.fields(for: draft, at: stamp) + body.labels(rules: rules, at: stamp)
                + (bodies.isEmpty ? [] : [Note.photosChanged(at: stamp)])
        }
        guard isSame, try await wasMade(key, with: bodies, of: account, rules) else { throw records.problem(.taken) }
        return try created(stored, try await photos(of: key.id, in: account))
    }

    /// Whether the first photos of a note are those of a request, and no others. They may have been deleted since.
    private func wasMade(
        _ key: Record.Key,
        with bodies: [PhotoBody],
        of account: AccountID,
        _ rules: Rules
    ) async throws -> Bool {
        if rules.notePhotosViolation(bodies.count) != nil { return false }
        for place in 0...bodies.count {
            let first = Record.Key(kind: .photo, id: Self.firstPhotoID(place, of: key.id))
            let photo = try await storage.record(first, of: account)?.record
            let digest = photo?.noteOfPhoto == key.id ? photo?[Photo.Field.sha256]?.stringValue : nil
            if digest != (place < bodies.count ? bodies[place].sha256.description : nil) { return false }
        }
        return true
    }

    /// The id of the photo at an index of a new note. It is always the same for the same note, so that a repeated
    /// request can be distinguished from a different one.
    private static func firstPhotoID(_ place: Int, of note: UUID) -> UUID {
        UUID.v5(namespace: note, name: "photo \(place)")
    }

    private static func fields(
        for draft: NoteDraft,
        _ arrangement: PhotoArrangement,
        at stamp: Stamp
    ) -> [Record.Field] {
        Note.fields(for: draft, at: stamp) + (arrangement.isEmpty ? [] : [Note.photosChanged(at: stamp)])
    }

    // MARK: - Answering

    private func created(_ stored: StoredRecord?, _ photos: [Photo]) throws -> Response {
        var response = try Self.response(stored?.record, photos, status: .created)
        response.headers[.location] = "/api/v1/notes/\(stored?.record.id.description ?? "")"
        return response
    }

    private static func response(
        _ record: Record?,
        _ photos: [Photo],
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        guard let record, let note = Note(record, photos: photos) else { throw Problem.notFound }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2_048)
        note.write(to: &bytes)
        return Response(jsonBytes: bytes, status: status)
    }
}
