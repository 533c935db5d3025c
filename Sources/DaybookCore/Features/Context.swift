/// The circumstances of an action.
struct Context {
    var rules: Rules
    var world: App.World
    var now: Instant
    /// An id that nothing has yet.
    var fresh: UUID
}
