import Testing

@testable import DaybookCore

@Suite("A note that another device writes on too")
struct NoteConflictTests {
    private let first = String(repeating: "Along the river. ", count: 8)
    private let mine = String(repeating: "By boat.\n\n", count: 12)
    private let theirs = String(repeating: "On foot.\n", count: 14)

    private func writing() -> (story: Story, id: Note.ID) {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        let id = Note.ID(story.newID)
        story.play(.list(.newNoteTapped))
        story.play(.note(.titleChanged("A walk")))
        story.play(.note(.descriptionChanged(first)))
        story.play(.note(.doneTapped))
        story.answerSync()
        story.play(.note(.writeTapped))
        return (story, id)
    }

    private func hear(_ story: inout Story, _ id: Note.ID, _ field: String, _ text: String) {
        story.now = story.now.advanced(by: .minutes(1))
        let stamp = Stamp(wall: story.now, counter: 0, device: 5)
        let record = Record(kind: .note, id: id.uuid, fields: [Record.Field(field, .string(text), stamp)])
        story.play(.pulledToRefresh)
        story.answerSync([record], cursor: story.homeState.notebook.replica.cursor + 1)
    }

    private func written(_ story: Story) -> OpenNote.Writing? { story.homeState.openNote?.writing }

    @Test(
        "[S3] [S12] Both texts are there, each can be taken, and what was typed is not replaced",
        arguments: [false, true]
    )
    func both(isSaved: Bool) {
        var (story, id) = writing()
        story.play(.note(.descriptionChanged(mine)))
        if isSaved { _ = reduce(&story.app, .timerFired(.keep), story.now) }
        hear(&story, id, Note.Field.description, theirs)
        #expect(written(story)?.draft.description == mine)
        #expect(written(story)?.otherDescription == theirs && written(story)?.otherTitle == nil)
        story.play(.note(.otherDescriptionTapped))
        #expect(written(story)?.draft.description == theirs && written(story)?.otherDescription == mine)
        story.play(.note(.doneTapped))
        #expect(story.homeState.notebook.notes[id]?.description == theirs)
        // One's own is in the history of this device, and before it what the note had of it when the other text came.
        let kept = story.homeState.notebook.keptHistory(id.key)
        let saved = isSaved ? [Text.trimmed(mine)] : []
        #expect(kept?.compactMap { $0["value"]?.stringValue } == [mine] + saved)
    }

    @Test("[S3] What is written here stays when it is done with, over what came meanwhile")
    func ownStays() {
        var (story, id) = writing()
        story.play(.note(.titleChanged("A walk by boat")))
        _ = reduce(&story.app, .timerFired(.keep), story.now)
        hear(&story, id, Note.Field.title, "A walk on foot")
        #expect(written(story)?.otherTitle == "A walk on foot")
        // The sheet itself shows both. A message that the newer text shows would not be true.
        #expect(story.homeState.toast == nil && story.homeState.replaced.isEmpty)
        #expect(story.homeState.notebook.replica.untold.isEmpty)
        story.play(.note(.doneTapped))
        #expect(story.homeState.notebook.notes[id]?.title == "A walk by boat")
    }

    @Test("[S3] A field without typed text shows what came, and the server's echo changes nothing")
    func untouched() {
        var (story, id) = writing()
        story.play(.note(.titleChanged("A walk by boat")))
        _ = reduce(&story.app, .timerFired(.keep), story.now)
        _ = reduce(&story.app, .timerFired(.sendNote), story.now)
        story.answerSync()
        hear(&story, id, Note.Field.description, theirs)
        #expect(written(story)?.draft == NoteDraft(title: "A walk by boat", description: theirs))
        #expect(written(story)?.otherTitle == nil && written(story)?.otherDescription == nil)
    }
}
