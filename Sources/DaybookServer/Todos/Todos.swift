import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

/// To-dos as resources, for programs that do not sync (T1 to T12, L1 to L5).
struct Todos: Sendable {
    let storage: any Storage
    let lists: AccountLists<TodoIndex>
    let rules: Rules
    let now: @Sendable () -> Instant

    private var records: RecordResource { RecordResource(kind: .todo, name: "to-do", storage: storage) }

    /// `GET /api/v1/todos`
    @Sendable func list(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let page = try ListPage<TodoIndex>(query: request.uri.query)
        let answer = try await lists.page(page, of: session.account, at: session.cursor, context.lifetime)
        return Response(json: answer)
    }

    /// `GET /api/v1/todos/{id}`
    @Sendable func show(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let stored = try await storage.record(try records.key(context), of: session.account)
        return try response(stored)
    }

    /// `POST /api/v1/todos`
    @Sendable func create(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let rules = rules.inForce(for: session)
        let body = try await TodoBody.new(request)
        let moment = now()
        let draft = body.applied(to: TodoDraft(), rules: rules)
        let violations = rules.violations(of: draft, now: moment)
        // Only a to-do with an id of its own may be there already. It broke no rule when it was made.
        if !violations.isEmpty, body.id == nil { throw Problem.broken(violations) }
        let key = Record.Key(kind: .todo, id: body.id ?? RandomID.make(now: moment))
        let stored = try await records.update(key, of: session.account, at: moment) { existing, clock in
            if let existing {
                guard existing.isAlive else { return .refuse(.deleted) }
                let isSame = existing.wasMade(by: { Todo.fields(for: draft, at: $0) }, state: Todo.Field.done)
                return isSame ? .keep : .refuse(.taken)
            }
            if !violations.isEmpty { return .refuse(.broken(violations)) }
            let stamp = clock.next(now: moment)
            return .merge(Record(kind: .todo, id: key.id, fields: Todo.fields(for: draft, at: stamp)))
        }
        var response = try response(stored, status: .created)
        response.headers[.location] = "/api/v1/todos/\(key.id)"
        return response
    }

    /// `PATCH /api/v1/todos/{id}`
    @Sendable func change(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let rules = rules.inForce(for: session)
        let key = try records.key(context)
        let moment = now()
        let body = try await TodoBody.change(request, now: moment)
        let edit = TodoEdit(key: key, now: moment, zone: body.zone)
        let judged = Remembered<Record, (draft: TodoDraft, violations: [Violation])>()
        let outcome = try await edit.run(in: storage, of: session.account) {
            existing,
            clock -> Decision<RecordResource.Refusal> in
            guard let existing, let todo = Todo(existing) else { return .refuse(.notFound) }
            let (draft, violations) = judged.value(for: existing) {
                let draft = body.applied(to: TodoDraft(todo), rules: rules)
                // A mark is not an edit: the existing values are not checked again, because an imported title may be
                // too long (I4).
                let isMark = draft == TodoDraft(todo)
                return (draft, isMark ? [] : rules.violations(of: draft, changing: todo, now: moment))
            }
            if !violations.isEmpty { return .refuse(.broken(violations)) }
            let stamp = clock.next(now: moment)
            let putsOff = body.putsOff && draft.reminder != todo.reminder
            var fields = todo.changes(to: draft, keeping: putsOff ? existing.seriesReminder : nil, at: stamp)
            if let done = body.done, done != todo.isDone {
                fields.append(Record.Field(Todo.Field.done, .bool(done), stamp))
            }
            return fields.isEmpty ? .keep : .merge(Record(kind: .todo, id: key.id, fields: fields))
        }
        return try response(try records.outcome(outcome))
    }

    /// `DELETE /api/v1/todos/{id}`
    @Sendable func delete(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        try await records.delete(try records.key(context), of: session.account, at: now())
        return .noContent
    }

    private func response(_ stored: StoredRecord?, status: HTTPResponse.Status = .ok) throws -> Response {
        guard let record = stored?.record, let todo = Todo(record) else { throw Problem.notFound }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        todo.write(to: &bytes)
        return Response(jsonBytes: bytes, status: status)
    }
}
