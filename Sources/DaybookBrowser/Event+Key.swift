import DaybookCore

extension Event {
    /// The meaning of a key for the list; nil for a key without one.
    var key: ListScreen.Key? {
        switch Key(rawValue: self[0]) {
        case .new: .new
        case .search: .search
        case .arrowUp, .up: .up
        case .arrowDown, .down: .down
        case .home: .first
        case .end: .last
        case .space: .toggle
        case .enter: self[1].isEmpty ? .open : .save
        case .delete, .backspace: .delete
        case .escape: .escape
        case .help: .help
        case nil: nil
        }
    }

    /// A key, as browsers name it. Swift turns an enum of strings into a table of them and a loop over it; a switch over
    /// strings it would spell out, word by word.
    private enum Key: String {
        case new = "n"
        case search = "/"
        case arrowUp = "ArrowUp"
        case up = "k"
        case arrowDown = "ArrowDown"
        case down = "j"
        case home = "Home"
        case end = "End"
        case space = " "
        case enter = "Enter"
        case delete = "Delete"
        case backspace = "Backspace"
        case escape = "Escape"
        case help = "?"
    }
}
