import Testing

@testable import DaybookCore

@Suite("What a screen reader is told")
struct SpokenTests {
    /// The texts that the reducer has a screen reader say.
    private func said(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .announce(let text) = $0 { text } else { nil } }
    }

    @Test("[D1] [T14] What keeps the line from being added is told, because the keyboard is there already")
    func lineRefused() {
        var story = Story.inBerlin()
        story.play(.list(.quickAddChanged("Call Ann today 9am")))
        #expect(
            said(story.play(.list(.quickAddSubmitted(.whole)))) == [story.homeState.list.quickAdd.violation?.message]
        )
        story.play(.list(.quickAddChanged(String(repeating: "a", count: 33))))
        let told = said(story.play(.list(.quickAddSubmitted(.whole))))
        #expect(told == [story.homeState.list.quickAdd.violation?.message])
        #expect(told.count == 1)
    }

    @Test("[D1] [T2] Reaching the limit of a text is told once, and no letter before or after it")
    func limit() {
        var story = Story.inBerlin()
        func typed(_ count: Int) -> [String] {
            said(story.play(.list(.quickAddChanged(String(repeating: "a", count: count)))))
        }
        #expect((30...34).map(typed) == [[], [], [Texts.left(0)], [], []])
        story.play(.list(.quickAddChanged("")))
        #expect(typed(40) == [Texts.tooMany(8)])
    }

    @Test("[D1] [N2] So it is in the fields of the editor and of a note")
    func limitOfFields() {
        var story = Story.inBerlin()
        story.play(.list(.newTapped))
        let detail = story.editor?.detailLeft(.standard) ?? 0
        #expect(said(story.play(.editor(.titleChanged(String(repeating: "a", count: 33))))) == [Texts.tooMany(1)])
        #expect(said(story.play(.editor(.titleChanged("Milk")))) == [])
        #expect(said(story.play(.editor(.detailChanged(String(repeating: "b", count: detail))))) == [Texts.left(0)])
        story.play(.editor(.closed))
        story.play(.list(.newNoteTapped))
        let (title, text) = (Rules.standard.limits.noteTitle.maximum, Rules.standard.limits.noteDescription.maximum)
        #expect(said(story.play(.note(.titleChanged("Trip")))) == [])
        #expect(said(story.play(.note(.titleChanged(String(repeating: "a", count: title + 2))))) == [Texts.tooMany(2)])
        #expect(said(story.play(.note(.descriptionChanged(String(repeating: "b", count: text))))) == [Texts.left(0)])
    }

    @Test("[D1] [S6] A disk that takes no more is told once", arguments: [Disk.Failure.full, .refused])
    func disk(_ failure: Disk.Failure) {
        var story = Story.signedIn()
        let first = reduce(&story.app, .storeFailed(sequence: 1, failure), story.now)
        #expect(said(first) == [story.homeState.banner(isOnline: true)])
        #expect(said(reduce(&story.app, .storeFailed(sequence: 2, failure), story.now)) == [])
    }

    @Test("[D1] [A14] The reason of a sign-out is told, unless the person logged out")
    func signedOut() {
        func told(_ reason: SignOutReason) -> [String] {
            var app = App()
            return said(reduce(&app, .launched(App.World(), path: "/", after: reason), Story().now))
        }
        #expect(told(.sessionEnded(unsent: 0, isKept: true)) == [Texts.sessionEnded])
        #expect(told(.sessionEnded(unsent: 1, isKept: false)) == [Texts.sessionEndedUnkept])
        #expect(told(.deleted) == [Texts.accountDeleted])
        #expect(told(.loggedOut(unsent: 0)) == [])
    }
}
