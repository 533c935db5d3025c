/// A way of using an element: the attribute that carries the number of its action.
enum Trigger: CaseIterable {
    case press
    /// A click with a key held. The event carries whether the key was Shift.
    case pick
    /// Text was typed. The event carries the value.
    case input
    /// Another value was picked. The event carries the value.
    case change
    /// The keyboard left the field.
    case blur
    case submit
    case swipeLeft
    case swipeRight
    /// A swipe to the right that goes on beyond the first action.
    case swipeFar
    /// A long press, or the other mouse button. The event carries the point.
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
    /// Escape, or Backspace behind a highlighted piece. The event carries the caret.
    case revert
    /// The element was put to another place among its siblings. The event carries the place.
    case move
    /// An arrow up or down in a field, for the list below it. The event carries 1 or -1.
    case steer
    /// An arrow, Home, End, Page Up or Page Down in a grid of days. The event carries the number of the step.
    case walk
    /// Another slide shows. The event carries its place.
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
