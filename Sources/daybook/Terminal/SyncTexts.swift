import DaybookClient
import DaybookCore

/// The result of a sync, in words and as JSON.
struct SyncTexts {
    var report: SyncReport
    /// Records with changes that are still to be sent.
    var waiting = 0
    /// Some of the changes that the server refuses, and how many there are.
    var refused: [RefusedChange] = []
    var refusedCount = 0
    /// The most replaced texts that are printed.
    var replaced: [ReplacedListing] = []

    /// One line.
    var summary: String {
        var parts: [String] = []
        if report.resets > 0 {
            parts.append("Everything was read again, since the server has forgotten older changes.")
        }
        parts.append(
            report.sent + report.refused + report.received + report.photos == 0
                ? "Nothing to sync." : "Synced: \(report.sent) sent, \(report.received) received."
        )
        if report.photos > 0 { parts.append("\(Texts.photos(report.photos)) uploaded.") }
        if waiting > 0 { parts.append("\(waiting) still to send.") }
        return parts.joined(separator: " ")
    }

    /// The texts that newer ones of other devices replaced, a line for each, clipped to a line's length.
    var replacements: String {
        let count = report.replacedCount
        let first =
            count == 1
            ? "A text was edited on another device after you. The newer text shows; `daybook history` has yours:"
            : "\(count) texts were edited elsewhere after you. The newer texts show; `daybook history` has yours:"
        let lines = replaced.map { one in
            let text = Texts.brief(one.text.field.value.stringValue ?? "")
            let field = Texts.fieldName(one.text.field.name).lowercased()
            let line = "\(one.record.name) “\(Texts.brief(one.record.title))”: your \(field) was “\(text)”"
            return "  " + DisplayWidth.harmless(line)
        }
        let more = count > replaced.count ? ["  and \(count - replaced.count) more"] : []
        return ([first] + lines + more).joined(separator: "\n")
    }

    /// The photos that the server refuses, a line for each.
    var photoRefusals: String {
        var lines = report.refusedPhotos.prefix(20).map { DisplayWidth.harmless("  “\($0.title)”: \($0.reason)") }
        let rest = report.refusedPhotos.count - lines.count
        if rest > 0 { lines.append("  and \(rest) more") }
        let one = report.refusedPhotos.count == 1
        let first = """
            The server refuses \(Texts.photos(report.refusedPhotos.count)). \(one ? "It stays" : "They stay") on this machine, and \
            the next sync tries again:
            """
        return ([first] + lines).joined(separator: "\n")
    }

    /// The changes that the server refuses, a line for each.
    var refusals: String {
        let one = refusedCount == 1
        var lines = [
            """
            The server refuses \(refusedCount) change\(one ? "" : "s"). \(one ? "It stays" : "They stay") in this notebook. \
            Change what is refused, and the next sync sends it:
            """
        ]
        for change in refused {
            let reasons = change.violations.map { $0.message }.joined(separator: " ")
            let title = change.title.map { " “\($0)”" } ?? ""
            lines.append("  " + DisplayWidth.harmless("\(change.name)\(title): \(reasons)"))
        }
        if refusedCount > refused.count { lines.append("  and \(refusedCount - refused.count) more") }
        return lines.joined(separator: "\n")
    }

    /// `{"sync":{"sent","received","waiting","resets","refused","refusals":[{"kind","id","short","title","errors"}],`
    /// `"photos","refusedPhotos":[{"sha256","title","reason"}],`
    /// `"replaced","replacements":[{"kind","id","short","title","field","value"}]}}`
    var json: String {
        let refusals = refused.map { change in
            JSON.object([
                .init("kind", .string(change.key.kind.name)), .init("id", .string(change.key.id.description)),
                .init("short", .string(change.name)), .init("title", change.title.map { .string($0) } ?? .null),
                .init("errors", .array(change.violations.map { $0.json })),
            ])
        }
        let photos = report.refusedPhotos.map { photo in
            JSON.object([
                .init("sha256", .string(photo.sha256.description)), .init("title", .string(photo.title)),
                .init("reason", .string(photo.reason)),
            ])
        }
        let replacements = replaced.map { one in
            JSON.object([
                .init("kind", .string(one.record.key.kind.name)), .init("id", .string(one.record.key.id.description)),
                .init("short", .string(one.record.name)), .init("title", .string(one.record.title)),
                .init("field", .string(one.text.field.name)), .init("value", one.text.field.value),
            ])
        }
        let sync = JSON.object([
            .init("sent", .integer(Int64(report.sent))), .init("received", .integer(Int64(report.received))),
            .init("waiting", .integer(Int64(waiting))), .init("resets", .integer(Int64(report.resets))),
            .init("refused", .integer(Int64(refusedCount))), .init("refusals", .array(refusals)),
            .init("photos", .integer(Int64(report.photos))), .init("refusedPhotos", .array(photos)),
            .init("replaced", .integer(Int64(report.replacedCount))), .init("replacements", .array(replacements)),
        ])
        return NotebookJSON.text(.object([.init("sync", sync)]))
    }
}
