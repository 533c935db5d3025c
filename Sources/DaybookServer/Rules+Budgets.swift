import DaybookCore
import DaybookStore

extension Rules {
    /// These rules with the bounds of the budgets in force, for clients.
    func within(_ budgets: Budgets) -> Rules {
        var rules = self
        rules.recordBytesMaximum = budgets[.recordBytes]
        rules.recordFieldsMaximum = budgets[.recordFields]
        rules.accountRecordsMaximum = budgets[.accountRecords]
        rules.accountBytesMaximum = Int64(budgets[.accountBytes])
        return rules
    }

    /// These rules without the bounds of a record. The storage checks the same bounds, and knows a record's size
    /// without counting.
    var withoutRecordBounds: Rules {
        var rules = self
        (rules.recordBytesMaximum, rules.recordFieldsMaximum) = (.max, .max)
        return rules
    }
}

extension Violation {
    /// The violation of a change that would exceed the budget of a record or an account.
    init(_ budget: Budget) {
        switch budget {
        case .recordBytes: self = Rules.tooLarge
        case .recordFields: self = Rules.tooManyFields
        default: self = Rules.noRoom
        }
    }
}
