extension Texts {
    /// The name of a note that has no title yet.
    public static var untitledNote: String { "Untitled note" }
    /// A note's title, or the name of a note without a title.
    static func named(_ title: String) -> String { title.isEmpty ? untitledNote : title }

    static func arranged(_ order: NoteOrder) -> String {
        switch order {
        case .modified: "Last changed first."
        case .created: "Newest first."
        case .title: "By title, A to Z."
        case .titleDescending: "By title, Z to A."
        }
    }

    /// The count above the list of notes.
    public static func notes(_ count: Int) -> String { count == 0 ? "No notes" : foundNotes(count) }

    /// The notes that a search in the to-dos has found.
    public static func foundNotes(_ count: Int) -> String { count == 1 ? "1 note" : phrase("\(count) notes") }

    /// The to-dos that a search in the notes has found.
    public static func foundTodos(_ count: Int) -> String { count == 1 ? "1 to-do" : phrase("\(count) to-dos") }

    static var deletedElsewhere: String { "This note was deleted on another device. It is in the trash." }

    static func todosMade(_ count: Int) -> String {
        switch count {
        case 0: "Every line with a dash is a to-do already."
        case 1: "Made 1 to-do."
        default: phrase("Made \(count) to-dos.")
        }
    }

    /// The number of a note's photos.
    public static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : phrase("\(count) photos") }

    /// The counter of a text that is too short: the characters that it needs still.
    public static func more(_ count: Int) -> String { phrase("\(count) more") }

    /// The counter of a text that is long enough.
    public static func counted(_ count: Int, of maximum: Int) -> String { phrase("\(count) of \(maximum)") }

    // MARK: - Photos

    /// A photo's name to a screen reader.
    public static func photoOf(_ place: Int, _ count: Int) -> String { phrase("Photo \(place) of \(count)") }
    /// The name of the button that removes a photo.
    public static func removePhoto(_ place: Int) -> String { phrase("Remove photo \(place)") }

    /// The name of the button that moves a photo to the place before.
    public static func moveEarlier(_ place: Int) -> String { phrase("Move photo \(place) earlier") }
    /// The name of the button that moves a photo to the place after.
    public static func moveLater(_ place: Int) -> String { phrase("Move photo \(place) later") }

    static func photoAdded(_ count: Int) -> String {
        count == 1 ? "Added 1 photo." : phrase("Added. \(count) photos now.")
    }
    static func moved(to place: Int, of count: Int) -> String { phrase("Moved to position \(place) of \(count).") }
    static var photoRemoved: String { "Removed the photo." }
    static var photoRemovedElsewhere: String { "This photo was removed on another device." }
    static var photoThere: String { "This photo is already in the note." }
    static var photoNotKept: String {
        "That photo was not added: this device has no room for it. Make room, then add it again."
    }

    static func photoFailed(_ failure: PhotoTransfers.Failure) -> String {
        switch failure {
        case .notImage: "Daybook cannot use that file. Choose a JPEG, PNG, WebP or GIF picture."
        case .tooLarge: "That picture is larger than 10 MB. Choose a smaller one."
        case .memory: "That picture is too large for this device. Choose a smaller one."
        }
    }

    static func photoRefused(_ status: Int) -> String {
        status == 413 || status == 507
            ? "The server has no room for more of your photos. They stay on this device. Ask the person who runs it for more room."
            : "The server did not take a photo. It stays on this device. Remove it from the note and add it again."
    }

    // MARK: - What another app shared

    static var sharedWaits: String { "Sign in to add what you shared. It waits on this device for a day." }
    static var sharedLost: String {
        "The photos were not added: this device has no room for them. Make room, then share them again."
    }
    static var sharedMissed: String { "What you shared did not arrive, but Daybook is ready now. Share it again." }
    /// The question about photos that another app shared.
    public static func addShared(_ count: Int) -> String {
        count == 1 ? "Add the photo to a new note?" : phrase("Add \(count) photos to a new note?")
    }

    /// The state of a photo that is being uploaded.
    public static func uploading(_ percent: Int) -> String { phrase("Uploading, \(percent) %") }
    /// The state of a photo that waits for the network, or for photos before it.
    public static var waitsForUpload: String { "Waiting to upload" }

    /// A note was pinned, or its pin was taken away.
    static func pinned(_ title: String, _ isPinned: Bool) -> String {
        isPinned ? phrase("Pinned “\(title)”.") : phrase("Unpinned “\(title)”.")
    }
}
