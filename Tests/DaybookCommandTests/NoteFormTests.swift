import DaybookCore
import Testing

@testable import daybook

@Suite("A note as a text that is edited")
struct NoteFormTests {
    private let form = NoteForm(rules: .standard)

    @Test(
        "[C16] A text that is not changed changes nothing, whatever is in it",
        arguments: [
            NoteDraft(title: "Groceries", description: "Milk\n\n- bread\n"), NoteDraft(title: "", description: "Text"),
            NoteDraft(title: "Title", description: ""),
            NoteDraft(title: "a\u{1B}[2Jb\nc", description: "  two\tthree\r\n"),
            NoteDraft(title: NoteForm.end, description: "\(NoteForm.end)\nafter it\n\(NoteForm.end)"),
        ]
    )
    func unchanged(draft: NoteDraft) {
        #expect(form.draft(of: form.text(of: draft), editing: draft) == draft)
    }

    @Test(
        "[C8] The first line that is not blank is the title, the rest the text; what explains the form is neither",
        arguments: [
            ("Groceries\n\nMilk\n  - bread\n\n", "Groceries", "Milk\n  - bread"),
            ("\n \nGroceries\r\nMilk\r\nTea", "Groceries", "Milk\nTea"), ("Groceries", "Groceries", ""), ("", "", ""),
            ("A\tb\u{7}\nText\u{7}", "A b", "Text"), ("A\nB\n\(NoteForm.end)\nC", "A", "B"),
            ("\(NoteForm.end)\nC", "", ""),
        ]
    )
    func read(text: String, title: String, description: String) {
        #expect(form.draft(of: text) == NoteDraft(title: title, description: description))
    }

    @Test("[C8] An emptied text changes nothing, and an edit takes along what was changed meanwhile")
    func meanwhile() {
        let before = NoteDraft(title: "Milk", description: "Two")
        #expect(form.draft(of: "\n\n", editing: before) == before)
        let mine = NoteDraft(title: "Milk and bread", description: "Two")
        let theirs = NoteDraft(title: "Milk", description: "Three")
        #expect(
            theirs.taking(changesFrom: before, to: mine) == NoteDraft(title: "Milk and bread", description: "Three")
        )
    }
}
