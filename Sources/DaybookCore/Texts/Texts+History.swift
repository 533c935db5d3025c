/// The texts of the trash, and of the history of a to-do or a note.
extension Texts {
    /// A text of this device gave way to a newer one of another device.
    static func replaced(_ title: String, others: Int) -> String {
        others == 0
            ? phrase(
                "“\(title)” was edited on another device after you. The newer text shows; yours is in its history."
            )
            : phrase(
                "“\(title)” and \(others) more were edited elsewhere after you. Your texts are in their histories."
            )
    }

    /// Another device changed a text that is being written here. `device`: its name, where it is known.
    public static func editedElsewhere(_ device: String?) -> String {
        device.map { phrase("Edited on “\($0)” too.") } ?? "Edited on another device too."
    }

    static var broughtBack: String { "Restored. The previous value is in the history." }

    static var historySeen: String {
        "Daybook cannot reach its server. This is the history that was last seen on this device."
    }

    /// The time at which a to-do was deleted.
    public static func deletedAt(_ instant: Instant, now: Instant, zone: TimeZone) -> String {
        "Deleted " + moment(instant, now: now, zone: zone)
    }

    /// The time at which a photo was taken off its note.
    public static func takenOffAt(_ instant: Instant, now: Instant, zone: TimeZone) -> String {
        "Removed " + moment(instant, now: now, zone: zone)
    }

    /// A photo that was taken off the note with the title.
    public static func photoOf(_ title: String) -> String { phrase("Photo of “\(title)”") }

    static func photoIsBack(_ title: String) -> String { phrase("Photo restored to “\(title)”.") }

    /// The name of the button that restores something deleted.
    public static func restore(_ trashed: Trashed) -> String {
        trashed.photo == nil
            ? phrase("Restore “\(trashed.title)”") : phrase("Restore the photo of “\(trashed.title)”")
    }

    /// The name of a field of a to-do or a note.
    public static func fieldName(_ field: String) -> String {
        switch field {
        case Todo.Field.title: Labels.title
        case Todo.Field.detail: Labels.detail
        case Note.Field.description: Labels.noteText
        case Note.Field.pinned: Labels.pinned
        case Todo.Field.done: Labels.done
        case Todo.Field.deadline: Labels.deadline
        case Todo.Field.reminder: Labels.reminder
        case Todo.Field.repetition: Labels.repeats
        case Todo.Field.repeatFrom: Labels.repeatFrom
        default: Todo.tag(of: field).map { phrase("Tag “\($0)”") } ?? field
        }
    }

    /// An earlier value of a field of a to-do or a note.
    public static func value(_ entry: RecordHistory.Entry, now: Instant, zone: TimeZone) -> String {
        switch entry.field {
        case Todo.Field.deadline, Todo.Field.reminder:
            return entry.value.integerValue.map { moment(Instant(milliseconds: $0), now: now, zone: zone) }
                ?? Labels.nothing
        case Todo.Field.title, Todo.Field.detail, Note.Field.description:
            let text = entry.value.stringValue ?? ""
            return text.isEmpty ? Labels.nothing : text
        case Todo.Field.repetition:
            let rule = entry.value.stringValue.flatMap { RecurrenceRule(rfc5545: $0) }
            return rule.map { repetition(Repetition($0)) } ?? Labels.never
        case Todo.Field.repeatFrom:
            return entry.value.stringValue == RecurrenceBasis.completion.rawValue ? Labels.fromDone : Labels.fromDue
        case Todo.Field.done: return entry.value.boolValue == true ? Labels.done : Labels.open
        default: return entry.value.boolValue == true ? "On" : "Off"
        }
    }

    /// The time and the device of a value: "Set yesterday 18:30, Firefox on Linux".
    public static func setAt(_ entry: RecordHistory.Entry, now: Instant, zone: TimeZone) -> String {
        let when = "Set " + moment(entry.at, now: now, zone: zone)
        return entry.device.isEmpty ? when : phrase("\(when), \(entry.device)")
    }

    /// The name of the button that restores a value.
    public static func restoreValue(_ field: String, _ value: String) -> String {
        phrase("Restore “\(value)” as \(Fold.lowercase(fieldName(field)))")
    }
}
