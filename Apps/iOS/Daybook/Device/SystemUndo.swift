import DaybookPhone
import UIKit

/// Undo as the system offers it: by shaking, by three fingers, and in the menu of a keyboard. It undoes what Core would.
@MainActor final class SystemUndo {
    /// Tells the window's undo manager whether there is something to undo.
    func follow(_ phone: PhoneApp, canUndo: Bool, in manager: UndoManager?) {
        manager?.removeAllActions(withTarget: self)
        guard canUndo else { return }
        manager?.registerUndo(withTarget: self) { _ in phone.send(.list(.key(.undo, at: nil))) }
    }
}
