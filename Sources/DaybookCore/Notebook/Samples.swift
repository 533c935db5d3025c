/// The to-dos that a new account starts with (I1 to I4).
struct Samples: Equatable, Sendable {
    var state = State.unknown

    enum State: Equatable, Sendable {
        case unknown
        /// They are being fetched from this address.
        case fetching(String)
        /// The fetch failed and the dialog shows; the address to fetch them from.
        case failed(String)
        /// This account has the samples, has declined them, or had to-dos before.
        case decided
    }

    /// The field that holds whether the samples were added or declined.
    static let field = "samples"

    /// The key of the record that holds whether an account's samples were added or declined, the same on every device.
    static func key(of account: UUID) -> Record.Key {
        Record.Key(kind: .setting, id: UUID.v5(namespace: account, name: "samples"))
    }

    /// A to-do of the list at an address (I2).
    static func id(_ remote: Int64, at address: String) -> UUID {
        UUID.v5(namespace: UUID.urlNamespace, name: address + "#" + remote.description)
    }
}

extension Notebook {
    /// Fetches the samples for an empty account, once this device has read all changes and the rules from the server.
    public mutating func fetchSamplesOnce() -> [Effect] {
        guard samples.state == .unknown, connection.hasReadAll, connection.leads, connection.session == .open else {
            return []
        }
        let isEmpty = replica.records.keys.allSatisfy { $0 == Limits.Choice.key }
        guard let address = rules.samples, isEmpty else {
            samples.state = .decided
            return []
        }
        return fetchSamples(address)
    }

    private mutating func fetchSamples(_ address: String) -> [Effect] {
        samples.state = .fetching(address)
        return [.request(Request(.samples, .get, address))]
    }

    /// The server answered the fetch, or did not.
    mutating func samplesAnswered(_ answer: Answer, _ now: Instant) -> [Effect] {
        guard case .fetching(let address) = samples.state else { return [] }
        guard answer.status == 200, let items = (try? JSON(answer.body))?["todos"]?.arrayValue else {
            samples.state = .failed(address)
            return [.samplesFailed]
        }
        samples.state = .decided
        let stamp = replica.stamp(now: now)
        var records = [decision("taken", stamp)]
        for item in items {
            guard let remote = item["id"]?.integerValue, let title = item["todo"]?.stringValue,
                Text.isShown(title)
            else { continue }
            // The first sample is the newest, so that the list keeps its order. No sample is older than its stamp,
            // because then it would look edited.
            let created = stamp.wall.advanced(by: .milliseconds(Int64(items.count - records.count)))
            let fields: [Record.Field] = [
                .init(Todo.Field.title, .string(title), stamp),
                .init(Todo.Field.done, .bool(item["completed"]?.boolValue ?? false), stamp),
                .init(Todo.Field.origin, .string(Todo.Origin.imported.rawValue), stamp),
                .init(Todo.Field.created, .integer(created.milliseconds), stamp),
            ]
            records.append(Record(kind: .todo, id: Samples.id(remote, at: address), fields: fields))
        }
        return commit(.changed(records)) + sync()
    }

    /// Fetches the samples once more.
    public mutating func retrySamples() -> [Effect] {
        guard case .failed(let address) = samples.state else { return [] }
        return fetchSamples(address)
    }

    /// Whether the account has anything besides the samples. Reads every to-do.
    public var hasContent: Bool {
        notes.count > 0 || todos.todos.contains { $0.origin == .own }
    }

    /// The person declined the samples: this account is never asked again (I3).
    public mutating func declineSamples(_ now: Instant) -> [Effect] {
        samples.state = .decided
        return make(decision("declined", replica.stamp(now: now)))
    }

    private func decision(_ how: String, _ stamp: Stamp) -> Record {
        let key = Samples.key(of: account.id)
        return Record(kind: key.kind, id: key.id, fields: [.init(Samples.field, .string(how), stamp)])
    }
}
