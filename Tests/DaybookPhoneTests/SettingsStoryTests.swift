import DaybookCore
import Foundation
import Testing

@testable import DaybookPhone

/// The stories of a person's choices for this device.
@MainActor struct SettingsStoryTests {
    @Test("[P5] appearance, week, hours and the first list are kept over a relaunch, for the system's views too")
    func choices() async {
        let phone = await TestPhone.signedIn()
        #expect(phone.app.app.look == "")
        await phone.send(.upper(.settingsOpened))
        #expect(phone.app.app.home?.upper == .settings)
        await phone.send(.settingChosen(.look(.dark)))
        await phone.send(.settingChosen(.weekStart(0)))
        await phone.send(.settingChosen(.clock(.hours12)))
        await phone.send(.settingChosen(.opening(.notes)))
        for _ in 0..<2 {
            #expect(phone.app.app.look == "dark")
            #expect(phone.app.calendar.firstWeekday == 1)
            #expect(phone.app.locale.hourCycle == .oneToTwelve)
            await phone.relaunch()
        }
        #expect(phone.app.app.home?.place == .notes)
        await phone.send(.settingChosen(.look(nil)))
        await phone.send(.settingChosen(.weekStart(nil)))
        await phone.send(.settingChosen(.clock(nil)))
        #expect(phone.app.app.look == "" && phone.app.calendar.firstWeekday == 2)
        #expect(phone.app.locale.hourCycle == .zeroToTwentyThree)
    }

    @Test("[P5] where nothing is chosen, the week and the hours are the system's, also once they change there")
    func system() async {
        let phone = await TestPhone.signedIn()
        #expect(phone.app.calendar.firstWeekday == 2)
        phone.clock.habits = Habits(weekStart: 6, clock: .hours12)
        await phone.app.visibleChanged(true)
        #expect(phone.app.calendar.firstWeekday == 7)
        #expect(phone.app.locale.hourCycle == .oneToTwelve)
        await phone.send(.settingChosen(.weekStart(1)))
        #expect(phone.app.calendar.firstWeekday == 2)
        await phone.relaunch()
        #expect(phone.app.app.world.zone.habits == Habits(weekStart: 1, clock: .hours12))
    }

    @Test(
        "[P5] the system's settings are read as they are",
        arguments: [("en_US", 1, 0, Habits.Clock.hours12), ("de_DE", 2, 1, .hours24), ("ar_EG", 7, 6, .hours12)]
    )
    func reads(locale: String, first: Int, weekStart: Int, clock: Habits.Clock) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = first
        #expect(Habits(calendar, Locale(identifier: locale)) == Habits(weekStart: weekStart, clock: clock))
    }

    @Test("[P5][A15] the settings lead to everything else and back, and choose the limits")
    func leads() async {
        let phone = await TestPhone.signedIn()
        await phone.send(.upper(.settingsOpened))
        for action in [UpperScreen.Action.accountOpened, .remindersOpened, .trashOpened] {
            await phone.send(.upper(action))
            #expect(phone.app.app.home?.upper != .settings)
            phone.app.goBack()
            #expect(phone.app.app.home?.upper == .settings)
        }
        await phone.send(.upper(.accountOpened))
        phone.app.closeUpper()
        #expect(phone.app.app.home?.upper == nil, "the settings close with what they led to")
        await phone.send(.limitsChosen(.roomy))
        #expect(phone.app.app.rules.choice == .roomy)
        await phone.relaunch()
        #expect(phone.app.app.rules.choice == .roomy)
        await phone.send(.upper(.settingsOpened))
        await phone.logOut()
        #expect(!phone.isSignedIn)
        #expect(phone.app.app.look == nil, "the appearance of one person is not the next one's")
    }

    @Test("[L9] the sidebar's lists: each shows, from any other, and a tag's is that of all days")
    func places() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Pay rent by today #home")
        await phone.add("Read")
        let places: [(ListPlace, [String])] = [
            (.tag("home"), ["Pay rent"]), (.today, ["Pay rent"]), (.tag("home"), ["Pay rent"]), (.upcoming, []),
            (.notes, []), (.all, ["Read", "Pay rent"]), (.notes, []), (.tag("home"), ["Pay rent"]),
        ]
        for (place, titles) in places {
            phone.app.show(place)
            phone.app.show(place)
            #expect(phone.app.app.home?.place == place)
            if place != .notes { #expect(phone.titles.sorted() == titles.sorted(), "\(place)") }
        }
    }
}
