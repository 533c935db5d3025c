import DaybookStore

extension ServerConfiguration {
    /// The configuration with the connections and open files that a plan gives.
    func within(_ plan: DescriptorPlan) -> ServerConfiguration {
        var configuration = self
        configuration.budgets[.connections] = plan.connections
        configuration.budgets[.openFiles] = plan.openFiles
        return configuration
    }
}
