// Histories that were read, and texts of this device that were replaced. They stay on this device, sealed like the
// records.

extension Notebook {
    /// The known history of a record, latest first; nil when nothing is known.
    func keptHistory(_ key: Record.Key) -> [JSON]? { replica.keptHistory(key) }

    /// Keeps the history of a record as the server reported it, after the texts that only this device has.
    mutating func keepHistory(_ key: Record.Key, _ items: [JSON]) -> [Effect] {
        prefer(Preference.histories, replica.histories(of: key, server: items))
    }

    /// Keeps a text that was written here and replaced before it was saved in a record.
    mutating func keepReplaced(_ text: String, in field: String, of key: Record.Key, at now: Instant) -> [Effect] {
        let stamp = Stamp(wall: now, counter: 0, device: replica.device.low)
        let field = Record.Field(field, .string(text), stamp)
        return prefer(Preference.histories, replica.histories(with: [ReplacedText(key: key, field: field)]))
    }

    /// The person has seen the replaced texts of these records, or has closed the message about them.
    mutating func replacedTextsTold(_ keys: [Record.Key]) -> [Effect] {
        prefer(Preference.histories, replica.histories(afterTelling: keys))
    }

    /// The news that texts were replaced, with each record once.
    func replacedEffects(_ replaced: [ReplacedText]) -> [Effect] {
        var keys: [Record.Key] = []
        for text in replaced where keys.last != text.key { keys.append(text.key) }
        return keys.isEmpty ? [] : [.replaced(keys)]
    }
}
