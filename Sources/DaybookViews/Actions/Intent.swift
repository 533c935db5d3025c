import DaybookCore

/// The intent of using an element of the document: an action, or a function that makes an action of the element's
/// value. A view gives it as a value. The host knows only the element's drawing, and its place in it.
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
