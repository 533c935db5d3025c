/// The circumstances of an action.
struct Context {
    var rules: Rules
    var world: App.World
    var now: Instant
    /// An unused id.
    var newID: UUID

    /// The day that it is for the person.
    var today: Today { Today(at: now, in: world.zone) }

    /// A day that is offered; nil to offer no day.
    func day(_ choice: DayChoice?) -> CivilDate? { choice?.day(from: today.date, world.zone.habits) }
}
