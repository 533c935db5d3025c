import DaybookClient

/// The texts that only the phone has.
public enum PhoneTexts {
    static let full = "This device has no room. Free some space, then open Daybook again. Nothing was deleted."
    static let notWritten = "Your notebook could not be written. Restart this device, then try again."

    static let logOutHere = "Your notebook stays on this device, locked with your password."
    static let notExported = "The file could not be written. Free some space on this device, then try again."
    static let unreadable = "This file cannot be read. Move it to this device, then choose it again."

    /// Why a notebook cannot be opened.
    static func trouble(_ error: any Error) -> String {
        switch error {
        case NotebookFileError.full: full
        case NotebookFileError.newer:
            "Your notebook was written by a newer Daybook. Update Daybook. Nothing was deleted."
        default: "Your notebook could not be opened. Unlock this device and open Daybook again. Nothing was deleted."
        }
    }

    /// Siri's answer about the to-dos of Today.
    public static func today(_ titles: [String]) -> String {
        switch titles.count {
        case 0: return "Nothing is left for today."
        case 1: return "1 to-do for today: \(titles[0])."
        case 2...spokenMaximum:
            let last = titles[titles.count - 1]
            return "\(titles.count) to-dos for today: \(titles.dropLast().joined(separator: ", ")) and \(last)."
        default:
            let first = titles.prefix(spokenMaximum).joined(separator: ", ")
            return "\(titles.count) to-dos for today. The first are \(first)."
        }
    }

    /// Nobody remembers a longer spoken list.
    private static let spokenMaximum = 5
}
