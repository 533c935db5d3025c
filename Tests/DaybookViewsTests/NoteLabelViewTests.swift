import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("Tags and pins of notes, as HTML")
struct NoteLabelViewTests {
    private let note = Note(
        id: Note.ID(UUID(high: 1, low: 2)),
        title: "A walk",
        description: "Down the river",
        tags: ["<home>"],
        isPinned: true,
        created: ViewTests.now,
        modified: ViewTests.now
    )

    private func row(_ note: Note) -> String {
        ViewTests.text {
            NoteRowView(
                note: note,
                missing: [],
                now: ViewTests.now,
                zone: .utc,
                height: 64,
                isSelected: false,
                attention: nil
            ).write(to: &$0)
        }
    }

    @Test("[N7] A row shows that it is pinned, has its tags, and offers by its swipe what is not so yet")
    func rows() {
        let html = row(note)
        #expect(html.contains("<use href=\"#i-pin\"></use></svg><span class=\"unseen\">Pinned</span></span>"))
        #expect(html.contains("<span class=\"tag\" dir=\"auto\">&lt;home&gt;</span>"))
        #expect(html.contains("data-swipe-left=\"0\"") && html.contains("data-swipe-right=\"1\""))
        #expect(html.contains("data-label-right=\"Unpin\""))
        var plain = note
        (plain.isPinned, plain.tags) = (false, [])
        let other = row(plain)
        #expect(other.contains("data-label-right=\"Pin\""))
        #expect(!other.contains("class=\"pinned\"") && !other.contains("class=\"tag\""))
    }

    @Test("[N7] [T3] A note that is read or written has the field of tags that a to-do has, and a button that pins it")
    func field() {
        var open = OpenNote(id: note.id)
        func read() -> String {
            ViewTests.text {
                NoteView(
                    note: note,
                    todos: [],
                    open: open,
                    tags: ["trip"],
                    rules: .standard,
                    missing: [],
                    now: ViewTests.now,
                    zone: .utc
                ).write(to: &$0)
            }
        }
        open.tagText = "ho"
        let html = read()
        #expect(html.contains("aria-label=\"Pin note\" title=\"Pin note\" aria-pressed=\"true\""))
        #expect(html.contains("aria-label=\"Remove the tag “&lt;home&gt;”\""))
        #expect(html.contains("<input id=\"editor-tag\" class=\"tag-input\"") && html.contains("value=\"ho\""))
        #expect(html.contains("aria-hidden=\"true\" dir=\"auto\">ho</span>"))
        #expect(html.contains("<button type=\"button\" class=\"chip is-tag\""))
        open.tagViolation = Violation(.tags, .tooLong, "Shorten the tag to 8 characters.")
        let broken = read()
        #expect(broken.contains("aria-invalid=\"true\" aria-describedby=\"editor-tags-note\""))
        #expect(broken.contains("<p class=\"field-error\" id=\"editor-tags-note\">"))
        #expect(!broken.contains("is-preview") && broken.contains("Allow longer texts"))
        let written = ViewTests.text {
            NoteEditorView(
                id: note.id,
                writing: OpenNote.Writing(draft: NoteDraft(note), base: NoteDraft(note), beganNew: false),
                open: open,
                tags: [],
                note: note,
                photos: PhotoTransfers(),
                found: [],
                rules: .standard
            ).write(to: &$0)
        }
        // A live region would speak after each letter that is written.
        #expect(!written.contains("role=\"status\""))
        #expect(written.count(of: " aria-describedby=\"note-missing\"") == 2)
        #expect(written.contains("id=\"tag-form\"") && written.contains("aria-label=\"Pin note\""))
    }
}
