import DaybookPhone
import UIKit

/// The system's ways to undo: shaking, a gesture of three fingers, and the menu of a keyboard. They undo Core's last
/// step.
@MainActor final class SystemUndo {
    /// Tells the window's undo manager whether there is something to undo.
    func follow(_ phone: PhoneApp, canUndo: Bool, in manager: UndoManager?) {
        manager?.removeAllActions(withTarget: self)
        guard canUndo else { return }
        manager?.registerUndo(withTarget: self) { _ in phone.send(.list(.key(.undo, at: nil))) }
    }
}
