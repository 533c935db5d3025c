import DaybookStore
import Testing

@testable import DaybookServer

@Suite("Answers that wait to be read")
struct UnsentAnswersTests {
    private static let asha = Calls.Caller.account(AccountID(uuid(1)))
    private static let ben = Calls.Caller.account(AccountID(uuid(2)))
    private static let chen = Calls.Caller.account(AccountID(uuid(3)))

    private static func status(_ caller: Calls.Caller, _ answers: UnsentAnswers) -> Int {
        do throws(Problem) {
            try answers.check(caller)
            return 200
        } catch {
            return error.status.code
        }
    }

    @Test("a caller with too many unread bytes is refused until it has read some, and no other is")
    func each() {
        let meter = BudgetMeter()
        let answers = UnsentAnswers(Budgets(), meter: meter)
        let bound = Budget.accountUnsentBytes.entry.standard
        answers.add(bound, of: Self.asha)
        #expect(Self.status(Self.asha, answers) == 200)
        answers.add(1, of: Self.asha)
        #expect(Self.status(Self.asha, answers) == 429)
        #expect(Self.status(Self.ben, answers) == 200)
        #expect(meter.refusals(of: .accountUnsentBytes) == 1)
        answers.remove(bound, of: Self.asha)
        #expect(Self.status(Self.asha, answers) == 200)
        answers.remove(1, of: Self.asha)
        #expect(meter.used(of: .unsentBytes) == 0)
    }

    @Test("beyond the bound of all, whoever has unread answers waits, and nobody else")
    func all() {
        var budgets = Budgets()
        budgets[.unsentBytes] = 4 << 20
        let meter = BudgetMeter()
        let answers = UnsentAnswers(budgets, meter: meter)
        answers.add(3 << 20, of: Self.asha)
        answers.add(2 << 20, of: Self.ben)
        #expect([Self.asha, Self.ben, Self.chen].map { Self.status($0, answers) } == [503, 503, 200])
        #expect(meter.refusals(of: .unsentBytes) == 2)
        answers.remove(2 << 20, of: Self.ben)
        #expect([Self.asha, Self.ben, Self.chen].map { Self.status($0, answers) } == [200, 200, 200])
    }
}
