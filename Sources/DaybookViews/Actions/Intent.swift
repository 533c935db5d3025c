import DaybookCore

/// What using an element of the document does: an action, or how a value that the element gives becomes one.
///
/// A view says it by value. The host knows only which drawing the element is of, and its place in it.
public enum Intent {
    case home(Home.Action)
    case signIn(SignIn.Action)
    case signUp(SignUp.Action)
    case newPassword(AccountForm.Action)
    case earlierPassword(EarlierPassword.Action)
    case text((String) -> Intent)
    /// Nil when the field is empty.
    case day((CivilDate?) -> Intent)
    /// Nil when the field is empty.
    case number((Int?) -> Intent)
    /// A point of the window, for a menu that opens there.
    case point((Overlay.Point) -> Intent)

    /// The action, with the id for a record that it may make; nil for an intent that needs a value first.
    public func action(newID: UUID) -> App.Action? {
        switch self {
        case .home(let action): .home(action, newID: newID)
        case .signIn(let action): .signIn(action)
        case .signUp(let action): .signUp(action)
        case .newPassword(let action): .newPassword(action)
        case .earlierPassword(let action): .earlierPassword(action)
        case .text, .day, .number, .point: nil
        }
    }
}
