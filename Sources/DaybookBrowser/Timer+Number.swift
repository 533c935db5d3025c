import DaybookCore

extension Effect.Timer {
    /// The number by which the host knows the timer: those of the notebook come first.
    var number: Int {
        switch self {
        case .notebook(let timer): Int(timer.rawValue)
        case .toast: 16
        case .keep: 17
        case .sendNote: 18
        case .reminderTest: 19
        case .nameSearch: 20
        case .pendingRoute: 21
        case .removeMarked: 22
        case .prepareOrder: 23
        }
    }

    init?(number: Int) {
        switch number {
        case 16: self = .toast
        case 17: self = .keep
        case 18: self = .sendNote
        case 19: self = .reminderTest
        case 20: self = .nameSearch
        case 21: self = .pendingRoute
        case 22: self = .removeMarked
        case 23: self = .prepareOrder
        default:
            guard let timer = UInt8(exactly: number).flatMap({ Notebook.Timer(rawValue: $0) }) else { return nil }
            self = .notebook(timer)
        }
    }
}
