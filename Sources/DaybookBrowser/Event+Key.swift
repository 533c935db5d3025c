import DaybookCore

extension Event {
    /// The meaning of a key for the list; nil for a key without one.
    var key: ListScreen.Key? {
        switch Key(rawValue: self[0]) {
        case .newForm: .new
        case .new, .quick: self[3].isEmpty ? .new : .line
        case .search: .search
        case .arrowUp where isShifted: .extendUp
        case .arrowDown where isShifted && field == nil: .extendDown
        case .up where !self[1].isEmpty: .palette
        case .arrowUp, .up: .up
        case .arrowDown, .down: field == nil ? .down : .first
        case .home: .first
        case .end: .last
        case .choose: .choose
        // Caps Lock swaps the two letters, so Shift alone decides.
        case .time, .capitalT: isShifted ? .tomorrow : .when
        case .pin: .pin
        case .space: .toggle
        case .enter: self[1].isEmpty ? .open : .save
        case .delete, .backspace: .delete
        case .escape: field.map { ListScreen.Key.leave($0) } ?? .escape
        case .help: .help
        // The text is s when Shift is held, c when only other keys are held, and else empty.
        case .z, .capitalZ: self[1].isEmpty ? nil : isShifted ? .redo : .undo
        case .y: self[1].isEmpty ? nil : .redo
        case nil: nil
        }
    }

    private var isShifted: Bool { self[1].utf8.first == UInt8(ascii: "s") }

    /// The field of the list's head in which the key was pressed. For n and q, this text tells whether the line shows.
    private var field: Keyboard.Field? {
        if self[3] == "search" { return .search }
        return self[3] == "quick-add" ? .quickAdd : nil
    }

    /// A key, as browsers name it. Swift turns an enum of strings into a table of them and a loop over it; a switch over
    /// strings it would spell out, word by word.
    private enum Key: String {
        case new = "n"
        case newForm = "N"
        case quick = "q"
        case search = "/"
        case arrowUp = "ArrowUp"
        case up = "k"
        case arrowDown = "ArrowDown"
        case down = "j"
        case home = "Home"
        case end = "End"
        case choose = "x"
        case time = "t"
        case capitalT = "T"
        case pin = "p"
        case space = " "
        case enter = "Enter"
        case delete = "Delete"
        case backspace = "Backspace"
        case escape = "Escape"
        case help = "?"
        case z = "z"
        case capitalZ = "Z"
        case y = "y"
    }
}
