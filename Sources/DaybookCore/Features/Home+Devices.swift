// The names of the account's devices, which tell a person where else a text was changed.

/// The server's list of the account's devices.
struct KnownDevices: Equatable, Sendable {
    /// The tabs of one browser are one device to a person. Their stamps differ in these bits.
    private static var tabs: UInt64 { 0xF }

    private var ids: [UInt64] = []
    private var names: [String] = []
    /// The device for which the server was asked last, so that it is asked once for a device that it does not know.
    private var asked: UInt64?

    /// The name of the device that made a stamp; nil when it is not known.
    func name(of stamp: Stamp) -> String? {
        let id = stamp.device & ~Self.tabs
        for (place, known) in ids.enumerated() where known == id { return names[place] }
        return nil
    }

    /// Whether the server is to be asked for the device that made a stamp.
    mutating func asks(for stamp: Stamp) -> Bool {
        let id = stamp.device & ~Self.tabs
        if asked == id || name(of: stamp) != nil { return false }
        asked = id
        return true
    }

    mutating func answered(_ answer: Answer) {
        guard answer.status == 200, let items = (try? JSON(answer.body))?["items"]?.arrayValue else {
            asked = nil
            return
        }
        (ids, names) = ([], [])
        for item in items {
            guard let id = item["id"]?.stringValue.flatMap({ UUID($0) }), let name = item["name"]?.stringValue else {
                continue
            }
            ids.append(id.low & ~Self.tabs)
            names.append(name)
        }
    }
}

extension Home {
    /// The name of the device that set a field of the open to-do or note; nil when it is not known.
    public func device(of field: String) -> String? { stamp(of: field).flatMap { devices.name(of: $0) } }

    private func stamp(of field: String) -> Stamp? {
        let key: Record.Key
        if let note = openNote {
            key = note.id.key
        } else if case .existing(let id) = editor?.subject {
            key = id.key
        } else {
            return nil
        }
        return notebook.replica.records[key]?.field(field)?.stamp
    }

    /// Asks for the names of the devices, if another device's text stands beside one's own and its name is not known.
    mutating func askForDevices() -> [Effect] {
        let other: String
        if editor?.otherTitle != nil || openNote?.writing?.otherTitle != nil {
            other = Todo.Field.title
        } else if editor?.otherDetail != nil {
            other = Todo.Field.detail
        } else if openNote?.writing?.otherDescription != nil {
            other = Note.Field.description
        } else {
            return []
        }
        guard let stamp = stamp(of: other), devices.asks(for: stamp) else { return [] }
        return [.request(notebook.call(.devices, .get, "/api/v1/devices"))]
    }
}
