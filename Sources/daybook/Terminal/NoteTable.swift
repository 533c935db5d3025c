import DaybookClient
import DaybookCore

/// Notes in columns.
struct NoteTable {
    var style: TerminalStyle
    var now: Instant
    var zone: TimeZone

    /// A line for the header and one for each note.
    func lines(_ notes: [ListedNote]) -> [String] {
        let rows: [[Columns.Cell]] = notes.map { listed in
            [
                .init(text: listed.name, paint: .dim),
                .init(text: DisplayWidth.harmless(ListedRecord.note(listed).title)),
                .init(text: listed.note.photos.isEmpty ? "" : listed.note.photos.count.description),
                .init(text: Texts.moment(listed.note.modified, now: now, zone: zone)),
            ]
        }
        return Columns(style: style).lines(["ID", "TITLE", "PHOTOS", "CHANGED"], rows, flexible: 1)
    }

    /// All of a note. `daybook photo list` lists its photos.
    func page(_ listed: ListedNote) -> [String] {
        let note = listed.note
        var page = RecordPage(style: style, title: ListedRecord.note(listed).title)
        page.add("ID", listed.name)
        page.add("Photos", note.photos.isEmpty ? nil : Texts.photos(note.photos.count))
        page.add("Changed", Texts.age(note, now: now, zone: zone))
        page.add(text: note.description)
        return page.lines
    }
}
