import DaybookClient
import DaybookCore

/// Notes in columns.
struct NoteTable {
    let style: TerminalStyle
    let now: Instant
    /// The person's time zone. Making it takes longer than a short list without times.
    private let zone: () -> TimeZone

    init(style: TerminalStyle, now: Instant, zone: @autoclosure @escaping () -> TimeZone) {
        self.style = style
        self.now = now
        self.zone = zone
    }

    /// The columns of a list, without rows.
    var columns: Columns { Columns(["ID", "TITLE", "PHOTOS", "CHANGED", "TAGS"], flexible: 1, style: style) }

    /// The columns with a row for each note.
    func columns(_ notes: [ListedNote]) -> Columns {
        var columns = columns
        for listed in notes { add(listed, to: &columns) }
        return columns
    }

    /// Adds a row for a note.
    func add(_ listed: ListedNote, to columns: inout Columns) {
        columns.add(listed.name, .dim)
        columns.add(DisplayWidth.harmless(ListedRecord.note(listed).title))
        columns.add(listed.note.photos.isEmpty ? "" : listed.note.photos.count.description)
        columns.add(Texts.moment(listed.note.modified, now: now, zone: zone()))
        columns.add(labels(listed.note), .tag)
    }

    /// Whether a note is pinned, and its tags; empty for most notes, so that most lists have no such column.
    private func labels(_ note: Note) -> String {
        ((note.isPinned ? ["pinned"] : []) + tags(note)).joined(separator: " ")
    }

    private func tags(_ note: Note) -> [String] { note.tags.map { "#" + DisplayWidth.harmless($0) } }

    /// All of a note. `daybook photo list` lists its photos.
    func details(_ listed: ListedNote) -> [String] {
        let note = listed.note
        var details = RecordDetails(style: style, title: ListedRecord.note(listed).title)
        details.add("ID", listed.name)
        details.add("Pinned", note.isPinned ? "yes" : nil)
        details.add("Tags", tags(note).joined(separator: " "), .tag)
        details.add("Photos", note.photos.isEmpty ? nil : Texts.photos(note.photos.count))
        details.add("Changed", Texts.age(note, now: now, zone: zone()))
        details.add(text: note.description)
        return details.lines
    }
}
