extension App {
    /// Adds records of an export to the notebook of the person who is signed in, as one entry. They passed the rules,
    /// and keep their stamps.
    public mutating func takeOver(_ records: [Record], _ now: Instant) -> [Effect] {
        if records.isEmpty { return [] }
        let effects = withHome { home in
            let effects = home.notebook.make(records)
            home.notebook.holdDrafts()
            return home.carry([Outcome](effects + [.changed(records.map { $0.key })]))
        }
        return effects + withNotebook { $0.remind(now) }
    }
}
