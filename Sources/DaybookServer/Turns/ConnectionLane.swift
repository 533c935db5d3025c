/// The lane of the connection that the present task serves.
enum ConnectionLane {
    /// Nil when there is no connection, as in tests of the router.
    @TaskLocal static var current: FairExecutor<Calls.Caller>.Lane?
}
