import DaybookCore

/// A text that a sync replaced, with the record that it belongs to.
public struct ReplacedListing: Equatable, Sendable {
    /// The record.
    public var record: ListedRecord
    /// The text of this device, with its field.
    public var text: ReplacedText
}

extension NotebookReader {
    /// The known history of a record, latest first, in the server's form.
    public func keptHistory(_ key: DaybookCore.Record.Key) throws -> [JSON] {
        try NotebookPart(db: db, path: path).replica().keptHistory(key) ?? []
    }

    /// The replaced texts with their records.
    public func listings(of texts: [ReplacedText]) throws -> [ReplacedListing] {
        try texts.compactMap { text in try record(text.key).map { ReplacedListing(record: $0, text: text) } }
    }
}
