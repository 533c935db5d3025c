import Testing

@testable import DaybookCore

@Suite("What only this device has")
struct DraftsTests {
    private func saved(_ story: inout Story) -> JSON? {
        let effects = reduce(&story.app, .home(.page(.draftsTapped), newID: story.newID), story.now)
        for case .save("daybook-drafts.json", let bytes) in effects { return try? JSON(bytes) }
        return nil
    }

    @Test("[A14] Nothing, once all is saved")
    func none() {
        var story = Story.signedIn()
        _ = story.add("Milk")
        #expect(story.homeState.drafts.count == 0)
    }

    @Test("[A14] [N2] A note that is too short, with its texts, and what is being typed")
    func drafts() {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        story.play(.list(.newNoteTapped))
        story.play(.note(.titleChanged("Idea")))
        story.play(.note(.descriptionChanged("Too \"short\"\n🥛")))
        #expect(story.homeState.drafts.notes.map { $0["title"] } == [.string("Idea")])
        story.play(.note(.doneTapped))
        story.play(.list(.sectionChosen(.todos)))
        story.play(.list(.quickAddChanged("Half a line")))
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("Milk")))
        story.play(.editor(.detailChanged("Two litres")))
        #expect(story.homeState.drafts.count == 3)
        let file = saved(&story)
        #expect(file?["notes"]?.arrayValue?.first?["description"] == .string("Too \"short\"\n🥛"))
        let todos = file?["todos"]?.arrayValue ?? []
        #expect(todos.map { $0["title"] } == [.string("Milk"), .string("Half a line")])
        #expect(todos.first?["detail"] == .string("Two litres"))
        #expect(todos.first?["deadline"] == .null)
    }
}
