// Unsaved text stays on this device, sealed like the records, one text for each tab. It is not a record: no list shows
// it, it is never sent, and it is removed once it was saved or discarded.

extension Notebook {
    /// The number of this tab among those that share the device's disk, 0 to 15.
    private var tab: UInt8 { UInt8(truncatingIfNeeded: replica.clock.device & 0xF) }

    /// Whether another tab of the device, open or not, has unsaved text.
    var hasUnsavedElsewhere: Bool {
        (UInt8(0)..<16).contains { $0 != tab && replica.preferences[Preference.unsaved($0)] != nil }
    }

    /// Keeps this tab's unsaved text in place of the one kept before. An empty text removes it.
    mutating func keepUnsaved(_ text: String) -> [Effect] {
        prefer(Preference.unsaved(tab), text)
    }

    /// The unsaved text that this tab had when it ended; nil when it had no unsaved text.
    ///
    /// `others`: the numbers of the other open tabs, a bit each. This tab takes over the text of a tab that is not
    /// open.
    mutating func takeUnsaved(besides others: UInt16) -> (text: String, effects: [Effect])? {
        if let text = replica.preferences[Preference.unsaved(tab)] { return (text, []) }
        for other in UInt8(0)..<16 where others & 1 << UInt16(other) == 0 {
            let name = Preference.unsaved(other)
            guard let text = replica.preferences[name] else { continue }
            return (text, keepUnsaved(text) + prefer(name, ""))
        }
        return nil
    }
}
