import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

extension PhotoCommand {
    /// `daybook photo save`
    struct Save: ConnectedCommand {
        static let configuration = CommandConfiguration(
            commandName: "save",
            abstract: "Save the photos of a note as files.",
            discussion: """
                Photos that were uploaded come from the server. An existing file is replaced only with \
                --overwrite.
                """
        )

        @Argument(help: "The first digits of a note's ID, as many as only one has.")
        var id: String

        @Argument(
            help: """
                The number of a photo, from the first column of `daybook photo list`, or nothing for all; then a file for one \
                photo, or a folder.
                """,
            completion: .file()
        )
        var target: [String]

        @Flag(help: "Write over files that are there.")
        var overwrite = false

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func validate() throws {
            if target.count > 2 { throw ValidationError("Give the number of a photo and one file or folder.") }
            if target.count == 2, Int(target[0]) == nil {
                throw ValidationError("“\(target[0])” is not the number of a photo.")
            }
        }

        func work(_ context: NotebookContext) async throws {
            let note = try context.note(named: id)
            let number = target.count == 2 ? Int(target[0]) : nil
            let numbers = number.map { [$0] } ?? Array(note.note.photos.indices.map { $0 + 1 })
            if numbers.isEmpty { throw Refusal("this note has no photos.") }
            let place = target[target.count - 1]
            let folder = isFolder(place) ? place : nil
            if folder == nil, numbers.count > 1 {
                let name = DisplayWidth.harmless(place)
                throw Refusal("\(name) is not a folder, and the note has \(numbers.count) photos.")
            }
            let wanted = try numbers.map { number in
                let photo = try note.photo(number)
                return (photo, path: folder.map { "\($0)/\(name(note, number, photo))" } ?? place)
            }
            // Before the first is written.
            if !overwrite, let path = wanted.first(where: { isThere($0.path) })?.path { throw isThereAlready(path) }
            var saved: [String] = []
            do {
                for (photo, path) in wanted {
                    try write(try await context.bytes(of: photo), to: path)
                    saved.append("Saved \(path)")
                }
            } catch {
                if !saved.isEmpty { try context.print(messages: saved) }
                throw error
            }
            try context.print(messages: saved)
        }

        private func isThereAlready(_ path: String) -> Refusal {
            Refusal("\(DisplayWidth.harmless(path)) is there already. Add --overwrite, or choose another name.")
        }

        /// Whether anything has the name, also a link that leads nowhere.
        private func isThere(_ path: String) -> Bool {
            var status = stat()
            return lstat(path, &status) == 0
        }

        private func isFolder(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }

        /// A name that every file system takes: the note's title in letters, digits and spaces, and the photo's number.
        private func name(_ note: ListedNote, _ number: Int, _ photo: Photo) -> String {
            let title = ListedRecord.note(note).title.prefix(40).map { $0.isLetter || $0.isNumber ? $0 : " " }
            let words = String(title).split(separator: " ").joined(separator: " ")
            return "\(words.isEmpty ? note.name : words) \(number).\(photo.type.fileExtension)"
        }

        /// Writes a file as a whole: under another name first.
        private func write(_ bytes: [UInt8], to path: String) throws {
            let temporary = "\(path).\(getpid()).part"
            defer { unlink(temporary) }
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: temporary))
            } catch {
                throw cannotBeWritten(path)
            }
            if !overwrite { try claim(path) }
            guard rename(temporary, path) == 0 else {
                let refusal = cannotBeWritten(path)
                if !overwrite { unlink(path) }
                throw refusal
            }
        }

        /// Makes an empty file of a name that nothing has. A file that has come since the names were looked at stays. (A hard
        /// link would refuse it too, but memory cards have none.)
        private func claim(_ path: String) throws {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
            guard descriptor >= 0 else { throw errno == EEXIST ? isThereAlready(path) : cannotBeWritten(path) }
            close(descriptor)
        }

        private func cannotBeWritten(_ path: String) -> Refusal {
            Refusal("\(DisplayWidth.harmless(path)) cannot be written: \(String(cString: strerror(errno))).")
        }
    }
}

extension NotebookContext {
    /// The bytes of a photo: from this machine, or from the server.
    fileprivate func bytes(of photo: Photo) async throws -> [UInt8] {
        if let bytes = PhotoFolder(folder).bytes(of: photo.sha256) { return bytes }
        let session = try self.session()
        let found = try await connected(to: session.server) { try await PhotoCalls(session, $0).download(photo.sha256) }
        guard let found else {
            throw Refusal("the server does not have this photo yet. The device that added it uploads it when it syncs.")
        }
        return found
    }
}
