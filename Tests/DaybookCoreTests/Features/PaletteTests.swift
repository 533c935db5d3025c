import Testing

@testable import DaybookCore

/// The command palette finds each place, each command, and to-dos and notes by their texts.
@Suite struct PaletteTests {
    private func open() -> Story {
        var story = Story.signedIn()
        for title in ["Buy oat milk #home", "Pay rent", "Undo the knot"] { story.add(title) }
        story.play(.list(.key(.palette, at: nil)))
        return story
    }

    private func entries(_ story: Story) -> [Palette.Entry] {
        guard case .palette(let palette) = story.homeState.overlay else { return [] }
        return story.homeState.entries(of: palette)
    }

    @Test("[D1] Without a text it lists places, tags and commands; each of them closes it and does something")
    func everything() {
        let all = entries(open())
        #expect(all.contains { $0.label == Labels.today && $0.sort == .place })
        #expect(all.contains { $0.label == "home" && $0.sort == .tag })
        #expect(!all.contains { $0.sort == .todo })
        #expect(Set(all.map { $0.label }).count == all.count, "no name stands twice")
        for place in all.indices {
            var story = open()
            let before = story.homeState
            story.play(.overlay(.steered(place)))
            story.play(.overlay(.confirmed))
            if case .palette = story.homeState.overlay { Issue.record("“\(all[place].label)” left the palette open") }
            var after = story.homeState
            (after.overlay, after.opensOnToday) = (before.overlay, before.opensOnToday)
            // These are where the person is already, or have nothing to act on.
            if [Labels.all, Labels.redo, Texts.sort(by: .created)].contains(all[place].label) { continue }
            #expect(after != before || story.homeState.overlay != nil, "“\(all[place].label)”")
        }
    }

    @Test(
        "[D1] All words begin words of a name; to-dos and notes are found by their text; Enter takes the marked one"
    )
    func finding() {
        var story = open()
        story.play(.overlay(.nameChanged("un")))
        #expect(entries(story).map { $0.label } == [Labels.undo, "Undo the knot"])
        story.play(.overlay(.nameChanged("sort tit")))
        #expect(entries(story).map { $0.label } == [Texts.sort(by: .title), Texts.sort(by: .titleDescending)])
        story.play(.overlay(.nameChanged("OAT")))
        #expect(entries(story).map { $0.label } == ["Buy oat milk"])
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == nil && story.editor?.draft.title == "Buy oat milk")
        story.play(.list(.key(.palette, at: nil)))
        let said = story.play(.overlay(.nameChanged("nothing of that name")))
        #expect(entries(story).isEmpty && said == [.announce(Labels.nothingFound)])
        #expect(story.play(.overlay(.nameChanged("nothing of that name!"))).isEmpty, "it is said once")
        story.play(.overlay(.steered(1)))
        story.play(.overlay(.confirmed))
        if case .palette = story.homeState.overlay {} else { Issue.record("it stays open") }
    }

    @Test("[D1] However many tags, to-dos and notes there are, few of each are offered")
    func bounds() {
        var story = Story.signedIn()
        let drafts = (0..<300).map { TodoDraft(title: "To-do \($0)", tags: ["t\($0)"]) }
        var home = story.homeState
        _ = home.notebook.add(drafts, first: UUID(high: 1, low: 2), story.now)
        story.app.screen = .home(home)
        for text in ["", "t", "to"] {
            var palette = Palette()
            palette.text = text
            let entries = story.homeState.entries(of: palette)
            for sort in [Palette.Entry.Sort.tag, .todo] {
                #expect(entries.count { $0.sort == sort } <= Palette.foundMaximum, "\(text)")
            }
        }
    }

    @Test("[D1] The arrows go round; another text begins at the first entry; Escape and back close it")
    func steering() {
        var story = open()
        func index(_ story: Story) -> Int? {
            if case .palette(let palette) = story.homeState.overlay { palette.index } else { nil }
        }
        let count = entries(story).count
        story.play(.overlay(.steered(-1)))
        #expect(index(story) == count - 1)
        story.play(.overlay(.steered(1)))
        #expect(index(story) == 0)
        story.play(.overlay(.steered(2)))
        story.play(.overlay(.nameChanged("n")))
        #expect(index(story) == 0)
        _ = story.back()
        #expect(story.homeState.overlay == nil)
        // News of the device closes nothing.
        story.play(.list(.key(.palette, at: nil)))
        story.play(.pulledToRefresh)
        #expect(index(story) == 0)
        story.play(.overlay(.dismissed))
        #expect(story.homeState.overlay == nil)
    }
}
