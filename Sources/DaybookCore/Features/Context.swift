/// The circumstances of an action.
struct Context {
    var rules: Rules
    var world: App.World
    var now: Instant
    /// An unused id.
    var fresh: UUID
}
