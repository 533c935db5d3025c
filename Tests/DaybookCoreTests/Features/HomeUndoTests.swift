import Testing

@testable import DaybookCore

@Suite("Undo and redo on the screens") struct HomeUndoTests {
    private func press(_ key: ListScreen.Key, _ story: inout Story) {
        story.play(.list(.key(key, at: nil)))
        story.answerSync()
    }

    @Test("[T8] Keys undo and redo, the message names the action and offers the way back, the row gets the keyboard")
    func keys() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.checkTapped(todo.id)))
        press(.undo, &story)
        #expect(story.homeState.notebook.todos.openCount == 1)
        #expect(story.homeState.toast == Toast(text: "Undid: marked “Buy milk” done.", redo: 2))
        #expect(story.homeState.keyboard.place == .row(todo.id))
        story.play(.toast(.redoTapped))
        #expect(story.homeState.notebook.todos.openCount == 0)
        #expect(story.homeState.toast == Toast(text: "Redid: marked “Buy milk” done.", undo: 2))
        press(.undo, &story)
        press(.undo, &story)
        #expect(story.titles == [])
        press(.undo, &story)
        #expect(story.homeState.toast == Toast(text: "Nothing to undo."))
        press(.redo, &story)
        press(.redo, &story)
        #expect(story.titles == ["Buy milk"] && story.homeState.notebook.todos.openCount == 0)
        press(.redo, &story)
        #expect(story.homeState.toast == Toast(text: "Nothing to redo."))
    }

    @Test("[T8] The message's Undo takes back what the message is about, whatever was done since")
    func message() {
        var story = Story.signedIn()
        let (milk, bread) = (story.add("Buy milk"), story.add("Buy bread"))
        story.play(.list(.swipedLeft(milk.id)))
        story.play(.list(.checkTapped(bread.id)))
        story.play(.toast(.undoTapped))
        #expect(Set(story.titles) == ["Buy milk", "Buy bread"])
        #expect(story.homeState.notebook.todos[bread.id]?.isDone == true)
    }

    @Test("[T8] What shows a to-do that is gone closes; text that is not saved stays open")
    func open() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.rowTapped(todo.id)))
        press(.undo, &story)
        #expect(story.homeState.sheet == nil)
        press(.redo, &story)
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.detailChanged("2 litres")))
        press(.undo, &story)
        #expect(story.editor?.draft.detail == "2 litres" && story.editor?.isGone == true)
    }

    @Test("[T8] [N2] What was typed in a note a moment ago is undone too, and comes back with Redo")
    func note() throws {
        var story = Story.signedIn()
        let id = Note.ID(story.newID)
        story.play(.list(.newNoteTapped))
        story.play(.note(.titleChanged("A walk")))
        press(.undo, &story)
        #expect(story.homeState.openNote == nil && story.homeState.notebook.notes[id] == nil)
        #expect(story.homeState.toast?.text == "Undid: wrote “A walk”.")
        story.play(.toast(.redoTapped))
        #expect(story.homeState.notebook.notes[id]?.title == "A walk")
    }
}
