import DaybookCore

/// The names and numbers of the export's format. docs/export.md describes it; version 1 is frozen.
package enum ExportFormat {
    /// The value of `format` in daybook.json.
    package static let name = "daybook-export"
    /// The value of `version`. It grows when an older reader could no longer read a new export.
    package static let version: Int64 = 1

    /// The entries of the archive.
    package enum File {
        package static let data = "daybook.json"
        package static let todos = "todos.json"
        package static let notes = "notes.json"
        package static let activity = "activity.json"
        package static let readme = "README.txt"

        /// The path of a photo.
        package static func photo(_ digest: Digest, _ type: Photo.MediaType) -> String {
            "photos/\(digest).\(type.fileExtension)"
        }

        /// The digest of the photo in an entry; nil when the name is not a photo's. Any file extension is allowed: the
        /// content decides.
        package static func photo(named name: String) -> Digest? {
            guard name.hasPrefix("photos/"), let end = name.lastIndex(of: ".") else { return nil }
            return Digest(name[..<end].dropFirst("photos/".count))
        }
    }

    package static let readme = """
        This is everything that Daybook kept for one account. daybook.json is for Daybook: import it into an empty \
        account, on this server or another one, and it gives back the same data. todos.json and notes.json hold the \
        to-dos and notes for you and your programs, photos/ the photos of your notes, activity.json the account's sessions and what was done to it. No password and no key \
        is in here, but what you wrote is, in plain text: keep this file as you would keep a diary.

        """
}
