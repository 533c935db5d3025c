/// A way of using an element: the attribute that carries the number of its action.
enum Trigger: CaseIterable {
    case press
    /// A click with a key held. Whether that was Shift goes along.
    case pick
    /// Something was typed. The value goes along.
    case input
    /// Another value was picked. The value goes along.
    case change
    /// The keyboard left the field.
    case blur
    case submit
    case swipeLeft
    case swipeRight
    /// A swipe to the right that goes on beyond the first action.
    case swipeFar
    /// A long press, or the other mouse button. The point goes along.
    case menu
    /// Escape, a press beside it, or a drag down.
    case dismiss
    /// The pointer or the keyboard came to it.
    case hold
    /// The pointer or the keyboard left it.
    case release
    /// The list was pulled down.
    case refresh
    /// A file was chosen, and is on its way to the server.
    case upload
    /// Escape, or Backspace behind a highlighted piece. The caret goes along.
    case revert
    /// It was put to another place among its siblings. The place goes along.
    case move
    /// An arrow up or down in a field, for the list below it: 1 or -1 goes along.
    case steer
    /// An arrow, Home, End or a Page key in a grid of days. The number of the step goes along.
    case walk
    /// Another slide shows. Its place goes along.
    case turn
    /// More was pasted than the field takes.
    case excess

    /// The attribute's name.
    var attribute: StaticString {
        switch self {
        case .press: "data-press"
        case .pick: "data-pick"
        case .input: "data-input"
        case .change: "data-change"
        case .blur: "data-blur"
        case .submit: "data-submit"
        case .swipeLeft: "data-swipe-left"
        case .swipeRight: "data-swipe-right"
        case .swipeFar: "data-swipe-far"
        case .menu: "data-menu"
        case .dismiss: "data-dismiss"
        case .hold: "data-hold"
        case .release: "data-release"
        case .refresh: "data-refresh"
        case .upload: "data-upload"
        case .revert: "data-revert"
        case .move: "data-move"
        case .steer: "data-steer"
        case .walk: "data-walk"
        case .turn: "data-turn"
        case .excess: "data-excess"
        }
    }
}
