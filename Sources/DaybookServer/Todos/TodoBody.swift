import DaybookCore
import Hummingbird

/// The members of a to-do in a request. A missing member leaves a value as it is; null removes it.
struct TodoBody {
    var id: UUID?
    var title: String?
    var detail: String??
    var done: Bool?
    var deadline: Instant??
    var reminder: Instant??
    var tags: [String]?
    var repetition: Repetition??
    var note: Note.ID??
    /// Whether the reminder is put off, so that later occurrences remind at the hour that it had before.
    var putsOff = false
    /// The time zone of the person who marks it; nil for UTC.
    var zone: DaybookCore.TimeZone?

    /// Reads the body of a POST. It may include the to-do's id, but not its state (T7).
    static func new(_ request: Request) async throws -> TodoBody {
        var reader = try await request.jsonObject(limit: Request.recordBodyLimit)
        var body = TodoBody()
        body.id = reader.id("id")
        body.readDraft(&reader)
        try reader.finish()
        return body
    }

    /// Reads the body of a PATCH.
    static func change(_ request: Request, now: Instant) async throws -> TodoBody {
        var reader = try await request.jsonObject(limit: Request.recordBodyLimit)
        var body = TodoBody()
        body.done = reader.flag("done")
        body.putsOff = reader.flag("snooze") ?? false
        body.zone = reader.timeZone(around: now)
        body.readDraft(&reader)
        try reader.finish()
        return body
    }

    private mutating func readDraft(_ reader: inout ObjectReader) {
        title = reader.optionalText("title")
        detail = reader.nullableText("detail")
        deadline = reader.nullableInstant("deadline")
        reminder = reader.nullableInstant("reminder")
        tags = reader.texts("tags")
        repetition = reader.nullableObject("repeat", read: Self.repetition)
        note = reader.nullableID("note").map { $0.map { Note.ID($0) } }
    }

    private static func repetition(_ reader: inout ObjectReader) -> Repetition? {
        let text = reader.optionalText("rule")
        let from = reader.optionalWord("from") ?? RecurrenceBasis.due.name
        let (rule, basis) = (text.flatMap { RecurrenceRule(rfc5545: $0) }, RecurrenceBasis(named: from))
        if text != nil, rule == nil { reader.note("rule", .badForm, Rules.unreadableRule.message) }
        if let rule, !rule.isReasonable { reader.note("rule", .tooMany, Rules.overlongRule.message) }
        if basis == nil { reader.note("from", .badForm, "Give due or done.") }
        guard let rule, let basis else { return nil }
        return Repetition(rule, from: basis)
    }

    /// A draft with the changes of the body, normalized by the rules.
    func applied(to draft: TodoDraft, rules: Rules) -> TodoDraft {
        var draft = draft
        if let title { draft.title = title }
        if let detail { draft.detail = detail ?? "" }
        if let deadline { draft.deadline = deadline }
        if let reminder { draft.reminder = reminder }
        if let tags { draft.tags = tags }
        if let repetition { draft.repetition = repetition }
        if let note { draft.note = note }
        return rules.normalized(draft)
    }
}
