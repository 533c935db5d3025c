import Testing

@testable import DaybookCore

@Suite("[D4] What a person chooses for a device")
struct SettingsTests {
    /// Sunday, 22 November 2026, at 17:05.
    private let sunday = TimeZone.utc.instant(wallClock: "2026-11-22T17:05") ?? Instant(milliseconds: 0)

    private func relaunched(_ story: Story, at path: String = "/") -> Story {
        var next = Story()
        next.app.entrance = path
        let snapshot = ReplicaDisk.encode(story.homeState.notebook.replica)
        let content = DiskContent(snapshot: snapshot, journal: [], sequence: 0, through: 0)
        _ = reduce(&next.app, .storage(.opened(Story.account, content, newDevice: Story.device)), next.now)
        return next
    }

    @Test("The settings open by an action and by their address, and closing a screen that they led to shows them again")
    func opens() {
        var story = Story.signedIn()
        story.home(.upper(.settingsOpened)) { $0.upper = .settings }
        #expect(story.app.addresses == ["/", "/settings"])
        story.play(.upper(.accountOpened))
        #expect(story.app.places == [.home, .settings, .account])
        story.play(.upper(.closed))
        #expect(story.app.places == [.home, .settings] && story.homeState.upper == .settings)
        story.play(.upper(.trashOpened))
        story.back()
        #expect(story.homeState.upper == .settings)
        story.back()
        #expect(story.app.places == [.home] && story.homeState.upper == nil)
        story.play(.upper(.trashOpened))
        story.back()
        #expect(story.homeState.upper == nil)
        #expect(Route(path: "/settings") == .settings)
    }

    @Test("The appearance is the system's until a person chooses, and unknown while nobody is signed in")
    func look() {
        var story = Story.signedIn()
        #expect(App().look == nil && story.app.look == "")
        story.play(.settingChosen(.look(.dark)))
        #expect(story.app.look == "dark" && relaunched(story).app.look == "dark")
        story.play(.settingChosen(.look(nil)))
        #expect(story.app.look == "" && relaunched(story).app.look == "")
    }

    @Test("A letter alone is a shortcut until a person turns that off, on this device and at its next launch too")
    func letters() {
        var story = Story.signedIn()
        #expect(story.homeState.notebook.hasLetterKeys)
        story.play(.settingChosen(.letters(false)))
        #expect(!relaunched(story).homeState.notebook.hasLetterKeys && relaunched(story).app.look == " quiet")
        story.play(.settingChosen(.look(.dark)))
        #expect(story.app.look == "dark quiet")
        story.play(.settingChosen(.letters(true)))
        #expect(story.homeState.notebook.hasLetterKeys && story.app.look == "dark")
    }

    @Test("The week and the hours are the device's until a person chooses, and follow the person's zone")
    func habits() {
        var story = Story.signedIn()
        story.app.world.habits = Habits(weekStart: 0, clock: .hours12)
        story.play(.upper(.settingsOpened))
        #expect(story.app.world.zone.habits == Habits(weekStart: 0, clock: .hours12))
        story.play(.settingChosen(.weekStart(6)))
        story.play(.settingChosen(.clock(.hours24)))
        #expect(story.app.world.zone.habits == Habits(weekStart: 6, clock: .hours24))
        _ = reduce(&story.app, .zoneChanged(TimeZone(initialOffset: 330)), story.now)
        #expect(story.app.world.zone.initialOffset == 330 && story.app.world.zone.habits.weekStart == 6)
        story.play(.settingChosen(.weekStart(nil)))
        #expect(story.app.world.zone.habits == Habits(weekStart: 0, clock: .hours24))
        #expect(Habits(weekStart: 9) == Habits() && Habits(weekStart: 6).week == [6, 0, 1, 2, 3, 4, 5])
    }

    @Test("Times are written with 24 or 12 hours")
    func clock() {
        var zone = TimeZone.utc
        #expect(Texts.moment(sunday, now: sunday, zone: zone) == "today 17:05")
        zone.habits.clock = .hours12
        #expect(Texts.moment(sunday, now: sunday, zone: zone) == "today 5:05 pm")
        let written = [0, 60, 719, 720, 780, 1_439].map { Texts.clock($0, zone.habits) }
        #expect(written == ["12:00 am", "1:00 am", "11:59 am", "12:00 pm", "1:00 pm", "11:59 pm"])
        #expect(Texts.clock(545, zone.habits, seconds: 7) == "9:05:07 am")
        #expect(Texts.clock(545, Habits(), seconds: 7) == "09:05:07")
    }

    @Test("“Next week” begins on the person's first day", arguments: [(1, 23), (0, 29), (6, 28)])
    func nextWeek(start: Int, day: Int) {
        var zone = TimeZone.utc
        zone.habits.weekStart = start
        let wanted = CivilDate(year: 2026, month: 11, day: day)
        #expect(DayChoice.nextWeek.day(from: zone.date(at: sunday), zone.habits) == wanted)
        let read = WhenReader(now: sunday, zone: zone).read("next week", for: .deadline)
        #expect(read.map { zone.date(at: $0.instant) } == wanted)
        // The words for a weekend and a working week mean the same days everywhere.
        let weekend = WhenReader(now: sunday, zone: zone).read("next weekend", for: .reminder)
        #expect(weekend.map { zone.date(at: $0.instant) } == CivilDate(year: 2026, month: 11, day: 28))
        #expect(zone.habits.startOfWeek(wanted ?? CivilDate(daysSince1970: 0)) == wanted)
    }

    @Test("The app opens on the chosen list, unless an address names another")
    func opening() {
        var story = Story.signedIn()
        story.play(.list(.tagTapped("home")))
        _ = reduce(&story.app, .timerFired(.keep), story.now)
        for (opening, address) in [
            (Settings.Opening.today, "/?due=today"), (.upcoming, "/?due=upcoming"), (.all, "/"), (.notes, "/notes"),
        ] {
            story.play(.settingChosen(.opening(opening)))
            #expect(relaunched(story).app.addresses == [address])
        }
        #expect(relaunched(story, at: "/?state=done").app.addresses == ["/?state=done"])
        story.play(.settingChosen(.opening(nil)))
        #expect(relaunched(story).app.addresses == ["/?tag=home"])
    }
}
