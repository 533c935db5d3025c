import DaybookClient

/// The words of the phone alone.
public enum PhoneTexts {
    /// Why a notebook cannot be opened.
    static func trouble(_ error: any Error) -> String {
        switch error {
        case NotebookFileError.full:
            "This device has no room. Free some space, then open Daybook again. Nothing was deleted."
        case NotebookFileError.newer:
            "Your notebook was written by a newer Daybook. Update Daybook. Nothing was deleted."
        default: "Your notebook could not be opened. Unlock this device and open Daybook again. Nothing was deleted."
        }
    }
}
