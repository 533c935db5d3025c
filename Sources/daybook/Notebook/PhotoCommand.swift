import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// `daybook photo`
struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Add photos to a note, list, save and remove them.",
        discussion: """
            `undo` and `redo` are about photos too, and `trash` has those that were removed.
            """,
        subcommands: [Add.self, List.self, Save.self, Remove.self]
    )

    /// `daybook photo add`
    struct Add: NotebookCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add photos to a note: JPEG, PNG, WebP or GIF.",
            discussion: """
                What a camera and programs have left in a picture is removed: the place, the time, the camera. A photo \
                of more than 2,048 pixels a side is scaled by ImageMagick or GraphicsMagick, if the machine has one. The files \
                stay as they are.

                Photos are kept beside the notebook until a sync has given them to the server.
                """
        )

        @Argument(help: "The first digits of a note's ID, as many as only one has.")
        var id: String

        @Argument(help: "The pictures.", completion: .file())
        var files: [String]

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            let note = try context.note(named: id)
            let making = PhotoMaking(rules: context.rules, tool: PictureTool(context.environment))
            // One photo after another, so that only one is in memory.
            for (place, path) in files.enumerated() {
                do {
                    try add(try making.picture(of: path), to: note, context)
                } catch let refusal as Refusal where place > 0 {
                    throw Refusal(
                        "\(refusal.description) The \(place == 1 ? "one" : "\(place)") before it \(place == 1 ? "was" : "were") added."
                    )
                }
            }
            let after: ListedNote? = try context.read(nil) { try $0.note(note.note.id) }
            try context.printing {
                let count = after.map { Texts.photos($0.note.photos.count) } ?? ""
                try context.print(
                    ["Added. “\(ListedRecord.note(note).title)” has \(count) now."],
                    about: [after ?? note]
                )
            }
        }

        private func add(_ picture: PhotoTransfers.Picture, to note: ListedNote, _ context: NotebookContext) throws {
            let refusal = try context.save { writer in
                try writer.addPhoto(picture, to: note.note.id, in: context.folder, Device.now)
            }
            if let refusal { throw Refusal(refusal) }
        }
    }

    /// `daybook photo list`
    struct List: NotebookCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the photos of a note.")

        @Argument(help: "The first digits of a note's ID, as many as only one has.")
        var id: String

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            let note = try context.note(named: id)
            if context.isJSON { return try context.print([note]) }
            if note.note.photos.isEmpty { return StandardError.write("This note has no photos.") }
            let folder = PhotoFolder(context.folder)
            var columns = Columns(["PHOTO", "TYPE", "PIXELS", "SIZE", "STATE"], flexible: 2, style: context.style)
            for (place, photo) in note.note.photos.enumerated() {
                columns.add("\(place + 1)", .dim)
                columns.add(photo.type.fileExtension)
                columns.add("\(photo.width) × \(photo.height)")
                columns.add(List.size(photo.bytes))
                columns.add(folder.has(photo.sha256) ? "to be uploaded" : "")
            }
            try StandardOutput.write(columns)
        }

        /// Kilobytes below a megabyte, and tenths of megabytes from there on.
        private static func size(_ bytes: Int) -> String {
            if bytes < 999_500 { return "\((bytes + 500) / 1_000) kB" }
            let tenths = (bytes + 50_000) / 100_000
            return "\(tenths / 10).\(tenths % 10) MB"
        }
    }

    /// `daybook photo remove`
    struct Remove: NotebookCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Take a photo off its note. The trash keeps it for 30 days."
        )

        @Argument(help: "The first digits of a note's ID, as many as only one has.")
        var id: String

        @Argument(help: "The number of the photo, from the first column of `daybook photo list`.")
        var number: Int

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            try context.write { writer in
                let note = try writer.reader.note(named: id)
                let photo = try note.photo(number)
                try writer.change([ListedRecord.note(note).key]) { _ = $0.remove(photo.id, context.now) }
                return try writer.reader.note(note.note.id) ?? note
            } print: { note in
                let title = ListedRecord.note(note).title
                try context.print(
                    ["Took photo \(number) off “\(title)”. `daybook undo` brings it back."],
                    about: [note]
                )
            }
        }
    }
}

extension NotebookContext {
    /// The note of a name. Throws a ``NameError`` when that is not one note.
    func note(named name: String) throws -> ListedNote {
        let found: ListedNote? = try read(nil) { try $0.note(named: name) }
        guard let found else { throw NameError.unknown(name, .note) }
        return found
    }
}

extension ListedNote {
    /// The photo of a number, from 1. Throws a ``Refusal`` when the note has no such photo.
    func photo(_ number: Int) throws -> Photo {
        let photos = note.photos
        if number > 0, number <= photos.count { return photos[number - 1] }
        let has = photos.isEmpty ? "no photos" : photos.count == 1 ? "one photo" : "photos 1 to \(photos.count)"
        throw Refusal("there is no photo \(number): the note has \(has).")
    }
}
