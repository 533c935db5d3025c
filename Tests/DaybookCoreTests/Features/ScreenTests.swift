import Testing

@testable import DaybookCore

@Suite("A screen alone, over a notebook")
struct ScreenTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let milk = Todo.ID(UUID(high: 7, low: 1))

    private var context: Context {
        Context(rules: .standard, world: App.World(), now: now, newID: UUID(high: 7, low: 2))
    }

    private func started() -> Notebook {
        var notebook = Notebook(account: Story.account, device: Story.device)
        _ = notebook.add(TodoDraft(title: "Buy milk"), id: milk.uuid, now)
        return notebook
    }

    @Test(
        "The list asks for the editor of a row, and for the delete of one, and changes nothing else"
    )
    func list() {
        var (list, notebook) = (ListScreen(), started())
        let before = notebook
        #expect(
            list.reduce(.rowTapped(milk), &notebook, context) == [
                .dismiss, .point(at: milk), .go(.todo(milk)),
            ]
        )
        #expect(list.reduce(.swipedLeft(milk), &notebook, context) == [.dismiss, .delete(milk.key)])
        #expect(list.reduce(.key(.help, at: milk), &notebook, context) == [.ask(.shortcuts)])
        #expect(notebook == before && list.cursor == milk)
    }

    @Test("The editor returns whether it can be left, and saves as it is left")
    func editor() throws {
        var notebook = started()
        var editor = Editor(try #require(notebook.todos[milk]))
        #expect(editor.leave(for: .close, &notebook, context) == (true, []))
        _ = editor.reduce(.titleChanged(""), &notebook, context)
        let asked = editor.leave(for: .newTodo, &notebook, context)
        #expect(asked == (false, [.ask(.confirmDiscard(then: .newTodo))]))
        _ = editor.reduce(.titleChanged("Buy oat milk"), &notebook, context)
        #expect(editor.leave(for: .close, &notebook, context).hasLeft)
        #expect(notebook.todos[milk]?.title == "Buy oat milk")
    }

    @Test("A question answers with what is to be done")
    func overlay() {
        var notebook = started()
        #expect(
            Overlay.confirmDelete(milk).reduce(.confirmed, &notebook, now) == [
                .dismiss, .delete(milk.key),
            ]
        )
        #expect(Overlay.confirmDelete(milk).reduce(.dismissed, &notebook, now) == [.dismiss])
        let discard = Overlay.confirmDiscard(then: .newNote)
        #expect(discard.reduce(.confirmed, &notebook, now) == [.dismiss, .discard(then: .newNote)])
        #expect(discard.reduce(.dismissed, &notebook, now) == [.dismiss])
    }

    @Test("What is thrown away makes room for where the person was going")
    func discard() {
        var story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.list(.sectionChosen(.notes)))
        #expect(story.homeState.overlay == .confirmDiscard(then: .list(.notes)))
        #expect(story.homeState.list.section == .todos)
        story.play(.overlay(.confirmed))
        #expect(story.app.places == [.notes] && story.homeState.notebook.todos.count == 0)
    }
}
