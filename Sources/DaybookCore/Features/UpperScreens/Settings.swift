/// The person's choices for this device. Nil where the device decides.
public struct Settings: Equatable, Sendable {
    /// Light or dark; nil follows the system.
    public var look: Look?
    /// The day with which a week begins, 0 for Sunday.
    public var weekStart: Int?
    /// The hours of the clock.
    public var clock: Habits.Clock?
    /// The list on which the app opens; nil for the list that the person left.
    public var opening: Opening?

    /// The appearance of the app.
    public enum Look: String, Sendable, CaseIterable {
        case light
        case dark
    }

    /// A list on which the app opens.
    public enum Opening: String, Sendable, CaseIterable {
        case today
        case upcoming
        case all
        case notes
    }

    /// A choice of the person.
    public enum Choice: Equatable, Sendable {
        case look(Look?)
        case weekStart(Int?)
        case clock(Habits.Clock?)
        case opening(Opening?)
        /// Whether a letter alone is a shortcut.
        case letters(Bool)
    }

    /// The days on which a week begins somewhere in the world: Monday, Sunday and Saturday.
    public static var weekStarts: [Int] { [1, 0, 6] }
}

extension Settings {
    /// Names of the preferences in which a device keeps the choices.
    fileprivate enum Name {
        static var look: String { "look" }
        static var week: String { "week" }
        static var clock: String { "clock" }
        static var opening: String { "opening" }
        static var letters: String { "letters" }
    }

    init(_ preferences: Preferences) {
        look = preferences[Name.look].flatMap { Look(rawValue: $0) }
        weekStart = preferences[Name.week].flatMap { Int(decimal: $0) }
        clock = preferences[Name.clock].flatMap { Habits.Clock(rawValue: $0) }
        opening = preferences[Name.opening].flatMap { Opening(rawValue: $0) }
    }

    /// The habits of the person on a device with these habits.
    func habits(on device: Habits) -> Habits {
        Habits(weekStart: weekStart ?? device.weekStart, clock: clock ?? device.clock)
    }
}

extension Settings.Choice {
    /// The preference that keeps the choice. An empty value takes the choice away.
    fileprivate var preference: (name: String, value: String) {
        switch self {
        case .look(let look): (Settings.Name.look, look?.rawValue ?? "")
        case .weekStart(let day): (Settings.Name.week, day.map { Int64($0).description } ?? "")
        case .clock(let clock): (Settings.Name.clock, clock?.rawValue ?? "")
        case .opening(let opening): (Settings.Name.opening, opening?.rawValue ?? "")
        case .letters(let areOn): (Settings.Name.letters, areOn ? "" : "off")
        }
    }
}

extension Notebook {
    /// The person's choices for this device.
    public var settings: Settings { Settings(replica.preferences) }

    /// Whether a letter alone is a shortcut. It is one until the person turns that off, such as for dictating, where a
    /// spoken word would be many shortcuts.
    public var hasLetterKeys: Bool { replica.preferences[Settings.Name.letters] == nil }

    /// Makes a choice for this device.
    mutating func choose(_ choice: Settings.Choice) -> [Effect] {
        let (name, value) = choice.preference
        return prefer(name, value)
    }
}

extension App {
    /// Applies the person's choices to the calendar and the clock.
    mutating func followHabits() {
        let habits = home.map { $0.notebook.settings.habits(on: world.habits) } ?? world.habits
        if world.zone.habits != habits { world.zone.habits = habits }
    }

    /// The appearance that the person who is signed in has chosen, by its name; empty for the system's. Where a letter alone
    /// is no shortcut, a space and "quiet" follow. Nil while nobody is signed in.
    public var look: String? {
        guard case .home(let home) = screen else { return nil }
        let look = home.notebook.settings.look?.rawValue ?? ""
        return home.notebook.hasLetterKeys ? look : look + " quiet"
    }
}

extension Home {
    /// Opens the list that the person chose for the launch.
    mutating func takePlace(_ opening: Settings.Opening) {
        list.section = opening == .notes ? .notes : .todos
        switch opening {
        case .today: list.filter.due = .today
        case .upcoming: list.filter.due = .upcoming
        case .all, .notes: break
        }
    }
}
