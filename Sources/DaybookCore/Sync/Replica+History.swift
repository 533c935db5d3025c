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
    /// The approximate number of bytes that all kept histories take. Each time a history changes, all are written.
    static let historiesBytesMaximum = 320 << 10
    /// The most values that one history keeps.
    static let historyEntriesMaximum = 50
    /// The approximate number of bytes of one history's values. The latest value is kept however long it is.
    static let historyBytesMaximum = 16 << 10

    /// The known history of a record, latest first, in the server's form; nil when nothing is known.
    /// Texts that the server did not have when they were kept have negative numbers.
    public func keptHistory(_ key: Record.Key) -> [JSON]? {
        histories.first { $0.name == Self.name(key) }?.value.arrayValue
    }

    /// Keeps texts that were replaced here.
    mutating func keep(_ texts: [ReplacedText]) {
        if texts.isEmpty { return }
        preferences[Notebook.Preference.histories] = histories(with: texts, areNews: true)
    }

    /// The kept histories with these texts before all others. `areNews`: the person must be told of them.
    func histories(with texts: [ReplacedText], areNews: Bool = false) -> String {
        var histories = self.histories
        for text in texts.suffix(Self.historiesMaximum) {
            let name = Self.name(text.key)
            let field = JSON.string(text.field.name)
            var kept = histories.first { $0.name == name }?.value.arrayValue ?? []
            let same = kept.firstIndex {
                RecordHistory.isOwn($0) && $0["field"] == field && $0["value"] == text.field.value
            }
            if let same {
                if !areNews || Self.isNews(kept[same]) { continue }
                kept.remove(at: same)
            }
            let members: [JSON.Member] = [
                .init("entry", .integer(Self.ownNumber(besides: kept))), .init("field", field),
                .init("value", text.field.value), .init("at", .string(text.field.stamp.wall.rfc3339)),
            ]
            let item = JSON.object(members + (areNews ? [.init("news", .bool(true))] : []))
            histories = Self.histories([item] + kept, as: name, before: histories)
        }
        return Self.encoded(histories)
    }

    /// The number of a further text of this device. The numbers of the server's entries are positive.
    private static func ownNumber(besides kept: [JSON]) -> Int64 {
        kept.reduce(Int64(0)) { min($0, $1["entry"]?.integerValue ?? 0) } - 1
    }

    /// Histories that a tab of this device wrote, with the replaced texts that are kept here and that the tab had not read
    /// by then: a merge in another tab may have kept them a moment before.
    func histories(joinedBy written: String) -> String {
        var histories = Self.histories(written)
        var isJoined = false
        for history in self.histories {
            var items = histories.first { $0.name == history.name }?.value.arrayValue ?? []
            let own = items.prefix { RecordHistory.isOwn($0) }.count
            let unread = (history.value.arrayValue ?? []).filter {
                RecordHistory.isOwn($0) && !RecordHistory.contains(items, $0)
            }
            if unread.isEmpty { continue }
            isJoined = true
            for (place, item) in unread.enumerated() {
                let others = (item.objectValue ?? []).filter { $0.name != "entry" }
                let number = JSON.Member("entry", .integer(Self.ownNumber(besides: items)))
                items.insert(.object([number] + others), at: own + place)
            }
            // The server's entries of other records can be read again. These texts cannot.
            histories.removeAll { $0.name == history.name }
            let place = histories.firstIndex { !($0.value.arrayValue ?? []).contains { RecordHistory.isOwn($0) } }
            histories.insert(JSON.Member(history.name, .array(Self.bounded(items))), at: place ?? histories.count)
        }
        return isJoined ? Self.encoded(histories) : written
    }

    /// The records with replaced texts that the person was not led to yet, the latest last.
    var untold: [Record.Key] {
        histories.reversed().compactMap { history in
            (history.value.arrayValue ?? []).contains { Self.isNews($0) } ? Self.key(history.name) : nil
        }
    }

    /// The kept histories after the person has learned of the replaced texts of these records.
    func histories(afterTelling keys: [Record.Key]) -> String {
        let names = keys.map { Self.name($0) }
        return Self.encoded(
            histories.map { history in
                guard names.contains(history.name), let items = history.value.arrayValue else { return history }
                let told = items.map { JSON.object(($0.objectValue ?? []).filter { $0.name != "news" }) }
                return JSON.Member(history.name, .array(told))
            }
        )
    }

    private static func isNews(_ item: JSON) -> Bool { item["news"] == .bool(true) }

    /// The kept histories with the server's entries of a record, after the texts of this device that the server lacks.
    func histories(of key: Record.Key, server items: [JSON]) -> String {
        let own = (keptHistory(key) ?? []).filter { RecordHistory.isOwn($0) && !RecordHistory.contains(items, $0) }
        return Self.encoded(Self.histories(own + items, as: Self.name(key), before: histories))
    }

    private var histories: [JSON.Member] {
        preferences[Notebook.Preference.histories].map { Self.histories($0) } ?? []
    }

    private static func histories(_ text: String) -> [JSON.Member] { (try? JSON(text: text))?.objectValue ?? [] }

    private static func histories(_ items: [JSON], as name: String, before others: [JSON.Member]) -> [JSON.Member] {
        [JSON.Member(name, .array(bounded(items)))] + others.filter { $0.name != name }
    }

    /// The latest values of a history, as many as are kept.
    private static func bounded(_ items: [JSON]) -> [JSON] {
        var kept: [JSON] = []
        var bytes = 0
        for item in items.prefix(historyEntriesMaximum) {
            bytes += item.encoded.count
            if bytes > historyBytesMaximum, !kept.isEmpty { break }
            kept.append(item)
        }
        return kept
    }

    private static func encoded(_ histories: [JSON.Member]) -> String {
        var kept: [JSON.Member] = []
        var bytes = 0
        for history in histories.prefix(historiesMaximum) {
            bytes += history.value.encoded.count
            if bytes > historiesBytesMaximum, !kept.isEmpty { break }
            kept.append(history)
        }
        return String(utf8: JSON.object(kept).encoded)
    }

    private static func name(_ key: Record.Key) -> String { key.kind.name + "/" + key.id.description }

    private static func key(_ name: String) -> Record.Key? {
        let parts = Text.parts(name, between: "/")
        guard parts.count == 2, let id = UUID(parts[1]) else { return nil }
        return Record.Key(kind: Record.Kind(parts[0]), id: id)
    }
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

    /// The texts among these that another device's text has replaced. They are kept in the histories.
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
