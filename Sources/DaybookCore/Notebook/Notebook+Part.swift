// A notebook that holds a part of a person's records.

extension Notebook {
    /// A notebook over some of a person's records: those that a verb names. The face writes back what the verb changed.
    ///
    /// Its lists have these records alone, and it talks to no server.
    public init(account: Account, part: Replica, steps: Steps) {
        let content = ReplicaDisk.Content(replica: part, damaged: 0)
        self.init(account: account, content: content, disk: Disk(place: .memory))
        self.steps = steps
        connection.leads = false
        if let rules = part.serverRules { take(rules) }
    }
}

extension Step {
    /// The records that the step changed.
    public var keys: [Record.Key] { changes.map { $0.key } }
}
