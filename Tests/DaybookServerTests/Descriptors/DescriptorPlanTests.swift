import DaybookStore
import Testing

@testable import DaybookServer

@Suite("File descriptors")
struct DescriptorPlanTests {
    @Test("where the system allows enough, the budgets are as chosen and there is no warning")
    func fits() throws {
        let plan = try DescriptorPlan(limit: 1 << 20, budgets: Budgets(), cores: 2)
        #expect(plan.connections == 4_096 && plan.openFiles == 512 && plan.pushes == 1_024)
        #expect(plan.warning == nil)
        let needed = DescriptorPlan.own(cores: 2) + 4_096 + 512 + 1_024
        #expect(try DescriptorPlan(limit: needed + 1, budgets: Budgets(), cores: 2).warning == nil)
    }

    @Test(
        "connections, files, pushes and the server itself stay within the limit, whatever it and the budgets are",
        arguments: [256, 300, 512, 1_024, 4_096, 5_000, 10_240, 1 << 20]
    )
    func bounded(_ limit: Int) throws {
        for connections in [16, 512, 4_096, 1_000_000] {
            for files in [16, 512, 1_000_000] {
                for cores in [1, 2, 8] {
                    var budgets = Budgets()
                    budgets[.connections] = connections
                    budgets[.openFiles] = files
                    let plan = try DescriptorPlan(limit: limit, budgets: budgets, cores: cores)
                    let all = DescriptorPlan.own(cores: cores) + plan.connections + plan.openFiles + plan.pushes
                    #expect(all <= limit)
                    #expect((16...connections).contains(plan.connections) && (16...files).contains(plan.openFiles))
                    #expect(plan.pushes >= 16)
                    let isAsChosen = plan.connections == connections && plan.openFiles == files && plan.pushes == 1_024
                    #expect((plan.warning == nil) == isAsChosen)
                }
            }
        }
    }

    @Test("when the system allows fewer than the budgets need, the warning says how many, and what to do")
    func warning() throws {
        let plan = try DescriptorPlan(limit: 1_024, budgets: Budgets(), cores: 2)
        let warning = try #require(plan.warning)
        #expect(warning.contains("allows this process 1024 open files"))
        #expect(warning.contains("\(plan.connections) connections and \(plan.openFiles) open files"))
        #expect(warning.contains("LimitNOFILE") && warning.contains("connections and openFiles"))
    }

    @Test("a process with too few descriptors does not start, and reports how many it needs")
    func shortage() throws {
        let needed = DescriptorPlan.own(cores: 4) + 48
        let error = #expect(throws: DescriptorShortage.self) {
            try DescriptorPlan(limit: needed - 1, budgets: Budgets(), cores: 4)
        }
        #expect(error == DescriptorShortage(limit: needed - 1, needed: needed))
        #expect("\(DescriptorShortage(limit: 64, needed: 196))".contains("allows this process 64 open files"))
        _ = try DescriptorPlan(limit: needed, budgets: Budgets(), cores: 4)
    }
}
