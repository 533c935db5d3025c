import DaybookClient
import DaybookCore
import DaybookWidget
import Foundation

// The people of a device in `people.json`, which is replaced as a whole.

extension People {
    /// The file cannot be read. It is not changed, because the keys in it open the notebooks.
    struct Unreadable: Error {}

    /// Reads the file. A missing file counts as an empty list.
    init(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let data = FileManager.default.contents(atPath: path),
            let stored = try? JSONDecoder().decode(Stored.self, from: data)
        else { throw Unreadable() }
        for person in stored.people {
            guard let read = person.person else { throw Unreadable() }
            self[read.account.id] = read
        }
        wrong = WrongPasswords(count: stored.wrong, last: Instant(milliseconds: stored.wrongAt))
    }

    /// Writes the file. It is on the disk when this returns.
    func write(path: String) throws {
        let stored = Stored(people: all.map { Stored.One($0) }, wrong: wrong.count, wrongAt: wrong.last.milliseconds)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try DurableFile.write(try encoder.encode(stored), to: path)
    }

    fileprivate struct Stored: Codable {
        var people: [One]
        var wrong: Int
        var wrongAt: Int64

        struct One: Codable {
            var account: String
            var server: String?
            var key: SealedKey
            var unsent: Int?
        }
    }
}

extension People.Stored.One {
    fileprivate init(_ person: Person) {
        account = String(decoding: person.account.json.encoded, as: UTF8.self)
        server = person.server?.text
        key = person.key
        unsent = person.unsent
    }

    fileprivate var person: Person? {
        guard let json = try? JSON(text: account), let account = Account(json: json) else { return nil }
        let address = server.flatMap { try? ServerAddress($0, allowsPlain: true) }
        if server != nil, address == nil { return nil }
        return Person(account: account, server: address, key: key, unsent: unsent)
    }
}
