/// A text of this device that a newer text of another device replaced (S12).
public struct ReplacedText: Equatable, Sendable {
    /// The record.
    public var key: Record.Key
    /// The text of this device, with the field's name and the stamp of the change that set it.
    public var field: Record.Field
}

// The histories that this device keeps: values that the server reported, and texts of this device that were replaced. A
// merge adds to them in the same entry of the journal, so no moment has the newer text on the disk and not the older
// one.

extension Replica {
    /// The records whose histories are kept.
    static let historiesMaximum = 200
    /// The bytes that all kept histories take, or so. Each time one changes, all are written.
    static let historiesBytesMaximum = 320 << 10
    /// The values that are kept of one history.
    static let historyEntriesMaximum = 50
    /// The bytes that the values of one history take, or so. The latest value is kept however long it is.
    static let historyBytesMaximum = 16 << 10

    /// What this device knows of a record's history, latest first, as the server writes it; nil when it knows nothing.
    /// Texts that the server did not have when they were kept have negative numbers.
    public func keptHistory(_ key: Record.Key) -> [JSON]? {
        histories.first { $0.name == Self.name(key) }?.value.arrayValue
    }

    /// Keeps texts that were replaced here.
    mutating func keep(_ texts: [ReplacedText]) {
        if texts.isEmpty { return }
        preferences[Notebook.Preference.histories] = histories(with: texts)
    }

    /// The kept histories with these texts before all others.
    func histories(with texts: [ReplacedText]) -> String {
        var histories = self.histories
        for text in texts.suffix(Self.historiesMaximum) {
            let name = Self.name(text.key)
            let kept = histories.first { $0.name == name }?.value.arrayValue ?? []
            let own = kept.filter { RecordHistory.isOwn($0) }
            if own.contains(where: { $0["field"] == .string(text.field.name) && $0["value"] == text.field.value }) {
                continue
            }
            // The numbers of the server's entries are positive.
            let number = own.reduce(Int64(0)) { min($0, $1["entry"]?.integerValue ?? 0) } - 1
            let item = JSON.object([
                .init("entry", .integer(number)), .init("field", .string(text.field.name)),
                .init("value", text.field.value), .init("at", .string(text.field.stamp.wall.rfc3339)),
            ])
            histories = Self.histories([item] + kept, as: name, before: histories)
        }
        return Self.encoded(histories)
    }

    /// The kept histories with the server's entries of a record, after the texts of this device that the server lacks.
    func histories(of key: Record.Key, server items: [JSON]) -> String {
        let own = (keptHistory(key) ?? []).filter { RecordHistory.isOwn($0) && !RecordHistory.contains(items, $0) }
        return Self.encoded(Self.histories(own + items, as: Self.name(key), before: histories))
    }

    private var histories: [JSON.Member] {
        preferences[Notebook.Preference.histories].flatMap { try? JSON(text: $0) }?.objectValue ?? []
    }

    private static func histories(_ items: [JSON], as name: String, before others: [JSON.Member]) -> [JSON.Member] {
        var kept: [JSON] = []
        var bytes = 0
        for item in items.prefix(historyEntriesMaximum) {
            bytes += item.encoded.count
            if bytes > historyBytesMaximum, !kept.isEmpty { break }
            kept.append(item)
        }
        return [JSON.Member(name, .array(kept))] + others.filter { $0.name != name }
    }

    private static func encoded(_ histories: [JSON.Member]) -> String {
        var kept: [JSON.Member] = []
        var bytes = 0
        for history in histories.prefix(historiesMaximum) {
            bytes += history.value.encoded.count
            if bytes > historiesBytesMaximum, !kept.isEmpty { break }
            kept.append(history)
        }
        return String(decoding: JSON.object(kept).encoded, as: UTF8.self)
    }

    private static func name(_ key: Record.Key) -> String { key.kind.name + "/" + key.id.description }
}

// MARK: - Finding what was replaced

extension Replica {
    /// The texts of this device that these versions may replace, of records that show.
    ///
    /// Outside of a reset these are the texts that wait to be sent. In a reset they are all texts that this device
    /// wrote: a server that was restored from a backup may lack those that it had acknowledged.
    func ownTexts(of versions: [Record]) -> [ReplacedText] {
        versions.flatMap { version -> [ReplacedText] in
            guard let shown = records[version.key], shown.isAlive else { return [] }
            let unsent = outbox[version.key]
            return texts(in: shown) { unsent?.field($0.name) == $0 || isReset && wrote($0.stamp) }
        }
    }

    /// The texts in a record that fulfil this condition.
    func texts(in record: Record, _ isOwn: (Record.Field) -> Bool) -> [ReplacedText] {
        record.fields.filter { $0.isText && isOwn($0) }.map { ReplacedText(key: record.key, field: $0) }
    }

    /// Those texts in whose place another device's text stands now. They are kept in the histories.
    mutating func replaced(of own: [ReplacedText]) -> [ReplacedText] {
        let replaced = own.filter { text in
            guard let now = records[text.key]?.field(text.field.name) else { return false }
            return now.value != text.field.value && !wrote(now.stamp)
        }
        keep(replaced)
        return replaced
    }

    /// Whether a tab of this device made a stamp; tabs differ in the last 4 bits.
    func wrote(_ stamp: Stamp) -> Bool { (stamp.device ^ device.low) >> 4 == 0 }
}

extension Record.Field {
    /// Whether a person writes the value as text: a title, a detail or a description.
    fileprivate var isText: Bool {
        switch name {
        case Todo.Field.title, Todo.Field.detail, Note.Field.description: value.stringValue != nil
        default: false
        }
    }
}
