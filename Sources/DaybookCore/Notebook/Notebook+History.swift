// Histories that were seen, and texts that only this device ever had. They stay on this device, sealed as the rest.

extension Notebook {
    /// The records whose histories are kept.
    static let historiesMaximum = 20
    /// The values that are kept of one history.
    static let historyEntriesMaximum = 50
    /// The bytes that the values of one history take, or so. Each time one is seen, all are written.
    static let historyBytesMaximum = 16 << 10

    /// What this device knows of a record's history, latest first; nil when it was never seen.
    func keptHistory(_ key: Record.Key) -> [JSON]? { histories[Self.name(key)]?.arrayValue }

    /// Keeps the history of a record as the server told it, after the texts that only this device had.
    mutating func keepHistory(_ key: Record.Key, _ items: [JSON]) -> [Effect] {
        keep((keptHistory(key) ?? []).filter { RecordHistory.isOwn($0) } + items, as: key)
    }

    /// Keeps a text that was written here and gave way to another before any record had it.
    mutating func keepReplaced(_ text: String, in field: String, of key: Record.Key, at now: Instant) -> [Effect] {
        let kept = keptHistory(key) ?? []
        let own = kept.filter { RecordHistory.isOwn($0) }
        if own.contains(where: { $0["field"] == .string(field) && $0["value"] == .string(text) }) { return [] }
        // The numbers of the server's entries are positive.
        let number = own.reduce(Int64(0)) { min($0, $1["entry"]?.integerValue ?? 0) } - 1
        let item = JSON.object([
            .init("entry", .integer(number)), .init("field", .string(field)), .init("value", .string(text)),
            .init("at", .string(now.rfc3339)),
        ])
        return keep([item] + kept, as: key)
    }

    private var histories: JSON {
        (replica.preferences[Preference.histories].flatMap { try? JSON(text: $0) }) ?? .object([])
    }

    private mutating func keep(_ items: [JSON], as key: Record.Key) -> [Effect] {
        let name = Self.name(key)
        var kept: [JSON] = []
        var bytes = 0
        for item in items.prefix(Self.historyEntriesMaximum) {
            bytes += item.encoded.count
            if bytes > Self.historyBytesMaximum, !kept.isEmpty { break }
            kept.append(item)
        }
        let others = (histories.objectValue ?? []).filter { $0.name != name }
        let members = [JSON.Member(name, .array(kept))] + others.prefix(Self.historiesMaximum - 1)
        return prefer(Preference.histories, String(decoding: JSON.object(members).encoded, as: UTF8.self))
    }

    private static func name(_ key: Record.Key) -> String { key.kind.name + "/" + key.id.description }
}
